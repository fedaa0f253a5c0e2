// SPDX-License-Identifier: Apache-2.0
//
// JSON for the player, written directly as text: a session has too many numbers for a tree.

import LayoutTypography

/// JSON text that is being written.
package struct JSONText {
  /// The text so far, UTF-8.
  private var bytes: [UInt8] = []
  /// True when a comma is needed before the next value.
  private var needsComma = false

  /// Empty text, with room for an answer of the studio.
  package init() { bytes.reserveCapacity(2048) }

  /// The text so far.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func object(_ body: (inout JSONText) -> Void) { nested("{", "}", body) }
  package mutating func array(_ body: (inout JSONText) -> Void) { nested("[", "]", body) }

  package mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func integer(_ value: Int) {
    separate()
    write(value)
  }

  /// Writes a length in hundredths, which is finer than any screen.
  package mutating func hundredths(_ value: Double) { number((value * 100).rounded()) }

  /// Writes a number with at most six decimal places.
  ///
  /// Layouts may answer any finite number, and computations with two of them may overflow: infinity
  /// becomes the greatest number, and NaN becomes 0.
  package mutating func number(_ value: Double) {
    // Most numbers are hundredths of a point.
    if let whole = Int(exactly: value) { return integer(whole) }
    separate()
    let greatest = Double.greatestFiniteMagnitude
    let value = value.isNaN ? 0 : value.clamped(to: -greatest...greatest)
    let whole = value.rounded()
    let millionths = (value * 1_000_000).rounded()
    if millionths != whole * 1_000_000 {
      write(String(millionths / 1_000_000))
    } else if let whole = Int(exactly: whole) {
      write(whole)
    } else {
      write(String(whole))
    }
  }

  package mutating func string(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    if value.utf8.allSatisfy(Self.isPlain) { write(value) } else { writeEscaped(value) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Returns true for a byte that begins no character that needs an escape.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    // 0xE2 may begin one of the separators of lines.
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"), 0xE2: false
    default: true
    }
  }

  private mutating func writeEscaped(_ value: String) {
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": write("\\\"")
      case "\\": write("\\\\")
      // A script element must not contain text like its end tag.
      case "<": write("\\u003C")
      case "\u{2028}": write("\\u2028")
      case "\u{2029}": write("\\u2029")
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        write("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: write(String(scalar))
      }
    }
  }

  /// Adds a value that is already JSON.
  package mutating func raw(_ value: String) {
    separate()
    write(value)
  }

  package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  private mutating func nested(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONText) -> Void
  ) {
    separate()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Writes the digits of a number from its end, and turns them round.
  private mutating func write(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var (low, rest) = (bytes.count, value.magnitude)
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    var high = bytes.count - 1
    while low < high {
      bytes.swapAt(low, high)
      (low, high) = (low + 1, high - 1)
    }
  }
}

// MARK: - Base64
//
// Bytes inside text (RFC 4648, section 4).

/// Base64 with padding.
package enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text for `bytes`, four characters for each three of them.
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var word: UInt32 = 0
      for place in 0..<3 {
        word = word << 8 | (place < count ? UInt32(bytes[index + place]) : 0)
      }
      for place in 0..<4 {
        let digit = digits[Int(word >> UInt32(18 - 6 * place) & 63)]
        text.append(place <= count ? digit : UInt8(ascii: "="))
      }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }
}
