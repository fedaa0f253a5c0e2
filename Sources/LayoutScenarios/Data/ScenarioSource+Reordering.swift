// SPDX-License-Identifier: Apache-2.0
//
// Reordering of a scenario's data by people, and its items by identity.

import LayoutHost
import LayoutLoading
import LayoutModel

extension ScenarioSource: ReorderingDataSource {
  func collectionView(_ collectionView: CollectionView, canMoveItemAt path: ItemPath) -> Bool {
    note("canMove", path)
    return says(.canMove, path)
  }

  func collectionView(
    _ collectionView: CollectionView, moveItemAt path: ItemPath, to target: ItemPath
  ) throws {
    note("moveItem \(path)", target)
    guard takesDrop(of: path) else {
      throw LayoutError(.dataSource, "the scenario's data do not let the item \(path) be moved")
    }
    data.apply([DataChange(moving: path, to: target)])
  }
}

extension ScenarioSource: ItemIdentifying {
  func identity(ofItemAt path: ItemPath) -> AnyHashable? {
    guard hasIdentities, let id = shown.id(at: path) else { return nil }
    return AnyHashable(aliases.first { $0.new == id }?.old ?? id)
  }

  func path(ofItemWithIdentity identity: AnyHashable) -> ItemPath? {
    guard let id = identity.base as? String else { return nil }
    let known = aliases.last { $0.old == id }?.new ?? id
    if let path = data.path(ofItemWithID: known) { return path }
    aliases.removeAll { $0.old == id }
    // The data were replaced, and the step listed the new items that were selected before.
    guard let path = reselection.popLast(), let new = data.id(at: path) else { return nil }
    aliases.append((id, new))
    return path
  }
}

extension ScenarioData {
  /// Returns the current path of an item; nil when it is gone. O(runs).
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
  /// Returns the index of the item with this identity; nil when there is none.
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
  /// Returns the first place of the item that `find` returns for its origin.
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
