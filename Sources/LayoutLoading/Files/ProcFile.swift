// SPDX-License-Identifier: Apache-2.0
//
// The kernel's figures for processes and threads.

import CLayoutSystem
import Glibc

/// Short files of `/proc`. The kernel writes each while it is read, so its size is not known before.
package enum ProcFile {
  /// More bytes than a `stat` has, which is 52 numbers and a short name.
  private static let limit = 4096

  /// Returns the content of a file, at most 4 kB; nil if it cannot be read.
  ///
  /// - Parameter name: The path below `/proc`.
  /// - Complexity: Three calls of the kernel.
  package static func bytes(of name: String) -> [UInt8]? { read(name) { Array($0) } }

  /// Returns the time in which a process or thread was ready and waited for a processor, in
  /// nanoseconds, up to the last time that it got one; nil if the kernel does not count it.
  ///
  /// - Parameter task: The number of a process, or `thread-self`.
  package static func waitedTime(of task: String) -> Int64? {
    read("\(task)/schedstat") { text in
      // The time that it ran, the time that it waited, the number of times that it ran.
      var numbers: (ran: Int64, waited: Int64) = (0, 0)
      var blanks = 0
      for byte in text {
        switch byte {
        case UInt8(ascii: " "): blanks += 1
        case _ where blanks == 0: numbers.ran = numbers.ran &* 10 &+ Int64(byte &- 48)
        case _ where blanks == 1: numbers.waited = numbers.waited &* 10 &+ Int64(byte &- 48)
        default: break
        }
      }
      // A kernel that does not count this time writes three zeros.
      return blanks == 2 && numbers.ran > 0 ? numbers.waited : nil
    }
  }

  private static func read<Result>(
    _ name: String, _ body: (UnsafeRawBufferPointer) -> Result?
  ) -> Result? {
    let file = layout_sys_file_open("/proc/" + name, O_RDONLY, 0)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(byteCount: limit, alignment: 1) { room in
      let count = layout_sys_file_read(file, room.baseAddress, limit)
      return count > 0 ? body(UnsafeRawBufferPointer(rebasing: room[..<count])) : nil
    }
  }
}
