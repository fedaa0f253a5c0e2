// SPDX-License-Identifier: Apache-2.0
//
// A list of hashes in a file of the user's own.

import Glibc
import LayoutModel
import Synchronization

/// Reads and changes the file of a ``TrustList``. It is not believed when others than the user could
/// have written it.
struct HashFile: Sendable {
  /// The path of the list; nil without a home directory, which makes it an empty one.
  let path: String?
  /// The first line of the file, which says what it is.
  let heading: String
  /// The consequence when others can write the file: "nothing in it is trusted".
  let consequence: String
  /// The variable that names the directory when there is no home.
  let variable: String

  /// The list; empty when there is no file.
  ///
  /// - Throws: `writable-by-others`, `wrong-owner`, `bad-trust-file`, or what reading the file gave.
  func read() throws(LayoutError) -> TrustList {
    var entry = stat()
    guard let path, lstat(path, &entry) == 0 else { return TrustList() }
    let (bytes, status) = try FileSystem.contents(of: path)
    try Ownership.check(status, at: path)
    // Stricter than for a plugin: no group has a reason to write here.
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw LayoutError(
        .writableByOthers,
        "\(path): other users can write this file, so \(consequence); look through it, "
          + "then chmod 600 '\(path)'")
    }
    do throws(LayoutError) {
      return try TrustList(parsing: bytes)
    } catch {
      throw error.about(path, plugin: nil)
    }
  }

  /// Changes the list. Two processes that do so at once wait for each other.
  ///
  /// - Parameter change: Gives the list its new entries; nothing is written when it changes none, or
  ///   throws.
  /// - Throws: What ``read()`` or `change` throws, `no-home`, `unwritable` with the reason, or what is
  ///   wrong with the owners of the directory.
  func update<Answer>(
    _ change: (inout TrustList) throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    guard let path else {
      throw LayoutError(.noHome, "there is no place for the list: set $HOME or $\(variable)")
    }
    let directory = FileSystem.parent(of: path)
    // Before anything is written: in such a directory the list would not be believed.
    try Ownership.checkDirectory(directory)
    let lock = try FileSystem.lock(directory)
    defer { close(lock) }
    let before = try read()
    var list = before
    let answer = try change(&list)
    if list != before {
      // A link to another place stays one.
      let target = FileSystem.resolved(path) ?? path
      let text = "# \(heading)\n" + list.text
      try FileSystem.replace(target, with: Array(text.utf8), mode: 0o600, isDurable: true)
    }
    return answer
  }
}

// MARK: - Hashes asked for again

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

// MARK: - One at a time
//
// One process at a time changes a file of the user's: the others wait.

extension FileSystem {
  /// Makes a directory where it is missing, and waits until nobody else holds its lock. The lock is on
  /// the directory since the files in it are replaced. It ends with the descriptor.
  ///
  /// - Throws: `unwritable` with the reason.
  static func lock(_ directory: String) throws(LayoutError) -> Int32 {
    try makeDirectory(directory)
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw LayoutError(.unwritable, "\(directory): cannot be opened: \(FileSystem.reason())")
    }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno != EINTR else { continue }
      let reason = FileSystem.reason()
      close(descriptor)
      throw LayoutError(.unwritable, "\(directory): cannot be locked: \(reason)")
    }
    return descriptor
  }
}
