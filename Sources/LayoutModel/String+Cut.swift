// SPDX-License-Identifier: Apache-2.0
//
// Text from outside, cut to a length.

extension String {
  /// The text in at most `byteCount` bytes of UTF-8: what is longer is cut and says how much is missing.
  ///
  /// - Parameter missing: Bytes that are not in the text any more and count as cut too.
  /// - Complexity: O(`byteCount`).
  package func cut(toBytes byteCount: Int, missing: Int = 0) -> String {
    let length = utf8.count
    guard length > byteCount || missing > 0 else { return self }
    // The longest note is 42 bytes.
    var kept = Swift.min(length, Swift.max(byteCount - 42, 0))
    var end = utf8.index(startIndex, offsetBy: kept)
    // Back to the beginning of a scalar.
    while kept > 0, kept < length, utf8[end] & 0xC0 == 0x80 {
      kept -= 1
      end = utf8.index(before: end)
    }
    return "\(self[..<end])… (\(length - kept + missing) bytes more)"
  }
}
