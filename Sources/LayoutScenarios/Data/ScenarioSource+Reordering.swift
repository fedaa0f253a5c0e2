// SPDX-License-Identifier: Apache-2.0
//
// The data of a scenario as people rearrange it, and its items by their identities.

import LayoutHost
import LayoutModel

extension ScenarioSource: ReorderingDataSource {
  func collectionView(_ collectionView: CollectionView, canMoveItemAt path: ItemPath) -> Bool {
    note("canMove", path)
    return answers.says(.canMove, path)
  }

  func collectionView(
    _ collectionView: CollectionView, moveItemAt path: ItemPath, to target: ItemPath
  ) {
    note("moveItem \(path)", target)
    data.apply([DataChange(moving: path, to: target)])
  }
}

extension ScenarioSource: ItemIdentifying {
  func identity(ofItemAt path: ItemPath) -> AnyHashable? {
    shown.id(at: path).map { AnyHashable($0) }
  }

  func path(ofItemWithIdentity identity: AnyHashable) -> ItemPath? {
    (identity.base as? String).flatMap(data.path(ofItemWithID:))
  }
}

extension ScenarioData {
  /// Where an item is now; nil when it is gone. O(runs).
  func path(ofItemWithID id: String) -> ItemPath? {
    for (index, section) in sections.enumerated() {
      if let item = section.runs.firstPlace(where: { origins[$0].index(ofID: id) }) {
        return ItemPath(index, item)
      }
    }
    return nil
  }
}

extension ItemOrigin {
  /// Which of the items has this identity; nil when none has.
  fileprivate func index(ofID id: String) -> Int? {
    switch identity {
    case .first(let section):
      let parts = id.split(separator: ".", omittingEmptySubsequences: false).compactMap { Int($0) }
      return parts.count == 2 && parts[0] == section && "\(section).\(parts[1])" == id
        ? parts[1] : nil
    case .inserted(let first):
      guard id.hasPrefix("+"), let number = Int(id.dropFirst()), number >= first else { return nil }
      return number - first
    case .named(let ids): return ids.firstIndex(of: id)
    }
  }
}

extension ItemRuns {
  /// The first place whose item is the one that `find` names in its origin.
  fileprivate func firstPlace(where find: (_ origin: Int) -> Int?) -> Int? {
    var (start, found) = (0, Int?.none)
    forEachStretch(of: 0..<count) { origin, range in
      if found == nil, let index = find(origin), range.contains(index) {
        found = start + index - range.lowerBound
      }
      start += range.count
    }
    return found
  }
}
