// SPDX-License-Identifier: Apache-2.0
//
// File names in the order people expect: "picture 9" before "picture 10".

/// Compares names with runs of digits as numbers, and letters without regard to case.
enum NaturalOrder {
  /// Returns true when `a` stands before `b`. A strict order of all strings: what looks equal
  /// is told apart by its bytes.
  static func precedes(_ a: String, _ b: String) -> Bool {
    var left = Array(a.lowercased().unicodeScalars)[...]
    var right = Array(b.lowercased().unicodeScalars)[...]
    while let first = left.first, let second = right.first {
      if isDigit(first) && isDigit(second) {
        let numbers = (takeNumber(&left), takeNumber(&right))
        if numbers.0 != numbers.1 { return isSmaller(numbers.0, numbers.1) }
      } else if first != second {
        return first < second
      } else {
        left.removeFirst()
        right.removeFirst()
      }
    }
    if left.isEmpty != right.isEmpty { return left.isEmpty }
    return a.utf8.lexicographicallyPrecedes(b.utf8)
  }

  private static func isDigit(_ scalar: UnicodeScalar) -> Bool { ("0"..."9").contains(scalar) }

  /// The digits without leading zeros; numbers of any length compare.
  private static func takeNumber(_ text: inout ArraySlice<UnicodeScalar>) -> [UnicodeScalar] {
    let digits = text.prefix(while: isDigit)
    text = text.dropFirst(digits.count)
    return Array(digits.drop { $0 == "0" })
  }

  private static func isSmaller(_ a: [UnicodeScalar], _ b: [UnicodeScalar]) -> Bool {
    a.count == b.count ? a.lexicographicallyPrecedes(b) : a.count < b.count
  }
}
