// SPDX-License-Identifier: Apache-2.0
//
// Checks that no other user could have written a file, because code of other users must not be
// loaded.

import CLayoutSystem
import Glibc
import LayoutModel

/// Judges owners and modes of files and of their ancestor directories.
package enum Ownership {
  /// The accepted owners.
  private enum Owner {
    /// Root or the effective user.
    case rootOrUser
    /// Only root.
    case root
  }

  /// Refuses a file that users other than the user or root can change or replace, or whose path
  /// they can redirect.
  ///
  /// - Throws: `writable-by-others` or `wrong-owner`, naming the file or the directory.
  package static func check(_ file: stat, at path: String) throws(LayoutError) {
    try check(file, path, isFile: true, .rootOrUser)
    let walk = try walk(to: path)
    guard walk.status != nil else {
      throw LayoutError(.unreadable, "\(path): went away while it was judged; try again")
    }
    let files = walk.steps.filter(\.isFile)
    // Only the owner may write in the directory of the file, even with a sticky bit; the same holds
    // for the directory of a link to it.
    for step in [files.first, files.last] {
      if let step, let status = step.directoryStatus {
        try check(status, step.directory, isFile: false, .rootOrUser)
      }
    }
    try check(walk, .rootOrUser)
  }

  /// Refuses a directory in which users other than the user or root can write, or whose path they
  /// can redirect, as far as it exists.
  ///
  /// - Throws: The errors of ``check(_:at:)``.
  package static func checkDirectory(_ path: String) throws(LayoutError) {
    try checkWay(to: path, .rootOrUser)
    guard let status = FileSystem.status(of: path) else { return }
    try check(status, path, isFile: false, .rootOrUser)
  }

  /// Makes a directory, if it is missing, that only the user or root can write.
  ///
  /// The way to it is judged before anything is made, and again when it is there: meanwhile the owner
  /// of an ancestor could have put another one in its place.
  ///
  /// - Throws: The errors of ``checkDirectory(_:)``; `unwritable` with the reason.
  package static func makeDirectory(_ path: String) throws(LayoutError) {
    if !FileSystem.exists(path) {
      try checkDirectory(path)
      try FileSystem.makeDirectory(path)
    }
    let walk = try walk(to: path)
    try check(walk, .rootOrUser)
    guard let status = walk.status else {
      throw LayoutError(.unwritable, "\(path): went away while it was made; try again")
    }
    try check(status, path, isFile: false, .rootOrUser)
  }

  /// Refuses a file of the system that users other than root can change, replace or redirect.
  ///
  /// - Throws: The errors of ``check(_:at:)``.
  static func checkSystem(_ path: String) throws(LayoutError) {
    guard let status = FileSystem.status(of: path) else {
      throw LayoutError(.unreadable, "\(path): cannot be seen: \(FileSystem.reason())")
    }
    try check(status, path, isFile: true, .root)
    try checkWay(to: path, .root)
  }

  /// Refuses a path that others than the owners can redirect, as far as it exists: each ancestor must
  /// belong to one of them.
  ///
  /// - Throws: `writable-by-others` or `wrong-owner`, naming the directory or the entry; the error of
  ///   ``walk(to:)``.
  private static func checkWay(to path: String, _ owner: Owner) throws(LayoutError) {
    try check(walk(to: path), owner)
  }

  /// - Throws: `unreadable` for dangling links.
  private static func walk(to path: String) throws(LayoutError) -> PathWalk {
    let walk = PathWalk(path)
    if let link = walk.lostLink {
      throw LayoutError(
        .unreadable, "\(path): the link \(link) leads nowhere, or not to UTF-8; remove it")
    }
    return walk
  }

  private static func check(_ walk: PathWalk, _ owner: Owner) throws(LayoutError) {
    for step in walk.steps {
      guard let directory = step.directoryStatus, directory.st_mode & S_IFMT == S_IFDIR else {
        continue
      }
      try checkOwner(directory, step.directory, owner)
      guard isWritableByOthers(directory, step.directory, owner) else { continue }
      if directory.st_mode & S_ISVTX == 0 { throw writable(step.directory, isFile: false) }
      // With the sticky bit other users cannot rename an entry of /tmp, but its owner can.
      if let entry = step.status { try checkOwner(entry, step.entry, owner) }
    }
  }

  private static func check(
    _ status: stat, _ path: String, isFile: Bool, _ owner: Owner
  ) throws(LayoutError) {
    if isWritableByOthers(status, path, owner) { throw writable(path, isFile: isFile) }
    try checkOwner(status, path, owner)
  }

  private static func checkOwner(
    _ status: stat, _ path: String, _ owner: Owner
  ) throws(LayoutError) {
    if status.st_uid == 0 { return }
    switch owner {
    case .rootOrUser:
      guard status.st_uid != geteuid() else { return }
      throw LayoutError(
        .wrongOwner,
        "\(path): belongs to user \(status.st_uid), who is neither you nor root; run this as that "
          + "user, or copy it to a directory of your own")
    case .root:
      throw LayoutError(
        .wrongOwner, "\(path): belongs to user \(status.st_uid); give it to root with chown root")
    }
  }

  /// Returns true when all users, or a group with other members, can write.
  private static func isWritableByOthers(_ status: stat, _ path: String, _ owner: Owner) -> Bool {
    if status.st_mode & S_IWOTH != 0 { return true }
    if status.st_mode & S_IWGRP == 0 { return false }
    // With an access list, the group bit means that some user may write.
    if layout_sys_has_access_list(path) != 0 { return true }
    return status.st_gid != 0 && (owner == .root || !isOwnGroup(status.st_gid))
  }

  /// Returns true when a group has only the user.
  private static func isOwnGroup(_ group: gid_t) -> Bool { group == getegid() && group == ownGroup }

  /// The group that Debian makes for each user, with the same name and without members; nil when
  /// the effective group is another one. Read once, because the user database has no lock.
  private static let ownGroup: gid_t? = {
    let group = getegid()
    guard let entry = getgrgid(group), let name = entry.pointee.gr_name else {
      // Without a list of groups, as in a container, compare the numbers.
      return group == geteuid() ? group : nil
    }
    let groupName = String(cString: name)
    let hasMembers = entry.pointee.gr_mem?.pointee != nil
    guard !hasMembers, let user = getpwuid(geteuid()), let userName = user.pointee.pw_name else {
      return nil
    }
    return String(cString: userName) == groupName ? group : nil
  }()

  private static func writable(_ path: String, isFile: Bool) -> LayoutError {
    let thing = isFile ? "file" : "directory"
    return LayoutError(
      .writableByOthers,
      "\(path): other users can write this \(thing); take the right away with chmod go-w '\(path)'")
  }
}
