// SPDX-License-Identifier: Apache-2.0
//
// Who besides the user could have written a file: code of somebody else's must not be loaded.

import Glibc
import LayoutModel

/// Judges owners and modes of a file and of the directories above it.
package enum Ownership {
  /// Refuses a file that others than the user or root can change or replace, or whose path they can
  /// lead elsewhere.
  ///
  /// - Throws: `writable-by-others` or `wrong-owner`, naming the file or the directory at fault.
  package static func check(_ file: stat, at path: String) throws(LayoutError) {
    try check(file, path, isFile: true)
    guard let real = FileSystem.resolved(path) else {
      throw LayoutError("unreadable", "\(path): went away while it was judged; try again")
    }
    // Nobody works in the directory that holds the file but its owner, not even under a sticky bit;
    // nor in the one that holds a link to it.
    for directory in [FileSystem.parent(of: path), FileSystem.parent(of: real)] {
      if let status = FileSystem.status(of: directory) {
        try check(status, directory, isFile: false)
      }
    }
    try checkWay(to: path)
  }

  /// Refuses a path that others than the user or root can lead elsewhere, by what there is of it.
  ///
  /// - Throws: `writable-by-others` or `wrong-owner`, naming the directory or the entry at fault;
  ///   `unreadable` when links lead nowhere.
  package static func checkWay(to path: String) throws(LayoutError) {
    let walk = PathWalk(path)
    if let link = walk.lostLink {
      throw LayoutError("unreadable", "\(path): the link \(link) leads nowhere; remove it")
    }
    for step in walk.steps {
      guard let status = FileSystem.status(of: step.directory), isWritableByOthers(status) else {
        continue
      }
      if status.st_mode & S_ISVTX == 0 { throw writable(step.directory, isFile: false) }
      // Under the sticky bit nobody else can rename what lies in /tmp, but its owner can.
      var entry = stat()
      guard lstat(step.entry, &entry) == 0 else { continue }
      try checkOwner(entry, step.entry)
    }
  }

  private static func check(
    _ status: stat, _ path: String, isFile: Bool
  ) throws(LayoutError) {
    if isWritableByOthers(status) { throw writable(path, isFile: isFile) }
    try checkOwner(status, path)
  }

  private static func checkOwner(_ status: stat, _ path: String) throws(LayoutError) {
    guard status.st_uid == 0 || status.st_uid == geteuid() else {
      throw LayoutError(
        "wrong-owner",
        "\(path): belongs to user \(status.st_uid), who is neither you nor root; "
          + "copy it to a directory of your own")
    }
  }

  /// By everybody, or by a group that is neither root's nor the user's own.
  private static func isWritableByOthers(_ status: stat) -> Bool {
    if status.st_mode & S_IWOTH != 0 { return true }
    return status.st_mode & S_IWGRP != 0 && status.st_gid != 0 && status.st_gid != getegid()
  }

  private static func writable(_ path: String, isFile: Bool) -> LayoutError {
    let thing = isFile ? "file" : "directory"
    return LayoutError(
      "writable-by-others",
      "\(path): other users can write this \(thing); take the right away with chmod go-w '\(path)'")
  }
}
