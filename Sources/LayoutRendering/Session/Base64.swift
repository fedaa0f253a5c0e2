// SPDX-License-Identifier: Apache-2.0
//
// Bytes inside a page of text (RFC 4648, section 4).

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
