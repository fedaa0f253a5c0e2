// SPDX-License-Identifier: Apache-2.0
//
// Pools of views, their free lists, and the request for a view.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// Identity of a typed registration. The pool of its views retains it, so that it is never reused
/// for another registration.
package final class RegistrationKey {
  /// A new, unique identity.
  package init() {}
}

/// The key of a pool of decorations: class and kind.
struct DecorationKey: Hashable {
  /// The kind's name.
  let kind: String
  /// The class of the views.
  let type: ObjectIdentifier
}

/// A registration. Its free views are in the store's free lists.
struct ReusePool {
  let identifier: String
  let category: ElementCategory
  /// The kind's name; "cell" for cells.
  let kind: String
  /// The typed registration of the views; such a pool is not found by its identifier.
  var key: RegistrationKey?
  /// The class that was registered; nil for a closure.
  var type: ReusableView.Type?
  let make: () -> ReusableView

  func matches(_ identifier: String, _ category: ElementCategory, _ kind: String) -> Bool {
    key == nil && self.category == category && self.identifier == identifier && self.kind == kind
  }
}

// MARK: - Free lists

/// A list for each pool, linked through the slots of its views: push and pop take O(1) for any
/// number of views.
final class FreeLists {
  /// Every view's slot, by serial number.
  let slots = PlainArray<ViewSlot>()
  /// The top view of each pool.
  private let heads = PlainArray<Int32>()
  /// The number of free views in each pool.
  private let counts = PlainArray<Int32>()

  func addPool() {
    heads.append(ViewSlot.none)
    counts.append(0)
  }

  func count(in pool: Int) -> Int { Int(counts[pool]) }

  func push(_ serial: Int32) {
    let pool = Int(slots[Int(serial)].pool)
    slots[Int(serial)].use = .free
    slots[Int(serial)].next = heads[pool]
    heads[pool] = serial
    counts[pool] += 1
  }

  /// Removes and returns the last view put back; `ViewSlot.none` when the pool is empty.
  func pop(from pool: Int) -> Int32 {
    let serial = heads[pool]
    guard serial != ViewSlot.none else { return serial }
    heads[pool] = slots[Int(serial)].next
    counts[pool] -= 1
    return serial
  }

  /// Removes a given free view from its pool. O(views in the pool); used only in a rollback.
  func remove(_ serial: Int32) {
    let pool = Int(slots[Int(serial)].pool)
    counts[pool] -= 1
    guard heads[pool] != serial else { return heads[pool] = slots[Int(serial)].next }
    var above = heads[pool]
    while above != ViewSlot.none, slots[Int(above)].next != serial {
      above = slots[Int(above)].next
    }
    if above != ViewSlot.none { slots[Int(above)].next = slots[Int(serial)].next }
  }

  /// Keeps the `limit` views put back last and drops the others.
  ///
  /// - Complexity: O(1) for each pool within the limit, else O(its views).
  func trim(to limit: Int, drop: (Int32) -> Void) {
    for pool in counts.indices where Int(counts[pool]) > limit {
      var dropped = limit == 0 ? heads[pool] : cut(pool, below: limit)
      if limit == 0 { heads[pool] = ViewSlot.none }
      counts[pool] = Int32(truncatingIfNeeded: limit)
      while dropped != ViewSlot.none {
        let next = slots[Int(dropped)].next
        drop(dropped)
        dropped = next
      }
    }
  }

  /// Ends a list after `count` views; it has more.
  ///
  /// - Returns: The first view of the rest.
  private func cut(_ pool: Int, below count: Int) -> Int32 {
    var last = heads[pool]
    for _ in 1..<count { last = slots[Int(last)].next }
    let rest = slots[Int(last)].next
    slots[Int(last)].next = ViewSlot.none
    return rest
  }
}

// MARK: - The table of views
//
// The store's data of a view, so that the view itself is not touched.

