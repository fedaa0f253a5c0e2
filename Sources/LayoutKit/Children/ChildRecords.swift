// SPDX-License-Identifier: Apache-2.0
//
// The inputs of a layout, as the records that it passes on to a child.

import LayoutABI
import LayoutABIDrafts

extension Rect {
  /// Returns the same rectangle in coordinates from `origin`.
  fileprivate func seen(from origin: Point) -> Rect {
    Rect(x: x - origin.x, y: y - origin.y, width: width, height: height)
  }
}

extension BoundsChange {
  /// Returns the change for a child whose content is at `origin`, in the child's coordinates.
  func record(from origin: Point) -> layout_bounds_change {
    var record = layout_bounds_change.sized()
    record.old_bounds = old.seen(from: origin)
    record.new_bounds = new.seen(from: origin)
    if let touch {
      record.flags = LAYOUT_BOUNDS_TOUCH
      record.touch = Point(x: touch.x - origin.x, y: touch.y - origin.y)
    }
    record.time = time
    return record
  }
}

extension Scroll {
  /// Returns the scroll for a child whose content is at `origin`, in the child's coordinates.
  func record(from origin: Point) -> layout_scroll {
    var record = layout_scroll.sized()
    record.flags = isAfterUpdate ? LAYOUT_SCROLL_UPDATE : 0
    record.bounds = bounds.seen(from: origin)
    record.proposed = Point(x: proposed.x - origin.x, y: proposed.y - origin.y)
    record.velocity = velocity
    return record
  }
}

extension CrossTrack {
  /// The track of a child.
  init(_ record: layout_cross_track) {
    self.init(
      section: Int(record.section), frame: record.frame, contentLength: record.content_length,
      offset: record.offset, isVertical: record.flags & LAYOUT_CROSS_VERTICAL != 0)
  }
}

extension AnyProperty {
  /// Returns the value for another layout's property, if that has the same name, type, unit and
  /// cases.
  func value(fitting other: UnsafePointer<layout_property>) -> layout_value? {
    guard unsafe other.pointee.name.equals(name), unsafe other.pointee.type == typeCode,
      unsafe unit.utf8CodeUnitCount == 0
        ? other.pointee.unit.count == 0 : other.pointee.unit.equals(unit)
    else { return nil }
    var value = lend()
    guard typeCode == LAYOUT_TYPE_ENUM, value.type == LAYOUT_TYPE_ENUM else { return value }
    guard let own = Int(exactly: value.integer), caseNames.indices.contains(own) else {
      return nil
    }
    for index in unsafe 0..<Int(other.pointee.case_count) {
      guard let name = unsafe other.pointee.cases?[index], name.equals(caseNames[own]) else {
        continue
      }
      value.integer = Int64(index)
      return value
    }
    return nil
  }
}

/// Room for the answer about one element.
enum SingleAnswer {
  private static let words = 64

  /// Returns the flags of the element that `body` answers; 0 if it answers none, or one with more fields
  /// than there is room for.
  static func flags(_ body: (UnsafeMutablePointer<layout_answer>) -> layout_status) -> UInt32 {
    var record = layout_attributes()
    var transform = Transform.identity
    return unsafe withUnsafeMutablePointer(to: &record) { record in
      unsafe withUnsafeMutablePointer(to: &transform) { transform in
        unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: words) { payload in
          var answer = layout_answer.sized()
          unsafe (answer.records, answer.record_capacity) = unsafe (record, 1)
          unsafe (answer.transforms, answer.transform_capacity) = unsafe (transform, 1)
          unsafe (answer.payload, answer.payload_capacity) = (payload.baseAddress, UInt32(words))
          let status = unsafe body(&answer)
          return unsafe status == LAYOUT_OK && answer.record_count == 1 ? record.pointee.flags : 0
        }
      }
    }
  }
}

// MARK: - Extensions passed on
//
// The extensions of a child that its parent passes on to the host.

/// The tables of a child's extensions. A table stays valid once the child has returned it.
///
/// Unsafe: the tables belong to the child, and are valid until it is closed.
@unsafe
struct ChildOffers {
  private(set) var scrollTarget: UnsafePointer<layout_scroll_target>?
  private(set) var dynamics: UnsafePointer<layout_dynamics>?
  private(set) var selfSizing: UnsafePointer<layout_self_sizing>?
  private(set) var crossScroll: UnsafePointer<layout_cross_scroll>?
  private(set) var updates: UnsafePointer<layout_updates>?
  private(set) var reordering: UnsafePointer<layout_reordering>?

  /// The abilities of these tables.
  var abilities: Abilities {
    var all = Abilities()
    if unsafe scrollTarget != nil { all.insert(.scrollTarget) }
    if unsafe dynamics != nil { all.insert(.dynamics) }
    if unsafe selfSizing != nil { all.insert(.selfSizing) }
    if unsafe crossScroll != nil { all.insert(.crossScroll) }
    if unsafe updates != nil { all.insert(.updates) }
    if unsafe reordering != nil { all.insert(.reordering) }
    return all
  }

  /// Asks a child for its tables, and replaces all tables of an earlier child.
  mutating func ask(_ child: UnsafePointer<layout_instance>) {
    unsafe scrollTarget = unsafe Self.find(child, "layout.scroll-target/1")
    unsafe dynamics = unsafe Self.find(child, "layout.dynamics/1")
    unsafe selfSizing = unsafe Self.find(child, "layout.self-sizing/1")
    unsafe crossScroll = unsafe Self.find(child, "layout.cross-scroll/1")
    unsafe updates = unsafe Self.find(child, "layout.updates/1")
    unsafe reordering = unsafe Self.find(child, "layout.reordering/1")
  }

  static func find<Table>(
    _ child: UnsafePointer<layout_instance>, _ id: StaticString
  ) -> UnsafePointer<Table>? {
    unsafe child.pointee.extension(child.pointee.context, id.text)?.assumingMemoryBound(
      to: Table.self)
  }
}
