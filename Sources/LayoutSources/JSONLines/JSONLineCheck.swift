// SPDX-License-Identifier: Apache-2.0
//
// A look at a line of JSON before it is parsed: how many members it has, and how long its strings are.

import LayoutModel

/// Counts what would cost time or memory to parse. A line that is not JSON passes as well; the parser
/// refuses it.
struct JSONLineCheck {
  private let limits: SourceLimits

  init(_ limits: SourceLimits) { self.limits = limits }

  /// Looks at one line.
  ///
  /// - Throws: `source-limit` for more members, or a longer string, than the limits allow.
  /// - Complexity: O(bytes of the line).
  func check(_ line: ArraySlice<UInt8>, _ place: String) throws(LayoutError) {
    var (members, length) = (0, 0)
    var (isInString, isEscaped) = (false, false)
    for byte in line {
      if !isInString {
        if byte == UInt8(ascii: ":") { members += 1 }
        if byte == UInt8(ascii: "\"") { (isInString, length) = (true, 0) }
      } else if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      length += 1
      if isInString, length > limits.cellBytes + 1 { throw tooLong(place) }
      if members > limits.keys { throw tooMany(place) }
    }
  }

  private func tooLong(_ place: String) -> LayoutError {
    SourceLimits.error(
      place, "a string that is longer than is read", limit: "cellBytes",
      "\(limits.cellBytes.grouped) bytes", remedy: "shorten it")
  }

  private func tooMany(_ place: String) -> LayoutError {
    SourceLimits.error(
      place, "more members than are read", limit: "keys", limits.keys.grouped,
      remedy: "split the value")
  }
}
