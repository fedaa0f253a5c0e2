// SPDX-License-Identifier: Apache-2.0
//
// Who besides the user could have written a file: code of somebody else's must not be loaded.

import CLayoutSystem
import Glibc
import LayoutModel

/// Judges owners and modes of files and of the directories on the way to them.
package enum Ownership {
  /// Whose word counts.
  private enum Owner {
    /// Root or the effective user.
    case rootOrUser
    /// Root alone.
    case root
  }

  /// Refuses a file that others than the user or root can change or replace, or whose path they can
  /// lead elsewhere.
  ///
  /// - Throws: `writable-by-others` or `wrong-owner`, naming the file or the directory at fault.
  package static func check(_ file: stat, at path: String) throws(LayoutError) {
    try check(file, path, isFile: true, .rootOrUser)
    guard let real = FileSystem.resolved(path) else {
      throw LayoutError(.unreadable, "\(path): went away while it was judged; try again")
    }
    // Nobody works in the directory that holds the file but its owner, not even under a sticky bit;
    // nor in the one that holds a link to it.
    for directory in [FileSystem.parent(of: path), FileSystem.parent(of: real)] {
      if let status = FileSystem.status(of: directory) {
        try check(status, directory, isFile: false, .rootOrUser)
      }
    }
    try checkWay(to: path)
  }

  /// Refuses a directory in which others than the user or root can work, or whose path they can lead
  /// elsewhere, by what there is of it.
  ///
  /// - Throws: What ``check(_:at:)`` throws.
  package static func checkDirectory(_ path: String) throws(LayoutError) {
    try checkWay(to: path)
    guard let status = FileSystem.status(of: path) else { return }
    try check(status, path, isFile: false, .rootOrUser)
  }

  /// Refuses a path that others than the user or root can lead elsewhere, by what there is of it: each
  /// directory on the way has to belong to one of the two.
  ///
  /// - Throws: `writable-by-others` or `wrong-owner`, naming the directory or the entry at fault;
  ///   `unreadable` when links lead nowhere.
  package static func checkWay(to path: String) throws(LayoutError) {
    try checkWay(to: path, .rootOrUser)
  }

  /// Refuses a file of the system that others than root can change, replace or lead elsewhere.
  ///
  /// - Throws: What ``check(_:at:)`` throws.
  static func checkSystem(_ path: String) throws(LayoutError) {
    guard let status = FileSystem.status(of: path) else {
      throw LayoutError(.unreadable, "\(path): cannot be seen: \(FileSystem.reason())")
    }
    try check(status, path, isFile: true, .root)
    try checkWay(to: path, .root)
  }

  private static func checkWay(to path: String, _ owner: Owner) throws(LayoutError) {
    let walk = PathWalk(path)
    if let link = walk.lostLink {
      throw LayoutError(.unreadable, "\(path): the link \(link) leads nowhere; remove it")
    }
    for step in walk.steps {
      guard let status = FileSystem.status(of: step.directory),
        status.st_mode & S_IFMT == S_IFDIR
      else { continue }
      try checkOwner(status, step.directory, owner)
      guard isWritableByOthers(status, step.directory, owner) else { continue }
      if status.st_mode & S_ISVTX == 0 { throw writable(step.directory, isFile: false) }
      // Under the sticky bit nobody else can rename what lies in /tmp, but its owner can.
      var entry = stat()
      guard lstat(step.entry, &entry) == 0 else { continue }
      try checkOwner(entry, step.entry, owner)
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

  /// By everybody, or by a group in which there are others.
  private static func isWritableByOthers(_ status: stat, _ path: String, _ owner: Owner) -> Bool {
    if status.st_mode & S_IWOTH != 0 { return true }
    if status.st_mode & S_IWGRP == 0 { return false }
    // Where single users have rights of their own, the bit of the group says that one of them may write.
    if layout_sys_has_access_list(path) != 0 { return true }
    return status.st_gid != 0 && (owner == .root || !isOwnGroup(status.st_gid))
  }

  /// Returns true when a group is the user's alone.
  private static func isOwnGroup(_ group: gid_t) -> Bool { group == getegid() && group == ownGroup }

  /// The group that Debian makes for each user, of the same name and without members; nil when the
  /// effective group is another. Read once: the user database has no lock.
  private static let ownGroup: gid_t? = {
    let group = getegid()
    guard let entry = getgrgid(group), let name = entry.pointee.gr_name else {
      // Where there is no list of groups, as in a container, the number has to do.
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

// MARK: - The way of a path
//
// The way that a path takes through the file system, links included.

/// Every directory in which a name is looked up when a path is opened: who can write one of them can
/// lead the path somewhere else.
struct PathWalk {
  /// A name that is looked up in a directory.
  struct Step: Equatable {
    /// Without links.
    var directory: String
    /// The path of what the name stands for: a directory, a link, the file itself, or nothing yet.
    var entry: String
  }

  /// From the root on; ends where something is missing, or links lead nowhere.
  private(set) var steps: [Step] = []
  /// The link that leads nowhere, as those do that lead round in a circle.
  private(set) var lostLink: String?
  /// More links than the system itself would follow.
  private static let linkLimit = 40

  /// Follows `path`, from the current directory when it is relative.
  init(_ path: String) {
    let start = path.hasPrefix("/") ? "" : (FileSystem.resolved(".") ?? "") + "/"
    var names = Self.names(start + path)
    var directory = "/"
    var linkCount = 0
    while let name = names.popLast() {
      if name == ".." {
        directory = FileSystem.parent(of: directory)
        continue
      }
      let entry = directory == "/" ? "/" + name : "\(directory)/\(name)"
      var status = stat()
      // One that is missing too: who can write the directory can put it there.
      steps.append(Step(directory: directory, entry: entry))
      guard lstat(entry, &status) == 0 else { return }
      guard status.st_mode & S_IFMT == S_IFLNK else {
        directory = entry
        continue
      }
      linkCount += 1
      guard linkCount <= Self.linkLimit, let target = FileSystem.target(of: entry) else {
        lostLink = entry
        return
      }
      if target.hasPrefix("/") { directory = "/" }
      names += Self.names(target)
    }
  }

  /// The names in a path, the last one first.
  private static func names(_ path: String) -> [String] {
    FileSystem.components(of: path).filter { $0 != "." }.reversed()
  }
}
