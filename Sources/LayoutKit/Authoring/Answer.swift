// SPDX-License-Identifier: Apache-2.0
//
// A layout's answer: elements, written one after the other into memory of the host.

import CPortableMath
import LayoutABI

/// An answer in progress. An element for which there is no room is counted but not written, so that
/// the host can ask again with enough room.
///
/// Memory safety: made by the kit for one call and not copyable, so a layout cannot keep it; every write
/// is checked against the host's room.
@safe
public struct Answer: ~Copyable {
  private let target: UnsafeMutablePointer<layout_answer>
  private let records: UnsafeMutablePointer<layout_attributes>?
  private let capacity: Int
  private var transformCount = 0
  private var payloadCount = 0
  /// The number of elements so far.
  public private(set) var count = 0

  init(_ target: UnsafeMutablePointer<layout_answer>) {
    unsafe self.target = unsafe target
    unsafe records = unsafe target.pointee.records
    capacity = unsafe records == nil ? 0 : Int(target.pointee.record_capacity)
  }

  /// Adds a cell.
  @inlinable
  public mutating func cell(
    _ section: Int, _ item: Int, _ frame: Rect, zIndex: Int32 = 0, alpha: Float = 1,
    isHidden: Bool = false
  ) {
    element(
      .cell, kind: 0, section, item, frame, zIndex: zIndex, alpha: alpha, isHidden: isHidden)
  }

  /// Adds an element of any kind; `kind` is its index in ``Layout/kinds``. A section's header or footer has
  /// item 0. A decoration without a section has the section of `ItemPath.none`. A pinned element keeps its
  /// place in the viewport while the content scrolls.
  public mutating func element(
    _ category: Category, kind: Int, _ section: Int, _ item: Int, _ frame: Rect,
    zIndex: Int32 = 0, alpha: Float = 1, isHidden: Bool = false, isPinned: Bool = false
  ) {
    if count < capacity, let records = unsafe records {
      unsafe records[count] = layout_attributes(
        frame: frame, section: UInt32(truncatingIfNeeded: section),
        item: UInt32(truncatingIfNeeded: item), category: category.rawValue,
        kind: UInt16(truncatingIfNeeded: kind), z_index: zIndex, alpha: alpha,
        flags: (isHidden ? 1 : 0) | (isPinned ? 2 : 0), transform: 0, payload: 0)
    }
    count += 1
  }

  /// Sets the transform of the last element.
  public mutating func transform(_ transform: Transform) {
    if count > 0, count <= capacity, let records = unsafe records {
      unsafe records[count - 1].transform = UInt32(truncatingIfNeeded: transformCount + 1)
    }
    if unsafe transformCount < Int(target.pointee.transform_capacity),
      let transforms = unsafe target.pointee.transforms
    {
      unsafe transforms[transformCount] = transform
    }
    transformCount += 1
  }

  /// Moves the last element.
  mutating func recenter(at position: Point) {
    if count > 0, count <= capacity, let records = unsafe records {
      unsafe records[count - 1].frame.center = position
    }
  }

  /// Sets the next field of the last element: a number.
  public mutating func field(_ value: Double) {
    word(value.bitPattern)
  }

  /// Sets the next field: an integer.
  public mutating func field(_ value: Int) {
    word(UInt64(bitPattern: Int64(value)))
  }

  /// Sets the next field: an integer of 64 bits on every machine, such as a colour.
  public mutating func field(_ value: Int64) {
    word(UInt64(bitPattern: value))
  }

  /// Sets the next field: a flag.
  public mutating func field(_ value: Bool) {
    word(value ? 1 : 0)
  }

  /// Sets the next field: a case of an enumeration.
  public mutating func field<Value: PropertyCases>(_ value: Value) {
    field(value.rawValue)
  }

  /// Sets the next field: a point.
  public mutating func field(_ value: Point) {
    field(value.x)
    field(value.y)
  }

  /// Sets the next field: a size.
  public mutating func field(_ value: Size) {
    field(value.width)
    field(value.height)
  }

  /// Sets the next field: insets.
  public mutating func field(_ value: Insets) {
    field(value.top)
    field(value.left)
    field(value.bottom)
    field(value.right)
  }

  /// Changes the written elements from `start` on.
  mutating func edit(from start: Int, _ body: (inout layout_attributes) -> Void) {
    guard let records = unsafe records else { return }
    for index in min(start, capacity)..<min(count, capacity) { unsafe body(&records[index]) }
  }

  /// Returns the remaining room, for the answer of a child.
  func lend() -> layout_answer {
    var part = layout_answer.sized()
    if count < capacity, let records = unsafe records {
      unsafe (part.records, part.record_capacity) = unsafe (
        records + count, UInt32(capacity - count)
      )
    }
    let (transforms, words) = unsafe (
      Int(target.pointee.transform_capacity), Int(target.pointee.payload_capacity)
    )
    if transformCount < transforms, let start = unsafe target.pointee.transforms {
      unsafe part.transforms = unsafe start + transformCount
      part.transform_capacity = UInt32(transforms - transformCount)
    }
    if payloadCount < words, let start = unsafe target.pointee.payload {
      unsafe (part.payload, part.payload_capacity) = unsafe (
        start + payloadCount, UInt32(words - payloadCount)
      )
    }
    return part
  }

