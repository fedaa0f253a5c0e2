// SPDX-License-Identifier: Apache-2.0
//
// JSON for the player, written directly as text: a session has too many numbers for a tree.

import LayoutTypography

/// JSON text that is being written.
package struct JSONText {
  package private(set) var text = ""
  /// True when a comma is needed before the next value.
  private var needsComma = false

  /// Empty text.
  package init() {}

  package mutating func object(_ body: (inout JSONText) -> Void) { nested("{", "}", body) }
  package mutating func array(_ body: (inout JSONText) -> Void) { nested("[", "]", body) }

  package mutating func key(_ name: String) {
    string(name)
    text += ":"
    needsComma = false
  }

  package mutating func integer(_ value: Int) {
    separate()
    text += String(value)
  }

  /// Writes a length in hundredths, which is finer than any screen.
  package mutating func hundredths(_ value: Double) { number((value * 100).rounded()) }

  /// Writes a number with at most six decimal places.
  ///
  /// Layouts may answer any finite number, and computations with two of them may overflow: infinity
  /// becomes the greatest number, and NaN becomes 0.
  package mutating func number(_ value: Double) {
    separate()
    let greatest = Double.greatestFiniteMagnitude
    let value = value.isNaN ? 0 : value.clamped(to: -greatest...greatest)
    let whole = value.rounded()
    let millionths = (value * 1_000_000).rounded()
    if millionths != whole * 1_000_000 {
      text += String(millionths / 1_000_000)
    } else {
      text += Int(exactly: whole).map(String.init) ?? String(whole)
    }
  }

  package mutating func string(_ value: String) {
    separate()
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      // A script element must not contain text like its end tag.
      case "<": text += "\\u003C"
      case "\u{2028}": text += "\\u2028"
      case "\u{2029}": text += "\\u2029"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  /// Adds a value that is already JSON.
  package mutating func raw(_ value: String) {
    separate()
    text += value
  }

  package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  private mutating func nested(_ open: String, _ close: String, _ body: (inout JSONText) -> Void) {
    separate()
    text += open
    needsComma = false
    body(&self)
    text += close
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { text += "," }
    needsComma = true
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
