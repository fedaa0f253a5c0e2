// SPDX-License-Identifier: Apache-2.0
//
// The resolution of a path in the file system, links included.

import Glibc

/// Every directory in which a name is looked up when a path is opened: a user who can write one of
/// them can redirect the path.
struct PathWalk {
  /// A name and the directory of its look-up.
  struct Step {
    /// The path of the directory, without links.
    var directory: String
    /// The status of the directory; nil when it cannot be seen.
    var directoryStatus: stat?
    /// The path of the entry: a directory, a link, the file itself, or a missing file.
    var entry: String
    /// The status of the entry, which may be a link; nil when it is missing.
    var status: stat?
    /// True if the entry is the file at the end of the path, or a link to it.
    var isFile: Bool

    /// Returns true when both look up the same name in the same directory.
    func isLike(_ other: Step) -> Bool { directory == other.directory && entry == other.entry }
  }

  /// The steps from the root on; they end at a missing or dangling entry.
  private(set) var steps: [Step] = []
  /// A link in a cycle, or one whose target is not UTF-8.
  private(set) var lostLink: String?
  /// More links than the system itself follows.
  private static let linkLimit = 40

  /// The status of the file at the end of the path; nil if the walk did not get there.
  var status: stat? {
    guard let last = steps.last, last.isFile, last.status?.st_mode.isLink == false else {
      return nil
    }
    return last.status
  }

  /// Follows `path`, from the current directory when it is relative. Without a current directory
  /// there are no steps.
  ///
  /// - Complexity: One look at each name of the path and of its links.
  init(_ path: String) {
    guard let start = path.hasPrefix("/") ? "" : FileSystem.resolved(".") else { return }
    var names = Self.names("\(start)/\(path)")
    let root = FileSystem.status(of: "/")
    var (directory, directoryStatus) = ("/", root)
    var linkCount = 0
    while let name = names.popLast() {
      if name == ".." {
        directory = FileSystem.parent(of: directory)
        directoryStatus = FileSystem.status(of: directory)
        continue
      }
      let entry = directory == "/" ? "/" + name : "\(directory)/\(name)"
      let status = FileSystem.entryStatus(of: entry)
      // A missing entry counts too, because a user who can write the directory can create it.
      steps.append(
        Step(
          directory: directory, directoryStatus: directoryStatus, entry: entry, status: status,
          isFile: names.isEmpty))
      guard let status else { return }
      guard status.st_mode.isLink else {
        (directory, directoryStatus) = (entry, status)
        continue
      }
      linkCount += 1
      guard linkCount <= Self.linkLimit, let target = FileSystem.target(of: entry) else {
        lostLink = entry
        return
      }
      if target.hasPrefix("/") { (directory, directoryStatus) = ("/", root) }
      names += Self.names(target)
    }
  }

  /// The names in a path, the last one first.
  private static func names(_ path: String) -> [String] {
    FileSystem.components(of: path).filter { $0 != "." }.reversed()
  }
}

extension mode_t {
  /// True for a symbolic link.
  fileprivate var isLink: Bool { self & S_IFMT == S_IFLNK }
}
