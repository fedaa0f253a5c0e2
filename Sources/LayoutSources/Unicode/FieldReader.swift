// SPDX-License-Identifier: Apache-2.0
//
// The files of the Unicode character database: lines of fields between semicolons, after which a
// number sign starts a comment.

import LayoutModel

/// Walks through such a file, line by line, field by field.
struct FieldReader {
  private let bytes: [UInt8]
  private let path: String
  private var position = 0
  private var lineNumber = 0
  private var lineEnd = 0

  init(_ bytes: [UInt8], path: String) {
    self.bytes = bytes
    self.path = path
  }

  /// Moves to the next line that holds fields.
  mutating func nextLine() -> Bool {
    position = lineNumber == 0 ? 0 : lineEnd + 1
    while position < bytes.count {
      lineNumber += 1
      var end = position
      while end < bytes.count && bytes[end] != UInt8(ascii: "\n") { end += 1 }
      lineEnd = end
      if end > position && bytes[position] != UInt8(ascii: "#") { return true }
      position = end + 1
    }
    return false
  }

  /// The next field of the line, without blanks around it.
  mutating func field() -> Range<Int> {
    var start = position
    while position < lineEnd, bytes[position] != UInt8(ascii: ";"),
      bytes[position] != UInt8(ascii: "#")
    {
      position += 1
    }
    var end = position
    if position < lineEnd && bytes[position] == UInt8(ascii: ";") { position += 1 }
    while start < end && bytes[start] == UInt8(ascii: " ") { start += 1 }
    while end > start && isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// The next field as one code point or as a range with two dots.
  mutating func codePoints() throws(LayoutError) -> ClosedRange<UInt32> {
    let place = field()
    let dots = place.first { bytes[$0] == UInt8(ascii: ".") }
    let first = try hexadecimal(place.lowerBound..<(dots ?? place.upperBound))
    guard let dots else { return first...first }
    let last = try hexadecimal(min(dots + 2, place.upperBound)..<place.upperBound)
    guard first <= last else { throw malformed("a range that runs backwards") }
    return first...last
  }

  /// The text of a place.
  func text(_ place: Range<Int>) -> String { String(decoding: bytes[place], as: UTF8.self) }

  /// The error for this line.
  func malformed(_ what: String) -> LayoutError {
    LayoutError(
      .sourceMalformed,
      "\(path), line \(lineNumber): \(what); reinstall Debian's package unicode-data")
  }

  private func hexadecimal(_ place: Range<Int>) throws(LayoutError) -> UInt32 {
    var value: UInt32 = 0
    for index in place {
      guard let digit = hexadecimalValue(bytes[index]) else {
        throw malformed("\"\(text(place))\" is not a code point")
      }
      value = value &* 16 &+ digit
    }
    guard !place.isEmpty, place.count <= 6, value <= 0x10FFFF else {
      throw malformed("\"\(text(place))\" is not a code point")
    }
    return value
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t")
  }

  private func hexadecimalValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
