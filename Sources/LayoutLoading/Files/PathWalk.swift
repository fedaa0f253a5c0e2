// SPDX-License-Identifier: Apache-2.0
//
// The way that a path takes through the file system, links included.

import Glibc

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
