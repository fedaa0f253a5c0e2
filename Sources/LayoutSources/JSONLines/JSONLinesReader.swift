// SPDX-License-Identifier: Apache-2.0
//
// JSON Lines: UTF-8, a JSON value on each line.

import LayoutJSON
import LayoutLoading
import LayoutModel

/// Reads the values. Strict: what the format does not allow is an error with its place.
///
/// Lines end in LF or CR LF; one after the last value is optional; an empty line is no value. A byte
/// order mark at the start is skipped, as RFC 8259 lets readers do.
enum JSONLinesReader {
  /// Hands over the values one by one, in the order of the lines.
  ///
  /// - Throws: `source-malformed` with line and column, both counted from 1, and the remedy.
  static func read(
    _ bytes: [UInt8], path: String, limits: SourceLimits = .standard, _ take: (JSONValue) -> Void
  ) throws(LayoutError) {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var line = 1
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      try JSONLineCheck(limits).check(bytes[start..<end], "\(path), line \(line)")
      take(try value(Array(bytes[start..<end]), path: path, line: line))
      start = end + 1
      line += 1
    }
    guard line > 1 else {
      throw LayoutError(
        .sourceMalformed,
        "\(path), line 1, column 1: the file is empty; write a JSON value on each line")
    }
  }

  private static func value(
    _ line: [UInt8], path: String, line number: Int
  ) throws(LayoutError) -> JSONValue {
    // Blank as JSON has it: what is left of a line that ends in CR LF is blank too.
    guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else {
      throw LayoutError(
        .sourceMalformed,
        "\(path), line \(number), column 1: an empty line; remove it, or write null")
    }
    do throws(JSONFault) {
      return try JSONValue.parse(line)
    } catch {
      throw LayoutError(
        .sourceMalformed,
        "\(path), line \(number), column \(max(1, error.column)): \(error.reason); "
          + "write one whole JSON value on each line")
    }
  }
}
