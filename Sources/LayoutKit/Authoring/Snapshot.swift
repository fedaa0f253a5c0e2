// SPDX-License-Identifier: Apache-2.0
//
// What a layout is told: the data and the room, why it prepares, how the viewport moves.

import LayoutABI

/// The data and the room, as they are for one `prepare`. It cannot be kept: copy what is needed.
///
/// Memory safety: made by the kit for one call and not copyable, so a layout cannot keep it; every section
/// is checked.
@safe
public struct Snapshot: ~Copyable {
  private let source: UnsafePointer<layout_snapshot>

  init(_ source: UnsafePointer<layout_snapshot>) { unsafe self.source = unsafe source }

  /// Grows with each change of the data.
  public var epoch: UInt64 { unsafe source.pointee.epoch }
  /// The number of sections.
  public var sectionCount: Int { unsafe Int(source.pointee.section_count) }
  /// Content offset and container size: the viewport.
  public var bounds: Rect { unsafe source.pointee.bounds }
  /// The container's size.
  public var viewportSize: Size { unsafe source.pointee.bounds.size }
  /// Room that the host keeps around the content, inside the bounds.
  public var contentInset: Insets { unsafe source.pointee.content_inset }
  /// Pixels a point.
  public var scale: Double { unsafe source.pointee.scale }
  /// True when the reading direction is right to left.
  public var isRightToLeft: Bool { unsafe source.pointee.direction == 1 }

  /// The number of items of every section, where the host says one for all; nil where it lists them, or
  /// where there is no section.
  public var uniformItemCount: Int? {
    unsafe source.pointee.item_counts == nil && source.pointee.section_count > 0
      ? Int(source.pointee.uniform_count) : nil
  }

  /// Lends the record of the same data, with the viewport as it is seen from `origin`.
  func with(
    origin: Point, _ body: (UnsafePointer<layout_snapshot>) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    var copy = layout_snapshot.sized()
    copy.section_count = unsafe source.pointee.section_count
    copy.epoch = unsafe source.pointee.epoch
    unsafe copy.item_counts = unsafe source.pointee.item_counts
    copy.uniform_count = unsafe source.pointee.uniform_count
    copy.bounds = unsafe source.pointee.bounds
    copy.content_inset = unsafe source.pointee.content_inset
    copy.scale = unsafe source.pointee.scale
    copy.direction = unsafe source.pointee.direction
    copy.bounds.x -= origin.x
    copy.bounds.y -= origin.y
    unsafe try withUnsafePointer(to: copy) { (copy) throws(LayoutError) in unsafe try body(copy) }
  }

  /// Returns the number of items of `section`.
  /// - Precondition: `section` is one of the snapshot's.
  public func itemCount(in section: Int) -> Int {
    precondition(section >= 0 && section < sectionCount, "no such section in the snapshot")
    guard let counts = unsafe source.pointee.item_counts else {
      return unsafe Int(source.pointee.uniform_count)
    }
    return unsafe Int(counts[section])
  }
}

/// The parts that have to be made anew.
public struct Marks: OptionSet, Sendable {
  /// The bits, as they cross the border.
  public var rawValue: UInt32
  /// The set of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Forget all and start over.
  public static var everything: Marks { Marks(rawValue: 1) }
  /// Counts of sections or items changed.
  public static var counts: Marks { Marks(rawValue: 2) }
  /// The listed items; their queries may answer anew.
  public static var items: Marks { Marks(rawValue: 4) }
  /// The listed supplementaries.
  public static var supplementaries: Marks { Marks(rawValue: 8) }
  /// The listed decorations.
  public static var decorations: Marks { Marks(rawValue: 16) }
  /// Offset or size of the viewport.
  public static var bounds: Marks { Marks(rawValue: 32) }
  /// A property or a binding changed.
  public static var properties: Marks { Marks(rawValue: 64) }
  /// Those above.
  static var known: Marks { Marks(rawValue: 127) }
}

/// One element, named: category, kind, section and item.
public typealias ElementID = layout_element

/// The reason for a call of `prepare`. A layout that does not care prepares everything.
///
/// Memory safety: made by the kit for one call and not copyable, so a layout cannot keep it; every index
/// is checked.
@safe
public struct Invalidation: ~Copyable {
  private let source: UnsafePointer<layout_invalidation>
  /// True when a later revision says something that this kit does not know: then everything is stale.
  private let isUnknown: Bool

  init(_ source: UnsafePointer<layout_invalidation>) {
    unsafe self.source = unsafe source
    let updates = unsafe Updates(source.pointee.updates, count: source.pointee.update_count)
    isUnknown =
      unsafe !Marks(rawValue: source.pointee.marks).isSubset(of: .known) || !updates.areKnown
  }

  /// One that says to make everything anew.
  static func withEverything(
    _ body: (borrowing Invalidation) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    let all = UnsafeMutablePointer<layout_invalidation>.allocate(capacity: 1)
    defer { unsafe all.deallocate() }
    unsafe all.initialize(to: .sized())
    unsafe all.pointee.marks = Marks.everything.rawValue
    unsafe try body(Invalidation(all))
  }

  /// The host's own record, for a child.
  var record: UnsafePointer<layout_invalidation> { unsafe source }

