// SPDX-License-Identifier: Apache-2.0
//
// A batch of changes, sorted by section, and all changes of the items of one section.

import CLayoutKit
import LayoutABI

// MARK: - By section

/// Section and item in one number, so that the items of a section are consecutive.
struct ItemKey: Equatable {
  private let bits: UInt64

  init(_ section: UInt32, _ item: UInt32) { bits = UInt64(section) << 32 | UInt64(item) }
  init(_ path: layout_path) { self.init(path.section, path.item) }
  /// The key of an item in a ``ChangeMap``.
  init(_ bits: UInt64) { self.bits = bits }

  var section: Int { Int(bits >> 32) }
  var item: Int { Int(UInt32(truncatingIfNeeded: bits)) }

  /// The key that means no item.
  static var none: Self { Self(PlaceMap.none) }

  /// Returns true when it comes first in the order of the data.
  static func < (a: Self, b: Self) -> Bool { a.bits < b.bits }
}

extension Array where Element: BitwiseCopyable {
  /// Sorts records by the two 64-bit words at their start, such as an ``ItemKey`` and a number: by the first
  /// word, then by the second.
  mutating func sortByFirstWords() {
    unsafe withUnsafeMutableBytes { bytes in
      let words = MemoryLayout<Element>.stride / 8
      unsafe layout_kit_sort(
        bytes.bindMemory(to: UInt64.self).baseAddress, bytes.count / (8 * words), words)
    }
  }
}

/// A batch in the order of the data, with the elements that the same call invalidates.
struct DataBatch {
  /// The old and new places of sections and items.
  let map: ChangeMap
  /// Items whose size must be asked for again, by their new paths, ascending.
  private(set) var renewed: [ItemKey] = []
  /// Sections whose headers and footers must be asked for again; nil for all.
  private(set) var renewedEdges: [Int]? = []

  /// Sorts the input of a `prepare`; nil if it does not name everything that must be prepared
  /// again.
  init?(_ invalidation: borrowing Invalidation) {
    guard let map = ChangeMap(invalidation.updates) else { return nil }
    self.map = map
    addElements(invalidation)
    let marks = invalidation.marks
    // A mark without names means all elements; the reloads of the batch do not count as names.
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
  /// The map of the host's batch; nil for an action that this kit does not know.
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

/// The columns that an item requests in a waterfall.
struct ColumnClaim: Equatable {
  /// The number of neighbouring columns, 1 to 65,535.
  var span: UInt16 = 1
  /// The first of them, counted from 1; 0 if the order chooses.
  var start: UInt16 = 0

  /// True for one column that the order chooses.
  var isPlain: Bool { span == 1 && start == 0 }
}

/// An item, its size, and the columns that it requests.
struct SizedItem {
  var item: Int
  var size: Size
  /// True when the size is only assumed.
  var isEstimate = false
  /// The requested columns; plain except in a waterfall.
  var claim = ColumnClaim()
}

/// Changes of a section's items, each list ascending.
struct ItemChanges {
  /// Removed items, by their old numbers.
  var removed: [Int] = []
  /// New items, by their new numbers.
  var placed: [SizedItem] = []
  /// Remaining items with another size, by their new numbers.
  var replaced: [SizedItem] = []

  var isEmpty: Bool { removed.isEmpty && placed.isEmpty && replaced.isEmpty }

  /// The first item that changed.
  var first: Int {
    min(removed.first ?? .max, placed.first?.item ?? .max, replaced.first?.item ?? .max)
  }

  /// Returns true if items that all have this size still have it after the changes.
  func keep(_ size: Size) -> Bool {
    for change in placed where change.size != size { return false }
    for change in replaced where change.size != size { return false }
    return true
  }

  /// True when an item takes more than one column, or chooses its column.
  var bringClaims: Bool {
    for change in placed where !change.claim.isPlain { return true }
    for change in replaced where !change.claim.isPlain { return true }
    return false
  }

  /// The new and changed items, and the items whose predecessor was removed, by their new numbers,
  /// ascending.
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
    // A gap before the remaining item of some rank is behind every new item that has at most that
    // many remaining items before it.
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
