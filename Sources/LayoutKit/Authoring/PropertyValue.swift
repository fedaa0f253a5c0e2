// SPDX-License-Identifier: Apache-2.0
//
// The types that a property may have, and their C forms.

import CLayoutKit
import LayoutABI

/// The memory for the numbers of an array value while the host reads them.
public protocol NumberRoom: ~Copyable {
  /// Returns room for `count` numbers, which is valid as long as this object.
  mutating func numbers(_ count: Int) -> UnsafeMutablePointer<Double>
}

/// A type that a property may have.
public protocol PropertyValue {
  /// LAYOUT_TYPE_….
  static var typeCode: UInt32 { get }
  /// True when the property may be unset.
  static var isOptional: Bool { get }
  /// The cases of an enumeration, in order.
  static var caseNames: [StaticString] { get }
  /// Decodes a value of the host; nil when it has another type.
  init?(decoding value: layout_value)
  /// Returns the value in its C form.
  func encoded(in room: inout some NumberRoom & ~Copyable) -> layout_value
  /// The value for computations: lengths beyond 2⁶¹ points are replaced by 2⁶¹ points. The value itself
  /// for types without numbers.
  var bounded: Self { get }
}

extension PropertyValue {
  public static var isOptional: Bool { false }
  public static var caseNames: [StaticString] { [] }
  public var bounded: Self { self }

  /// An empty value of this type, for a caller to fill.
  static var blank: layout_value {
    var value = layout_value()
    value.type = typeCode
    return value
  }
}

/// The content as a number or as numbers. Memory safety: all other members of the union can be read as numbers too;
/// only its text and its array hold pointers, and these need `as`.
extension layout_value {
  var integer: Int64 {
    get { unsafe self.as.integer }
    set { unsafe self.as.integer = newValue }
  }
  var number: Double {
    get { unsafe self.as.number }
    set { unsafe self.as.number = newValue }
  }
  var point: Point {
    get { unsafe self.as.point }
    set { unsafe self.as.point = newValue }
  }
  var size: Size {
    get { unsafe self.as.size }
    set { unsafe self.as.size = newValue }
  }
  var insets: Insets {
    get { unsafe self.as.insets }
    set { unsafe self.as.insets = newValue }
  }
}

extension Bool: PropertyValue {
  public static var typeCode: UInt32 { 1 }
  public init?(decoding value: layout_value) {
    guard value.type == Self.typeCode else { return nil }
    self = value.integer != 0
  }
  public func encoded(in room: inout some NumberRoom & ~Copyable) -> layout_value {
    var value = Self.blank
    value.integer = self ? 1 : 0
    return value
  }
}

extension Int: PropertyValue {
  public static var typeCode: UInt32 { 2 }
  public init?(decoding value: layout_value) {
    guard value.type == Self.typeCode, let whole = Int(exactly: value.integer) else {
      return nil
    }
    self = whole
  }
  public func encoded(in room: inout some NumberRoom & ~Copyable) -> layout_value {
    var value = Self.blank
    value.integer = Int64(self)
    return value
  }
}

/// An integer of 64 bits on every machine, such as a colour; an `Int` may have 32 bits.
extension Int64: PropertyValue {
  public static var typeCode: UInt32 { 2 }
  public init?(decoding value: layout_value) {
    guard value.type == Self.typeCode else { return nil }
    self = value.integer
  }
  public func encoded(in room: inout some NumberRoom & ~Copyable) -> layout_value {
    var value = Self.blank
    value.integer = self
    return value
  }
}

extension Double: PropertyValue {
  public var bounded: Self { boundedLength }
  public static var typeCode: UInt32 { 3 }
  public init?(decoding value: layout_value) {
    guard value.type == Self.typeCode else { return nil }
    self = value.number
  }
  public func encoded(in room: inout some NumberRoom & ~Copyable) -> layout_value {
    var value = Self.blank
    value.number = self
    return value
  }
}

extension layout_point: PropertyValue {
  public var bounded: Self { boundedLengths }
  public static var typeCode: UInt32 { 5 }
  public init?(decoding value: layout_value) {
    guard value.type == Self.typeCode else { return nil }
    self = value.point
  }
  public func encoded(in room: inout some NumberRoom & ~Copyable) -> layout_value {
    var value = Self.blank
    value.point = self
    return value
  }
}

extension layout_size: PropertyValue {
  public var bounded: Self { boundedLengths }
  public static var typeCode: UInt32 { 6 }
  public init?(decoding value: layout_value) {
    guard value.type == Self.typeCode else { return nil }
    self = value.size
  }
  public func encoded(in room: inout some NumberRoom & ~Copyable) -> layout_value {
    var value = Self.blank
    value.size = self
    return value
  }
}

