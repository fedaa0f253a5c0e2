// SPDX-License-Identifier: Apache-2.0
//
// Hashes of files that are asked for again and again.

import Glibc
import LayoutModel
import Synchronization

/// Hashes of files, each computed once until its file changes.
enum KnownHashes {
  /// The facts that tell one state of a file from another.
  private struct Stamp: Equatable {
    let device: UInt64
    let inode: UInt64
    let size: Int
    let changed: [Int]

    init(_ status: stat) {
      (device, inode, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int(status.st_size))
      changed = [
        status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
        status.st_ctim.tv_nsec,
      ]
    }
  }

  private static let known = Mutex<[String: (stamp: Stamp, hash: String)]>([:])

  /// The SHA-256 of a file.
  ///
  /// - Throws: What ``FileSystem/contents(of:judgeHead:)`` throws.
  /// - Complexity: O(size of the file) the first time, and after a change.
  static func hash(of path: String) throws(LayoutError) -> String {
    if let status = FileSystem.status(of: path), let entry = known.withLock({ $0[path] }),
      entry.stamp == Stamp(status)
    {
      return entry.hash
    }
    let (bytes, status) = try FileSystem.contents(of: path)
    let hash = try SHA256.hex(bytes)
    known.withLock { $0[path] = (Stamp(status), hash) }
    return hash
  }
}
