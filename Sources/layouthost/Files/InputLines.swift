// SPDX-License-Identifier: Apache-2.0
//
// Lines of a descriptor that somebody polls.

import Glibc

/// Bytes as they come, cut into lines.
struct InputLines {
  private var rest: [UInt8] = []

  /// Reads once, and hands over the lines that are whole; at the end also the last one without an
  /// end.
  /// - Returns: False at the end of the input.
  mutating func read(from descriptor: CInt, _ receive: (String) throws -> Void) throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return true }
    rest += buffer.prefix(max(0, count))
    var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let last = lines.popLast() ?? []
    for line in lines { try receive(String(decoding: line, as: UTF8.self)) }
    rest = Array(last)
    if count <= 0, !rest.isEmpty { try receive(String(decoding: rest, as: UTF8.self)) }
    return count > 0
  }
}
