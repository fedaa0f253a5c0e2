// SPDX-License-Identifier: Apache-2.0
//
// A batch of changes, sorted out by section, and what happens to the items of one section at once.

import CLayoutKit
import LayoutABI

// MARK: - By section

/// Section and item in one number, so that the items of a section are neighbours.
struct ItemKey: Equatable {
  private let bits: UInt64

  init(_ section: UInt32, _ item: UInt32) { bits = UInt64(section) << 32 | UInt64(item) }
  init(_ path: layout_path) { self.init(path.section, path.item) }
  /// The key of an item in a ``ChangeMap``.
  init(_ bits: UInt64) { self.bits = bits }

  var section: Int { Int(bits >> 32) }
  var item: Int { Int(UInt32(truncatingIfNeeded: bits)) }

  /// Stands for no item.
  static var none: Self { Self(PlaceMap.none) }

  /// Returns true when it comes first in the order of the data.
  static func < (a: Self, b: Self) -> Bool { a.bits < b.bits }
}

extension Array where Element: BitwiseCopyable {
  /// Sorts records by the 64-bit words that they begin with, such as an ``ItemKey`` and a number: by the first,
  /// and where it is the same by the second.
  mutating func sortByFirstWords() {
    unsafe withUnsafeMutableBytes { bytes in
      let words = MemoryLayout<Element>.stride / 8
      unsafe layout_kit_sort(
        bytes.bindMemory(to: UInt64.self).baseAddress, bytes.count / (8 * words), words)
    }
  }
}

/// A batch sorted into the order of the data, with the elements that the same call invalidates.
struct DataBatch {
  /// The way of sections and items.
  let map: ChangeMap
  /// Items whose size is asked for anew, by their new paths, ascending.
  private(set) var renewed: [ItemKey] = []
  /// Sections whose headers and footers are asked for anew; nil for all.
  private(set) var renewedEdges: [Int]? = []

  /// Sorts what `prepare` was told; nil when that names less than what has to be made anew.
  init?(_ invalidation: borrowing Invalidation) {
    guard let map = ChangeMap(invalidation.updates) else { return nil }
    self.map = map
    addElements(invalidation)
    let marks = invalidation.marks
    // A mark that comes without names means all; what the batch itself renews names nothing.
    if marks.contains(.items), renewed.isEmpty { return nil }
    if marks.contains(.supplementaries), renewedEdges?.isEmpty == true { renewedEdges = nil }
    for change in map.items.placed where change.isRenewed { renewed.append(ItemKey(change.key)) }
    renewed.sortByFirstWords()
  }

  private mutating func addElements(_ invalidation: borrowing Invalidation) {
    for index in 0..<invalidation.elementCount {
      guard let element = invalidation.element(at: index) else { continue }
      if element.category == Category.cell.rawValue {
        renewed.append(ItemKey(element.section, element.item))
      } else if element.category == Category.supplementary.rawValue {
        renewedEdges?.append(Int(element.section))
      }
    }
  }
}

extension ChangeMap {
  /// The map of a batch that the host told; nil for an action that this kit does not know.
  init?(_ updates: borrowing Updates) {
    self.init()
    for index in 0..<updates.count {
      guard let record = updates.record(at: index) else { return nil }
      add(record)
    }
    finish()
  }
}

// MARK: - One section

/// The columns that an item asks for in a waterfall.
struct ColumnClaim: Equatable {
  /// The number of neighbouring columns, 1 to 65,535.
  var span: UInt16 = 1
  /// The first of them, counted from 1; 0 where the order chooses.
  var start: UInt16 = 0

  /// True for one column of the order's choice.
  var isPlain: Bool { span == 1 && start == 0 }
}

/// An item, its size, and the columns that it asks for.
struct SizedItem {
  var item: Int
  var size: Size
  /// True when the size is only assumed.
  var isEstimate = false
  /// Plain but in a waterfall.
  var claim = ColumnClaim()
}

/// Changes of a section's items, each list ascending.
struct ItemChanges {
  /// Items that go, by their old numbers.
  var removed: [Int] = []
  /// Items that come, by their new numbers.
  var placed: [SizedItem] = []
  /// Items that stay and have another size, by their new numbers.
  var replaced: [SizedItem] = []

  var isEmpty: Bool { removed.isEmpty && placed.isEmpty && replaced.isEmpty }

  /// The first item that is not as it was.
  var first: Int {
    min(removed.first ?? .max, placed.first?.item ?? .max, replaced.first?.item ?? .max)
  }

  /// Returns true when items that all have this size still do afterwards.
  func keep(_ size: Size) -> Bool {
    for change in placed where change.size != size { return false }
    for change in replaced where change.size != size { return false }
    return true
  }

  /// True when an item takes more than one column, or chooses its own.
  var bringClaims: Bool {
    for change in placed where !change.claim.isPlain { return true }
    for change in replaced where !change.claim.isPlain { return true }
    return false
  }

  /// By their new numbers, ascending: the items that are new or changed, and those whose predecessor
  /// is gone.
  /// - Complexity: O(*k*) for *k* changes.
  var dirtyItems: [Int] {
    var dirty: [Int] = []
    dirty.reserveCapacity(removed.count + placed.count + replaced.count)
    var gap = 0
    var other = 0
    func addOthers(before limit: Int) {
      while other < replaced.count, replaced[other].item < limit {
        dirty.append(replaced[other].item)
        other += 1
      }
    }
    // A gap before the survivor of some rank lies behind every placed item that has no more survivors
    // before it.
    for (index, change) in placed.enumerated() {
      while gap < removed.count, removed[gap] - gap < change.item - index {
        addOthers(before: removed[gap] - gap + index)
        dirty.append(removed[gap] - gap + index)
        gap += 1
      }
      addOthers(before: change.item)
      dirty.append(change.item)
    }
    while gap < removed.count {
      addOthers(before: removed[gap] - gap + placed.count)
      dirty.append(removed[gap] - gap + placed.count)
      gap += 1
    }
    addOthers(before: .max)
    return dirty
  }
}