/// The bookkeeping of one view.
struct ViewSlot: BitwiseCopyable {
  /// The use of the view, so that one view is never used twice.
  enum Use: UInt8, BitwiseCopyable {
    /// In its pool.
    case free
    /// Dequeued by the app, not yet returned.
    case dequeued
    /// On screen.
    case shown
    /// Filled for an item that is not visible yet.
    case prepared
  }

  /// The end of a free list.
  static let none: Int32 = -1

  /// The pool of the view.
  let pool: Int32
  /// The view below it in its pool.
  var next = Self.none
  var use = Use.free
  /// The frame in which it was last taken.
  var takenIn: Int32 = 0
}

/// Owns views, and finds a view by its number. A frame looks each of its views up several times:
/// the references are unmanaged, and counted only when a view is added or removed, so that a
/// look-up checks neither uniqueness nor exclusivity.
final class ViewTable {
  private let references = PlainArray<Unmanaged<ReusableView>>()
  /// A placeholder for removed views.
  private let nobody = ReusableView()

  deinit { for reference in references { reference.release() } }

  var count: Int { references.count }

  /// The view with this number; the placeholder if it was removed.
  subscript(serial: Int32) -> ReusableView { references[Int(serial)].takeUnretainedValue() }

  func append(_ view: ReusableView) { references.append(.passRetained(view)) }

  /// Puts a view at a vacant number.
  func put(_ view: ReusableView, at serial: Int32) {
    let old = references[Int(serial)]
    references[Int(serial)] = .passRetained(view)
    old.release()
  }

  /// Removes a view; its number is vacant.
  func take(at serial: Int32) -> ReusableView {
    let view = self[serial]
    put(nobody, at: serial)
    return view
  }
}

// MARK: - Requests
//
// The element of a request to the data source, and the possible errors of the answer.

/// One request to the data source. Plain data: a hundred requests a frame count no references.
struct BindRequest: BitwiseCopyable {
  let category: UInt16
  /// The kind's number in the layout that shows the element.
  let kind: UInt16
  let section: UInt32
  let item: UInt32
  /// The view to return if it fits: in a rollback, and to reconfigure it.
  let preferred: Int32
  /// True when `preferred` is on screen, and no other view may be used.
  var isReconfiguring = false

  /// - Parameter move: The move of an item that is shown at another place than in the data. The
  ///   request uses the path in the data.
  init(_ record: layout_attributes, preferred: Int32, move: ItemMove?) {
    category = record.category
    kind = record.kind
    var path = ItemPath(Int(record.section), Int(record.item))
    // An element of a section, such as its header, has the item 0 and stays.
    if let move, category == LAYOUT_CELL || path.item > 0 { path = move.dataPath(of: path) }
    section = UInt32(truncatingIfNeeded: path.section)
    item = UInt32(truncatingIfNeeded: path.item)
    self.preferred = preferred
  }

  var path: ItemPath { ItemPath(Int(section), Int(item)) }

  /// "cell 0.3".
  func name(_ kinds: KindTable) -> String { "\(kinds.kinds[Int(kind)].name) \(path)" }

  /// The data source's method, for messages.
  var method: String {
    category == LAYOUT_CELL
      ? "collectionView(_:cellForItemAt:)"
      : "collectionView(_:viewForSupplementaryElementOfKind:at:)"
  }

  static var foreignView: LayoutError {
    LayoutError(
      .foreignView,
      "the data source returned a view that this collection view did not make; dequeue it from the "
        + "collection view")
  }

  static var otherView: LayoutError {
    LayoutError(
      .otherView,
      "the data source returned another view than the one on screen; dequeue the same reuse "
        + "identifier to reconfigure an item, or call reloadItems(at:)")
  }

  static func viewInUse(_ serial: Int32, isShown: Bool) -> LayoutError {
    LayoutError(
      .viewInUse,
      "the data source returned view \(serial), which "
        + (isShown ? "already shows another element" : "waits in its pool")
        + "; dequeue one for each element")
  }
}
