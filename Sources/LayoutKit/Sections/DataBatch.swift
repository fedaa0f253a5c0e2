// SPDX-License-Identifier: Apache-2.0
//
// A batch of changes, sorted out by section.

import CLayoutKit
import LayoutABI

/// Section and item in one number, so that the items of a section are neighbours.
struct ItemKey: Equatable {
  private let bits: UInt64

  init(_ section: UInt32, _ item: UInt32) { bits = UInt64(section) << 32 | UInt64(item) }
  init(_ path: layout_path) { self.init(path.section, path.item) }

  var section: Int { Int(bits >> 32) }
  var item: Int { Int(UInt32(truncatingIfNeeded: bits)) }

  /// Stands for no item: the path of what was inserted.
  static var none: Self { Self(.max, .max) }

  /// Whether it comes first in the order of the data.
  static func < (a: Self, b: Self) -> Bool { a.bits < b.bits }
}

/// An item that comes, and the old path of one that moved.
struct PlacedItem {
  var key: ItemKey
  var source = ItemKey.none
}

extension Array where Element: BitwiseCopyable {
  /// Sorts records that begin with an ``ItemKey`` by it.
  mutating func sortByKey() {
    withUnsafeMutableBytes { bytes in
      let words = MemoryLayout<Element>.stride / 8
      layout_kit_sort(
        bytes.bindMemory(to: UInt64.self).baseAddress, bytes.count / (8 * words), words)
    }
  }
}

/// What a batch says, in the order of the data.
struct DataBatch {
  /// Items that go, by their old paths.
  private(set) var removed: [ItemKey] = []
  /// Items that come, by their new paths, and the old paths of those that moved.
  private(set) var placed: [PlacedItem] = []
  /// Items whose size is asked for anew, by their new paths.
  private(set) var renewed: [ItemKey] = []
  /// Sections whose headers and footers are asked for anew; nil for all.
  private(set) var renewedEdges: [Int]? = []
  let sections: SectionBatch

  /// Sorts out what `prepare` was told; nil when that says less than what has to be made anew.
  init?(_ why: borrowing Invalidation) {
    let updates = why.updates
    guard let sections = SectionBatch(updates) else { return nil }
    self.sections = sections
    addElements(why)
    let marks = why.marks
    // A mark that comes without names means all; what the batch itself renews names nothing.
    if marks.contains(.items), renewed.isEmpty { return nil }
    if marks.contains(.supplementaries), renewedEdges?.isEmpty == true { renewedEdges = nil }
    addItems(of: updates)
    removed.sortByKey()
    placed.sortByKey()
    renewed.sortByKey()
  }

  private mutating func addItems(of updates: borrowing Updates) {
    for index in 0..<updates.count {
      guard let update = updates[index], !update.isSection else { continue }
      add(update)
    }
  }

  private mutating func add(_ update: Update) {
    switch update.action {
    case .insert: placed.append(PlacedItem(key: ItemKey(update.after)))
    case .delete: removed.append(ItemKey(update.before))
    case .reload: renewed.append(ItemKey(update.after))
    case .move:
      removed.append(ItemKey(update.before))
      placed.append(PlacedItem(key: ItemKey(update.after), source: ItemKey(update.before)))
    }
  }

  private mutating func addElements(_ why: borrowing Invalidation) {
    for index in 0..<why.elementCount {
      guard let element = why.element(at: index) else { continue }
      if element.category == Category.cell.rawValue {
        renewed.append(ItemKey(element.section, element.item))
      } else if element.category == Category.supplementary.rawValue {
        renewedEdges?.append(Int(element.section))
      }
    }
  }
}

/// What a batch says of whole sections.
struct SectionBatch {
  private var removed: [Int] = []
  private var placed: [(index: Int, source: Int)] = []
  /// Sections that stay where they are with other items, by their new indices.
  private var renewed: [Int] = []

  /// Stands for "was not there".
  static var none: Int { -1 }

  var isEmpty: Bool { removed.isEmpty && placed.isEmpty && renewed.isEmpty }

  /// Picks the changes of sections; nil for a change that this kit does not know.
  init?(_ updates: borrowing Updates) {
    for index in 0..<updates.count {
      guard let update = updates[index] else { return nil }
      if update.isSection { add(update) }
    }
  }

  private mutating func add(_ update: Update) {
    let (before, after) = (Int(update.before.section), Int(update.after.section))
    switch update.action {
    case .insert: placed.append((after, Self.none))
    case .delete: removed.append(before)
    case .reload: renewed.append(after)
    case .move:
      removed.append(before)
      placed.append((after, before))
    }
  }

  /// For each new section the old one that it is, or ``none`` when its items are new; nil when the
  /// numbers do not add up.
  func origins(oldCount: Int, newCount: Int) -> [Int]? {
    var isGone = [Bool](repeating: false, count: oldCount)
    for section in removed {
      guard section < oldCount, !isGone[section] else { return nil }
      isGone[section] = true
    }
    let unset = -2
    var origins = [Int](repeating: unset, count: newCount)
    for (index, source) in placed {
      guard index < newCount, origins[index] == unset else { return nil }
      origins[index] = source
    }
    var old = 0
    for index in 0..<newCount where origins[index] == unset {
      while old < oldCount, isGone[old] { old += 1 }
      guard old < oldCount else { return nil }
      origins[index] = old
      old += 1
    }
    while old < oldCount, isGone[old] { old += 1 }
    guard old == oldCount else { return nil }
    for index in renewed {
      guard index < newCount else { return nil }
      origins[index] = Self.none
    }
    return origins
  }
}
