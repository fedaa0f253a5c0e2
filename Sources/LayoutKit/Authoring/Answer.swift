// SPDX-License-Identifier: Apache-2.0
//
// How a layout answers: elements written straight into the host's room, one after the other.

import CPortableMath
import LayoutABI

/// The answer under way. What does not fit is counted and not written, so that the host can ask
/// again with enough room.
///
/// Memory safety: made by the kit for one call and not copyable, so a layout cannot keep it; every write
/// is checked against the room that the host lent.
@safe
public struct Answer: ~Copyable {
  private let target: UnsafeMutablePointer<layout_answer>
  private let records: UnsafeMutablePointer<layout_attributes>?
  private let capacity: Int
  private var transformCount = 0
  private var payloadCount = 0
  /// The number of elements answered so far.
  public private(set) var count = 0

  init(_ target: UnsafeMutablePointer<layout_answer>) {
    unsafe self.target = unsafe target
    unsafe records = unsafe target.pointee.records
    capacity = unsafe records == nil ? 0 : Int(target.pointee.record_capacity)
  }

  /// Answers a cell.
  @inlinable
  public mutating func cell(
    _ section: Int, _ item: Int, _ frame: Rect, zIndex: Int32 = 0, alpha: Float = 1,
    isHidden: Bool = false
  ) {
    element(
      .cell, kind: 0, section, item, frame, zIndex: zIndex, alpha: alpha, isHidden: isHidden)
  }

  /// Answers an element of any kind; `kind` is its index in ``Layout/kinds``. A section's header or
  /// footer has item 0. A decoration that belongs to no section has the section `ItemPath.none` has. A pinned
  /// element keeps its place in the viewport while the content scrolls.
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

  /// Gives the element answered last a transform.
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

  /// Moves the element answered last.
  mutating func recenter(at position: Point) {
    if count > 0, count <= capacity, let records = unsafe records {
      unsafe records[count - 1].frame.center = position
    }
  }

  /// Gives the element answered last the next of its kind's fields: a number.
  public mutating func field(_ value: Double) {
    word(value.bitPattern)
  }

  /// The next field: an integer.
  public mutating func field(_ value: Int) {
    word(UInt64(bitPattern: Int64(value)))
  }

  /// The next field: an integer of 64 bits on every machine, such as a colour.
  public mutating func field(_ value: Int64) {
    word(UInt64(bitPattern: value))
  }

  /// The next field: a flag.
  public mutating func field(_ value: Bool) {
    word(value ? 1 : 0)
  }

  /// The next field: a case of an enumeration.
  public mutating func field<Value: PropertyCases>(_ value: Value) {
    field(value.rawValue)
  }

  /// The next field: a point.
  public mutating func field(_ value: Point) {
    field(value.x)
    field(value.y)
  }

  /// The next field: a size.
  public mutating func field(_ value: Size) {
    field(value.width)
    field(value.height)
  }

  /// The next field: insets.
  public mutating func field(_ value: Insets) {
    field(value.top)
    field(value.left)
    field(value.bottom)
    field(value.right)
  }

  /// Changes what was answered from `start` on and fitted.
  mutating func edit(from start: Int, _ body: (inout layout_attributes) -> Void) {
    guard let records = unsafe records else { return }
    for index in min(start, capacity)..<min(count, capacity) { unsafe body(&records[index]) }
  }

  /// Returns the room that is left, for a child to answer into.
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

  /// Adds what a child answered into ``lend()``, moved by `origin`.
  /// - Returns: Its status, LAYOUT_OK where it needs more room too: this answer counts that.
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

  /// The next word of the fields of the element answered last.
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

  /// Writes the counts; LAYOUT_CAPACITY when anything did not fit.
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
// Where one element is and how it looks, as a value that a layout may change.

/// The attributes from which an element starts or to which it goes. Its custom fields stay as
/// they are.
public struct ElementAttributes {
  /// Content coordinates, points.
  public var frame: Rect
  /// Larger is nearer to the viewer.
  public var zIndex: Int32
  /// Opacity, 0 to 1.
  public var alpha: Float
  /// Laid out, but not shown.
  public var isHidden: Bool
  /// About the frame's centre; nil for none.
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

  /// Turns out of the plane of the screen, as seen from in front of the middle.
  /// - Parameters:
  ///   - angle: Radians; about a vertical axis, positive brings the right edge
  ///     nearer, about a horizontal one the upper.
  ///   - axis: About which it turns.
  ///   - eyeDistance: Of the viewer from the screen, points, above 0.
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
