// SPDX-License-Identifier: Apache-2.0
//
// From the text of a list of hashes to its value.

import LayoutModel

extension TrustList {
  /// Reads the text, by bytes: a list may have hundreds of thousands of lines.
  ///
  /// - Throws: `bad-trust-file` naming the line. Half a list is not believed.
  /// - Complexity: O(bytes).
  init(parsing text: [UInt8]) throws(LayoutError) {
    self.init()
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let hash = Self.trimmed(line.prefix { $0 != Self.mark })
      guard !hash.isEmpty else { continue }
      let word = String(decoding: hash, as: UTF8.self)
      guard Self.isHash(word) else {
        throw LayoutError(
          .badTrustFile,
          "line \(index + 1) is not a SHA-256 of 64 lower-case hexadecimal digits; "
            + "correct the line or take it out")
      }
      let (date, path) = Self.comment(of: line)
      _ = add(Entry(hash: word, date: date, path: path))
    }
  }

  private static let mark = UInt8(ascii: "#")
  private static let space = UInt8(ascii: " ")

  /// The date and the path behind the mark. What does not start with a date is a person's own note.
  private static func comment(of line: ArraySlice<UInt8>) -> (date: String?, path: String?) {
    guard let mark = line.firstIndex(of: mark) else { return (nil, nil) }
    let words = trimmed(line[(mark + 1)...])
    let date = words.prefix { $0 != space }
    guard isDate(date) else { return (nil, nil) }
    let path = words.dropFirst(date.count + 1)
    return (
      String(decoding: date, as: UTF8.self),
      path.isEmpty ? nil : String(decoding: path, as: UTF8.self)
    )
  }

  private static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
    text.count == 10 && text.allSatisfy { $0 == UInt8(ascii: "-") || $0 >= 48 && $0 < 58 }
  }

  /// Without white space at both ends, the line end of another system among it.
  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == space || 9...13 ~= byte }
    guard let first = text.firstIndex(where: { !isSpace($0) }),
      let last = text.lastIndex(where: { !isSpace($0) })
    else { return [] }
    return text[first...last]
  }
}
