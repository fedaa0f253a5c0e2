// SPDX-License-Identifier: Apache-2.0
//
// The input of a layout: the data and the room, the reason for a `prepare`, the motion of the
// viewport.

import LayoutABI

/// The data and the room of one `prepare`. A layout cannot keep it, and copies what it needs.
///
/// Memory safety: made by the kit for one call and not copyable, so a layout cannot keep it; every section
/// is checked.
@safe
public struct Snapshot: ~Copyable {
  private let source: UnsafePointer<layout_snapshot>

  init(_ source: UnsafePointer<layout_snapshot>) { unsafe self.source = unsafe source }

  /// The version of the data: it grows with each change.
  public var epoch: UInt64 { unsafe source.pointee.epoch }
  /// The number of sections.
  public var sectionCount: Int { unsafe Int(source.pointee.section_count) }
  /// Content offset and container size: the viewport.
  public var bounds: Rect { unsafe source.pointee.bounds }
  /// The container's size.
  public var viewportSize: Size { unsafe source.pointee.bounds.size }
  /// The room that the host keeps around the content, inside the bounds.
  public var contentInset: Insets { unsafe source.pointee.content_inset }
  /// Pixels per point.
  public var scale: Double { unsafe source.pointee.scale }
  /// True when the reading direction is right to left.
  public var isRightToLeft: Bool { unsafe source.pointee.direction == 1 }

  /// The number of items of every section, if the host gives one number for all; nil if it lists the
  /// numbers, or if there is no section.
  public var uniformItemCount: Int? {
    unsafe source.pointee.item_counts == nil && source.pointee.section_count > 0
      ? Int(source.pointee.uniform_count) : nil
  }

  /// Calls `body` with the record of the same data and the viewport in coordinates from `origin`.
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
  /// - Precondition: `section` exists in the snapshot.
  public func itemCount(in section: Int) -> Int {
    precondition(section >= 0 && section < sectionCount, "no such section in the snapshot")
    guard let counts = unsafe source.pointee.item_counts else {
      return unsafe Int(source.pointee.uniform_count)
    }
    return unsafe Int(counts[section])
  }
}

/// The parts that must be prepared again.
public struct Marks: OptionSet, Sendable {
  /// The bits, as in the C interface.
  public var rawValue: UInt32
  /// The set of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Everything: forget all and start again.
  public static var everything: Marks { Marks(rawValue: 1) }
  /// The number of sections or items changed.
  public static var counts: Marks { Marks(rawValue: 2) }
  /// The listed items; their queries may have new answers.
  public static var items: Marks { Marks(rawValue: 4) }
  /// The listed supplementaries.
  public static var supplementaries: Marks { Marks(rawValue: 8) }
  /// The listed decorations.
  public static var decorations: Marks { Marks(rawValue: 16) }
  /// The offset or the size of the viewport changed.
  public static var bounds: Marks { Marks(rawValue: 32) }
  /// A property or a binding changed.
  public static var properties: Marks { Marks(rawValue: 64) }
  /// All marks above.
  static var known: Marks { Marks(rawValue: 127) }
}

/// The name of one element: category, kind, section and item.
public typealias ElementID = layout_element

/// The reason for a call of `prepare`. A layout may ignore it and prepare everything.
///
/// Memory safety: made by the kit for one call and not copyable, so a layout cannot keep it; every index
/// is checked.
@safe
public struct Invalidation: ~Copyable {
  private let source: UnsafePointer<layout_invalidation>
  /// True when a later revision gives a reason that this kit does not know: then everything must be
  /// prepared again.
  private let isUnknown: Bool

  init(_ source: UnsafePointer<layout_invalidation>) {
    unsafe self.source = unsafe source
    let updates = unsafe Updates(source.pointee.updates, count: source.pointee.update_count)
    isUnknown =
      unsafe !Marks(rawValue: source.pointee.marks).isSubset(of: .known) || !updates.areKnown
  }

  /// Calls `body` with a reason that marks everything.
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

  /// The parts that must be prepared again.
  public var marks: Marks { unsafe isUnknown ? .everything : Marks(rawValue: source.pointee.marks) }
  /// The number of listed elements.
  public var elementCount: Int { unsafe isUnknown ? 0 : Int(source.pointee.element_count) }
  /// The number of changes of the batch.
  public var updateCount: Int { updates.count }
  /// The batch, if a batch changed the data.
  public var updates: Updates {
    unsafe isUnknown
      ? Updates(nil, count: 0)
      : Updates(source.pointee.updates, count: source.pointee.update_count)
  }

  /// Returns a listed element.
  public func element(at index: Int) -> ElementID? {
    guard index >= 0, index < elementCount else { return nil }
    return unsafe source.pointee.elements?[index]
  }
}

/// A change of the viewport, announced before it takes effect.
public struct BoundsChange: Sendable {
  /// The viewport of the last frame.
  public var old: Rect
  /// The viewport of the next frame.
  public var new: Rect
  /// The finger in content coordinates, kept until scrolling stops; nil without a finger.
  public var touch: Point?
  /// The time of the host's clock, seconds.
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
  /// The content offset at which scrolling would come to rest without a change.
  public var proposed: Point
  /// The velocity of the content offset, points per second.
  public var velocity: Vector
  /// True when the reason is an update of the data, and not a touch.
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
// The changes of a batch, read in the host's memory.

/// One change of the data.
public struct Update: Sendable {
  /// The kind of change of an item or a section.
  public enum Action: UInt32, Sendable {
    /// It is new.
    case insert = 0
    /// It was removed.
    case delete
    /// It has another place in the data.
    case move
    /// It stays at its place and has new content.
    case reload
  }

  /// The kind of change.
  public var action: Action
  /// True for a whole section; the items of the paths have no meaning then.
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

/// The changes of a batch. They belong to the host; a layout copies what it needs.
///
/// Memory safety: every index is checked. The changes are in the host's memory, and valid until the call that
/// passes them ends: read them only during that call.
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

  /// Calls `body` with the batch as the host gave it, for a child.
  func with(
    _ body: (UnsafePointer<layout_update>?, UInt32) -> layout_status
  ) -> layout_status {
    unsafe body(start, UInt32(truncatingIfNeeded: count))
  }

  /// Returns the record of a change; nil for an action that this kit does not know.
  func record(at index: Int) -> layout_update? {
    guard let start = unsafe start, unsafe Update.Action(rawValue: start[index].action) != nil
    else { return nil }
    return unsafe start[index]
  }
}

// MARK: - Paths
//
// A place in the data, as in the contract.

/// The section, and the item's index in it.
public typealias ItemPath = layout_path

// swift-format-ignore: AvoidRetroactiveConformances
extension layout_path: @retroactive Equatable {
  public static func == (a: Self, b: Self) -> Bool { a.section == b.section && a.item == b.item }

  /// A place in the data.
  public init(_ section: Int, _ item: Int) {
    self.init(
      section: UInt32(truncatingIfNeeded: section), item: UInt32(truncatingIfNeeded: item))
  }

  /// No place, such as the new place of a deleted item.
  public static var none: Self { Self(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE) }

  /// True when the path names no item: it is no place at all, or a whole section.
  public var isNone: Bool { item == LAYOUT_PATH_NONE }
}
