// SPDX-License-Identifier: Apache-2.0
//
// A list of hashes in a file of the user.

import Glibc
import LayoutModel
import Synchronization

/// Reads and changes the file of a ``TrustList``. It is ignored if other users could have written
/// it.
struct HashFile: Sendable {
  /// The path of the list; nil without a home directory, which gives an empty list.
  let path: String?
  /// The first line of the file, which describes it.
  let heading: String
  /// The consequence when others can write the file: "nothing in it is trusted".
  let consequence: String
  /// The variable that names the directory if there is no home.
  let variable: String

  /// The list; empty when there is no file.
  ///
  /// - Throws: `writable-by-others`, `wrong-owner`, `bad-trust-file`, or the error of reading the
  ///   file.
  func read() throws(LayoutError) -> TrustList {
    guard let path, FileSystem.entryStatus(of: path) != nil else { return TrustList() }
    let (bytes, status) = try FileSystem.contents(of: path)
    try Ownership.check(status, at: path)
    // Stricter than for a plugin: no group needs to write here.
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

  /// Changes the list. Concurrent changes of two processes wait for each other.
  ///
  /// - Parameter change: Changes the entries of the list; nothing is written when it changes none,
  ///   or throws.
  /// - Throws: The errors of ``read()`` or `change`, `no-home`, `unwritable` with the reason, or
  ///   the error of the directory's owners.
  func update<Answer>(
    _ change: (inout TrustList) throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    guard let path else {
      throw LayoutError(.noHome, "there is no place for the list: set $HOME or $\(variable)")
    }
    let directory = FileSystem.parent(of: path)
    // Before anything is written: in such a directory the list would be ignored.
    try Ownership.makeDirectory(directory)
    let lock = try FileSystem.lock(directory)
    defer { close(lock) }
    let before = try read()
    var list = before
    let answer = try change(&list)
    if list != before {
      // A link to another place stays a link.
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
  /// The attributes that identify one state of a file.
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
  /// - Throws: The errors of ``FileSystem/contents(of:judgeHead:)``.
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
// A lock, so that one process at a time changes a file of the user.

extension FileSystem {
  /// Makes a directory if it is missing, and waits for its lock. The lock is on the directory
  /// because the files in it are replaced. It ends when the descriptor is closed.
  ///
  /// - Throws: `unwritable` with the reason.
  static func lock(_ directory: String) throws(LayoutError) -> Int32 {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw LayoutError(
        .unwritable,
        "\(directory): cannot be opened: \(FileSystem.reason()); check your rights to it")
    }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno != EINTR else { continue }
      let reason = FileSystem.reason()
      close(descriptor)
      throw LayoutError(
        .unwritable, "\(directory): cannot be locked: \(reason); use a disk that has locks")
    }
    return descriptor
  }
}