  /// The parts that have to be made anew.
  public var marks: Marks { unsafe isUnknown ? .everything : Marks(rawValue: source.pointee.marks) }
  /// The number of elements that are named.
  public var elementCount: Int { unsafe isUnknown ? 0 : Int(source.pointee.element_count) }
  /// The number of changes of the batch.
  public var updateCount: Int { updates.count }
  /// The batch, when one changed the data.
  public var updates: Updates {
    unsafe isUnknown
      ? Updates(nil, count: 0)
      : Updates(source.pointee.updates, count: source.pointee.update_count)
  }

  /// An element that the marks name.
  public func element(at index: Int) -> ElementID? {
    guard index >= 0, index < elementCount else { return nil }
    return unsafe source.pointee.elements?[index]
  }
}

/// A change of the viewport, told before it takes effect.
public struct BoundsChange: Sendable {
  /// The viewport of the last frame.
  public var old: Rect
  /// The viewport of the next frame.
  public var new: Rect
  /// The finger in content coordinates, kept until scrolling stops; nil when there is none.
  public var touch: Point?
  /// The host's clock, seconds.
  public var time: Double

  init(_ change: UnsafePointer<layout_bounds_change>) {
    old = unsafe change.pointee.old_bounds
    new = unsafe change.pointee.new_bounds
    touch = unsafe change.pointee.flags & 1 != 0 ? change.pointee.touch : nil
    time = unsafe change.pointee.time
  }
}

/// A release of the finger, while the content still moves.
public struct Scroll: Sendable {
  /// The viewport now.
  public var bounds: Rect
  /// The content offset at which scrolling would rest by itself.
  public var proposed: Point
  /// Of the content offset, points per second.
  public var velocity: Vector
  /// True when an update of the data asks, and not a touch.
  public var isAfterUpdate: Bool

  init(_ scroll: UnsafePointer<layout_scroll>) {
    bounds = unsafe scroll.pointee.bounds
    proposed = unsafe scroll.pointee.proposed
    velocity = unsafe scroll.pointee.velocity
    isAfterUpdate = unsafe scroll.pointee.flags & 1 != 0
  }
}

// MARK: - The changes of a batch
//
// The changes of a batch, read where the host keeps them.

/// One change of the data.
public struct Update: Sendable {
  /// The change of an item or a section.
  public enum Action: UInt32, Sendable {
    /// It was not there before.
    case insert = 0
    /// It is not there any more.
    case delete
    /// It has another place in the data.
    case move
    /// It stays where it is, with another content.
    case reload
  }

  /// The change.
  public var action: Action
  /// True when a whole section is meant; the paths' items mean nothing then.
  public var isSection: Bool
  /// The place in the data before the batch; `ItemPath.none` for an insert.
  public var before: ItemPath
  /// The place in the data after the batch; `ItemPath.none` for a delete.
  public var after: ItemPath

  /// The change, or nil for an action that this kit does not know.
  init?(_ update: layout_update) {
    guard let action = Action(rawValue: update.action) else { return nil }
    self.action = action
    isSection = update.of_section == 1
    before = update.before
    after = update.after
  }
}

/// The changes of a batch. They are borrowed from the host: copy what is needed.
///
/// Memory safety: every index is checked. The changes lie in the host's memory until the call ends that told of
/// them: read them inside it.
@safe
public struct Updates: ~Copyable {
  private let start: UnsafePointer<layout_update>?
  /// The number of changes.
  public let count: Int

  init(_ start: UnsafePointer<layout_update>?, count: UInt32) {
    unsafe self.start = unsafe start
    self.count = unsafe start == nil ? 0 : Int(count)
  }

  /// True when this kit knows every action of the batch.
  /// - Complexity: O(count).
  var areKnown: Bool {
    guard let start = unsafe start else { return true }
    for index in 0..<count where unsafe start[index].action > Update.Action.reload.rawValue {
      return false
    }
    return true
  }

  /// True when there is no batch.
  public var isEmpty: Bool { count == 0 }

  /// A change; nil for an action that this kit does not know.
  /// - Precondition: `index` is below ``count``.
  public subscript(index: Int) -> Update? {
    precondition(index >= 0 && index < count, "no such change in the batch")
    guard let start = unsafe start else { return nil }
    return unsafe Update(start[index])
  }

  /// Hands the batch to a child as the host gave it.
  func with(
    _ body: (UnsafePointer<layout_update>?, UInt32) -> layout_status
  ) -> layout_status {
    unsafe body(start, UInt32(truncatingIfNeeded: count))
  }

  /// The record of a change; nil for an action that this kit does not know.
  func record(at index: Int) -> layout_update? {
    guard let start = unsafe start, unsafe Update.Action(rawValue: start[index].action) != nil
    else { return nil }
    return unsafe start[index]
  }
}

// MARK: - Paths
//
// A place in the data, as the contract writes it.

/// The section and the item's place in it.
public typealias ItemPath = layout_path

// swift-format-ignore: AvoidRetroactiveConformances
extension layout_path: @retroactive Equatable {
  public static func == (a: Self, b: Self) -> Bool { a.section == b.section && a.item == b.item }

  /// A place in the data.
  public init(_ section: Int, _ item: Int) {
    self.init(
      section: UInt32(truncatingIfNeeded: section), item: UInt32(truncatingIfNeeded: item))
  }

  /// No place: where a deleted item went.
  public static var none: Self { Self(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE) }

  /// True when the path names no item: it is none at all, or a whole section.
  public var isNone: Bool { item == LAYOUT_PATH_NONE }
}