  /// Adds the answer of a child that was written into ``lend()``, moved by `origin`.
  /// - Returns: The child's status; LAYOUT_OK if only room is missing, since this answer counts it
  ///   too.
  mutating func take(
    _ part: layout_answer, _ status: layout_status, from origin: Point
  ) -> layout_status {
    guard status == LAYOUT_OK || status == LAYOUT_CAPACITY else { return status }
    let start = count
    count += Int(part.record_count)
    let (transform, payload) = (UInt32(transformCount), UInt32(payloadCount))
    transformCount += Int(part.transform_count)
    payloadCount += Int(part.payload_count)
    guard status == LAYOUT_OK else { return LAYOUT_OK }
    edit(from: start) { record in
      record.frame.x += origin.x
      record.frame.y += origin.y
      if record.transform > 0 { record.transform += transform }
      if record.payload > 0 { record.payload += payload }
    }
    return LAYOUT_OK
  }

  /// Sets the next word of the last element's fields.
  mutating func word(_ bits: UInt64) {
    if count > 0, count <= capacity, let records = unsafe records,
      unsafe records[count - 1].payload == 0
    {
      unsafe records[count - 1].payload = UInt32(truncatingIfNeeded: payloadCount + 1)
    }
    if unsafe payloadCount < Int(target.pointee.payload_capacity),
      let payload = unsafe target.pointee.payload
    {
      unsafe payload[payloadCount] = bits
    }
    payloadCount += 1
  }

  /// Writes the counts; returns LAYOUT_CAPACITY if anything did not fit.
  consuming func finish() -> layout_status {
    unsafe target.pointee.record_count = UInt32(truncatingIfNeeded: count)
    unsafe target.pointee.transform_count = UInt32(truncatingIfNeeded: transformCount)
    unsafe target.pointee.payload_count = UInt32(truncatingIfNeeded: payloadCount)
    let fits =
      unsafe count <= capacity && transformCount <= Int(target.pointee.transform_capacity)
      && payloadCount <= Int(target.pointee.payload_capacity)
    return fits ? 0 : 2
  }
}

// MARK: - Elements as values
//
// The place and the look of one element, as a value that a layout may change.

/// The attributes of an element at the start or at the end of an animation. Its custom fields do
/// not change.
public struct ElementAttributes {
  /// The frame in content coordinates, points.
  public var frame: Rect
  /// The order in depth; larger is nearer to the viewer.
  public var zIndex: Int32
  /// Opacity, 0 to 1.
  public var alpha: Float
  /// True when the element is laid out, but not shown.
  public var isHidden: Bool
  /// The transform about the frame's centre; nil for none.
  public var transform: Transform?
}

// MARK: - Transforms
//
// Transforms that layouts give to elements.

/// A 3-D transform about the centre of a frame, row vectors, m11 first.
public typealias Transform = layout_transform

extension layout_transform {
  /// The transform that changes nothing.
  public static var identity: Self {
    var transform = Self()
    (transform.m.0, transform.m.5, transform.m.10, transform.m.15) = (1, 1, 1, 1)
    return transform
  }

  /// Turns in the plane of the screen.
  /// - Parameter angle: Radians, clockwise.
  public init(rotation angle: Double) {
    self = .identity
    (m.0, m.1) = (portable_cos(angle), portable_sin(angle))
    (m.4, m.5) = (-portable_sin(angle), portable_cos(angle))
  }

  /// Grows or shrinks in the plane of the screen.
  public init(scale: Double) {
    self = .identity
    (m.0, m.5) = (scale, scale)
  }

  /// A line in the plane of the screen.
  public enum Axis: Sendable {
    /// From top to bottom.
    case vertical
    /// From left to right.
    case horizontal
  }

  /// Turns out of the plane of the screen, seen from in front of its middle.
  /// - Parameters:
  ///   - angle: Radians; about a vertical axis a positive angle brings the right edge nearer, about
  ///     a horizontal axis the upper edge.
  ///   - axis: The axis of the turn.
  ///   - eyeDistance: The distance of the viewer from the screen, points, above 0.
  public init(turn angle: Double, about axis: Axis, eyeDistance: Double) {
    self = .identity
    let (cosine, sine) = (portable_cos(angle), portable_sin(angle))
    // A rotation, then the projection whose m34 is -1/eyeDistance.
    (m.10, m.11) = (cosine, -cosine / eyeDistance)
    if axis == .vertical {
      (m.0, m.2, m.3) = (cosine, sine, -sine / eyeDistance)
      m.8 = -sine
    } else {
      (m.5, m.6, m.7) = (cosine, -sine, sine / eyeDistance)
      m.9 = sine
    }
  }
}
