// SPDX-License-Identifier: Apache-2.0
//
// Repeats work each time that files change.

import Glibc
import LayoutLoading

/// Checks files and folders ten times a second. A compiler writes a file in steps, or replaces it:
/// a change counts after two equal checks.
struct FileFollower {
  /// The state of one file.
  fileprivate struct Stamp: Equatable {
    var inode: UInt64 = 0
    var size = 0
    var seconds = 0
    var nanoseconds = 0
  }

  /// The state of all files, by path.
  private typealias State = [String: Stamp]

  private let paths: [String]
  private let extras: [String]
  /// The prefix of ignored paths.
  private let output: String

  /// - Parameters:
  ///   - paths: Files, and folders with what is in them: hidden files and links to folders are
  ///     ignored, as by sources.
  ///   - extras: Files that may be missing or empty, which makes no difference.
  ///   - output: A file that `follow` writes, possibly in one of the folders; it is ignored.
  init(_ paths: [String], extras: [String] = [], except output: String) {
    (self.paths, self.extras) = (paths, extras)
    self.output =
      FileSystem.resolved(FileSystem.parent(of: output)).map {
        "\($0)/\(FileSystem.name(of: output))"
      } ?? output
  }

  /// Runs `body` now and after each change; ends when `body` throws.
  func follow(_ body: () throws -> Void) throws -> Never {
    var seen = state
    try body()
    var last = seen
    while true {
      usleep(100_000)
      let now = state
      // A file that is missing for a moment is being replaced.
      if now == last, now != seen, paths.allSatisfy({ now[$0] != nil }) {
        seen = now
        try body()
      }
      last = now
    }
  }

  private var state: State {
    var state: State = [:]
    for path in extras {
      guard let status = FileSystem.status(of: path), status.st_size > 0 else { continue }
      state[path] = Stamp(status)
    }
    var rest = paths
    while let path = rest.popLast() {
      guard let status = FileSystem.status(of: path) else { continue }
      guard status.st_mode & S_IFMT == S_IFDIR else {
        state[path] = Stamp(status)
        continue
      }
      // The folder's files are enough; its own time changes with ignored files too.
      state[path] = Stamp()
      guard let names = try? FileSystem.names(in: path) else { continue }
      let folder = FileSystem.resolved(path) ?? path
      rest += names.filter { !$0.hasPrefix(".") }.map { "\(folder)/\($0)" }
        .filter { !$0.hasPrefix(output) && !isLinkToFolder($0) }
    }
    return state
  }

  /// Returns true for a link through which a walk may run in a circle.
  private func isLinkToFolder(_ path: String) -> Bool {
    guard let own = FileSystem.entryStatus(of: path), own.st_mode & S_IFMT == S_IFLNK,
      let target = FileSystem.status(of: path)
    else { return false }
    return target.st_mode & S_IFMT == S_IFDIR
  }
}

extension FileFollower.Stamp {
  init(_ status: stat) {
    self.init(
      inode: UInt64(status.st_ino), size: Int(status.st_size), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec)
  }
}