extension layout_insets: PropertyValue {
  public var bounded: Self { boundedLengths }
  public static var typeCode: UInt32 { 7 }
  public init?(decoding value: layout_value) {
    guard value.type == Self.typeCode else { return nil }
    self = value.insets
  }
  public func encoded(in room: inout some NumberRoom & ~Copyable) -> layout_value {
    var value = Self.blank
    value.insets = self
    return value
  }
}

extension Array: PropertyValue where Element == Double {
  public var bounded: Self { map { $0.boundedLength } }
  public static var typeCode: UInt32 { 9 }
  public init?(decoding value: layout_value) {
    guard value.type == Self.typeCode else { return nil }
    let array = unsafe value.as.array
    self = unsafe Array(UnsafeBufferPointer(start: array.values, count: Int(array.count)))
  }
  public func encoded(in room: inout some NumberRoom & ~Copyable) -> layout_value {
    let numbers = unsafe room.numbers(count)
    for index in 0..<count { unsafe numbers[index] = self[index] }
    var value = Self.blank
    unsafe value.as.array = unsafe layout_array(values: numbers, count: UInt32(count), reserved: 0)
    return value
  }
}

/// An enumeration as a property: its raw values count from 0, in the order of `caseNames`.
public protocol PropertyCases: PropertyValue, RawRepresentable where RawValue == Int {}

extension PropertyCases {
  public static var typeCode: UInt32 { 4 }
  public init?(decoding value: layout_value) {
    guard value.type == Self.typeCode, let index = Int(exactly: value.integer) else {
      return nil
    }
    self.init(rawValue: index)
  }
  public func encoded(in room: inout some NumberRoom & ~Copyable) -> layout_value {
    var value = Self.blank
    value.integer = Int64(rawValue)
    return value
  }
}

extension Optional: PropertyValue where Wrapped: PropertyValue {
  public var bounded: Self { map { $0.bounded } }
  public static var typeCode: UInt32 { Wrapped.typeCode }
  public static var isOptional: Bool { true }
  public static var caseNames: [StaticString] { Wrapped.caseNames }
  public init?(decoding value: layout_value) {
    if value.type == 0 {
      self = .none
    } else if let wrapped = Wrapped(decoding: value) {
      self = .some(wrapped)
    } else {
      return nil
    }
  }
  public func encoded(in room: inout some NumberRoom & ~Copyable) -> layout_value {
    switch self {
    case .some(let wrapped): wrapped.encoded(in: &room)
    case .none: layout_value()
    }
  }
}

// MARK: - Text
//
// Text without Swift's strings, which would more than double the size of a plugin.

/// UTF-8 text of a property; the host has checked that it is valid.
public struct Text: Equatable, Sendable {
  /// The bytes, without a terminator.
  public var utf8: [UInt8]

  /// A copy of static text.
  public init(_ text: StaticString) {
    utf8 = []
    for index in 0..<text.utf8CodeUnitCount { unsafe utf8.append(text.utf8Start[index]) }
  }

  /// Returns true when the text is the same, byte by byte.
  public func equals(_ other: StaticString) -> Bool {
    guard utf8.count == other.utf8CodeUnitCount else { return false }
    for index in 0..<utf8.count where unsafe utf8[index] != other.utf8Start[index] { return false }
    return true
  }
}

extension Text: PropertyValue {
  /// LAYOUT_TYPE_TEXT.
  public static var typeCode: UInt32 { 8 }

  /// A copy of the host's text.
  public init?(decoding value: layout_value) {
    guard value.type == Self.typeCode else { return nil }
    let text = unsafe value.as.text
    utf8 = []
    guard let bytes = unsafe text.bytes else { return }
    for index in 0..<Int(text.count) { unsafe utf8.append(UInt8(bitPattern: bytes[index])) }
  }

  /// Returns the text in its C form.
  public func encoded(in room: inout some NumberRoom & ~Copyable) -> layout_value {
    // The room is for numbers of eight bytes each.
    let place = unsafe UnsafeMutableRawPointer(room.numbers((utf8.count + 7) / 8))
    let bytes = unsafe place.bindMemory(to: CChar.self, capacity: utf8.count)
    for index in 0..<utf8.count { unsafe bytes[index] = CChar(bitPattern: utf8[index]) }
    var value = Self.blank
    unsafe value.as.text = unsafe layout_text(bytes: bytes, count: UInt32(utf8.count), reserved: 0)
    return value
  }
}

/// Text that the host lends for one call.
public struct BorrowedText: ~Copyable {
  private let text: layout_text

  init(_ text: layout_text) { self.text = text }

  /// Returns true when the text is the same, byte by byte.
  public func equals(_ other: StaticString) -> Bool { text.equals(other) }
}

extension layout_text {
  /// Returns true when the text is the same, byte by byte.
  func equals(_ other: StaticString) -> Bool {
    guard let bytes = unsafe bytes, Int(count) == other.utf8CodeUnitCount else { return false }
    return unsafe memcmp(bytes, other.utf8Start, Int(count)) == 0
  }
}
