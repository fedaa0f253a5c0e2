// SPDX-License-Identifier: Apache-2.0
//
// A random batch with reloads, and the result of plain arrays for each identity.

import LayoutModel
import LayoutUpdates

/// A batch that is valid for the data from which it was made.
public struct RandomChange {
  /// The batch.
  public var batch: BatchUpdate
  /// The resulting data.
  public let result: ArrayModel
  /// The identities whose views are made again although they may stay.
  private var anew: Set<String> = []
  /// The items that are in the data before and after, and not across the edge of a reloaded
  /// section.
  private var kept: Set<Int> = []

  /// The section that is reloaded with all its items, by its old and its new index.
  public private(set) var reloadedSection: (old: Int, new: Int)?

  /// Makes a random batch about these data.
  ///
  /// - Parameters:
  ///   - calm: One of so many items is deleted, one moves and one is reloaded, on average.
  ///   - reloads: False to reload nothing.
  public init(
    _ old: ArrayModel, calm: Int = 8, reloads: Bool = true, using dice: inout SeededGenerator
  ) {
    (batch, result) = old.randomBatch(calm: calm, using: &dice)
    kept = Set(old.sections.flatMap(\.items)).intersection(result.sections.flatMap(\.items))
    guard reloads else { return }
    let moved = Set(
      batch.operations.compactMap { operation -> ItemPath? in
        if case .moveItem(let source, _) = operation { source } else { nil }
      })
    for (section, content) in old.sections.enumerated() {
      for (item, id) in content.items.enumerated() where kept.contains(id) {
        let path = ItemPath(section, item)
        guard !moved.contains(path), Int.random(in: 0..<calm, using: &dice) == 0 else { continue }
        batch.reloadItem(at: path)
        anew.insert("\(id)")
      }
    }
    reloadSection(old, using: &dice)
  }

  /// Reloads, in one of four cases, a section that stays in its order, with all its items.
  private mutating func reloadSection(_ old: ArrayModel, using dice: inout SeededGenerator) {
    guard Int.random(in: 0..<4, using: &dice) == 0 else { return }
    let taken = batch.operations.flatMap { operation -> [Int] in
      switch operation {
      case .deleteSection(let index), .moveSection(let index, _): [index]
      default: []
      }
    }
    let free = old.sections.indices.filter { !taken.contains($0) }
    guard let index = free.randomElement(using: &dice),
      let target = result.sections.firstIndex(where: { $0.id == old.sections[index].id })
    else { return }
    batch.reloadSection(at: index)
    reloadedSection = (index, target)
    anew.insert("section \(old.sections[index].id)")
    let items = old.sections[index].items + result.sections[target].items
    anew.formUnion(items.map { "\($0)" })
    kept.subtract(items)
  }

  /// Returns true if the view that shows this text has to be filled again.
  public func isAnew(_ text: String) -> Bool { anew.contains(text) }

  /// Returns true if the item's place is followed through the batch.
  public func keeps(_ id: Int) -> Bool { kept.contains(id) }

  /// Returns the item that has the place of the one at `path` after the batch: itself, or in a reloaded section the
  /// one with the same number; nil if there is none.
  public func successor(of id: Int, at path: ItemPath) -> Int? {
    guard let reloadedSection, path.section == reloadedSection.old else {
      return kept.contains(id) ? id : nil
    }
    let items = result.sections[reloadedSection.new].items
    return items.indices.contains(path.item) ? items[path.item] : nil
  }
}
