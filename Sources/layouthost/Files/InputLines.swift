// SPDX-License-Identifier: Apache-2.0
//
// Lines of a descriptor that somebody polls.

import Glibc
import LayoutModel

/// Bytes as they come, cut into lines.
struct InputLines {
  private var rest: [UInt8] = []
  /// The number of the line handed over last, from 1.
  private(set) var number = 0

  /// Reads once, and hands over the lines that are whole, each with its number; at the end also the last
  /// one without an end.
  /// - Returns: False at the end of the input.
  /// - Throws: `unreadable` when it cannot be read, as a standard input that is closed; what `receive`
  ///   throws.
  mutating func read(from descriptor: CInt, _ receive: (String, _ number: Int) throws -> Void)
    throws -> Bool
  {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return true }
    guard count >= 0 else {
      throw LayoutError(
        .unreadable,
        "standard input cannot be read (\(String(cString: strerror(errno)))); "
          + "give it steps, or /dev/null")
    }
    rest += buffer.prefix(count)
    var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let last = lines.popLast() ?? []
    if count == 0, !last.isEmpty { lines.append(last) }
    rest = count > 0 ? Array(last) : []
    for line in lines {
      number += 1
      try receive(String(decoding: line, as: UTF8.self), number)
    }
    return count > 0
  }
}
