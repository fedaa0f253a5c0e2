// SPDX-License-Identifier: Apache-2.0
//
// Text without Swift's strings, which would more than double the size of a plugin.

import CLayoutKit
import LayoutABI

/// UTF-8 text of a property; the host has checked that it is well formed.
public struct Text: Equatable, Sendable {
  /// The bytes, without any terminator.
  public var utf8: [UInt8]

  /// A copy of static text.
  public init(_ text: StaticString) {
    utf8 = []
    for index in 0..<text.utf8CodeUnitCount { utf8.append(text.utf8Start[index]) }
  }

  /// Returns true when it is the same text, byte by byte.
  public func equals(_ other: StaticString) -> Bool {
    guard utf8.count == other.utf8CodeUnitCount else { return false }
    for index in 0..<utf8.count where utf8[index] != other.utf8Start[index] { return false }
    return true
  }
}

extension Text: PropertyValue {
  /// LAYOUT_TYPE_TEXT.
  public static var typeCode: UInt32 { 8 }

  /// A copy of the text that the host sends.
  public init?(decoding value: layout_value) {
    guard value.type == Self.typeCode else { return nil }
    let text = value.as.text
    utf8 = []
    guard let bytes = text.bytes else { return }
    for index in 0..<Int(text.count) { utf8.append(UInt8(bitPattern: bytes[index])) }
  }

  /// The text as the host reads it.
  public func encoded(in room: inout some NumberRoom & ~Copyable) -> layout_value {
    // The room is made for numbers; eight bytes lie in each.
    let place = UnsafeMutableRawPointer(room.numbers((utf8.count + 7) / 8))
    let bytes = place.bindMemory(to: CChar.self, capacity: utf8.count)
    for index in 0..<utf8.count { bytes[index] = CChar(bitPattern: utf8[index]) }
    var value = Self.blank
    value.as.text = layout_text(bytes: bytes, count: UInt32(utf8.count), reserved: 0)
    return value
  }
}

/// Text that the host lends for one call.
public struct BorrowedText: ~Copyable {
  private let text: layout_text

  init(_ text: layout_text) { self.text = text }

  /// Returns true when the text is this one, byte by byte.
  public func equals(_ other: StaticString) -> Bool { text.equals(other) }
}

extension layout_text {
  /// Returns true when the text is this one, byte by byte.
  func equals(_ other: StaticString) -> Bool {
    guard let bytes, Int(count) == other.utf8CodeUnitCount else { return false }
    return memcmp(bytes, other.utf8Start, Int(count)) == 0
  }
}
