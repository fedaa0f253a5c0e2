// SPDX-License-Identifier: Apache-2.0
//
// Doing something again each time that a file changes.

import Glibc
import LayoutLoading

/// Looks at one file ten times a second. A compiler writes a file in steps, or puts another in its
/// place: it counts as changed once it has stayed the same for two looks.
struct FileFollower {
  /// What tells one state of a file from another.
  private struct Stamp: Equatable {
    var inode: UInt64 = 0
    var size = 0
    var seconds = 0
    var nanoseconds = 0
  }

  private let path: String

  init(_ path: String) { self.path = path }

  /// Runs `body` now and after each change; ends when `body` throws.
  func follow(_ body: () throws -> Void) throws -> Never {
    var seen = stamp
    try body()
    var last = seen
    while true {
      usleep(100_000)
      let now = stamp
      if now == last, now != seen, now != Stamp() {
        seen = now
        try body()
      }
      last = now
    }
  }

  private var stamp: Stamp {
    guard let status = FileSystem.status(of: path) else { return Stamp() }
    return Stamp(
      inode: UInt64(status.st_ino), size: Int(status.st_size), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec)
  }
}
