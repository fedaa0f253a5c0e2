// SPDX-License-Identifier: Apache-2.0
//
// Repeats work each time that files change.

import Glibc
import LayoutLoading

/// Checks files and folders ten times a second. A compiler writes a file in steps, or replaces it:
/// a change counts after two equal checks.
struct FileFollower {
  /// The state of one file.
  private struct Stamp: Equatable {
    var inode: UInt64 = 0
    var size = 0
    var seconds = 0
    var nanoseconds = 0
  }

  /// The state of all files, by path.
  private typealias State = [String: Stamp]

  private let paths: [String]
  /// The prefix of ignored paths.
  private let output: String
  /// The depth of nested folders, so that a cycle of links ends.
  private static let depthLimit = 16

  /// - Parameters:
  ///   - paths: Files, and folders with everything in them.
  ///   - output: A file that `follow` writes, possibly in one of the folders; it is ignored.
  init(_ paths: [String], except output: String) {
    self.paths = paths
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
    var rest = paths.map { (path: $0, depth: 0) }
    while let (path, depth) = rest.popLast() {
      guard let status = FileSystem.status(of: path) else { continue }
      guard status.st_mode & S_IFMT == S_IFDIR else {
        state[path] = Stamp(
          inode: UInt64(status.st_ino), size: Int(status.st_size), seconds: status.st_mtim.tv_sec,
          nanoseconds: status.st_mtim.tv_nsec)
        continue
      }
      // The folder's files are enough; its own time changes with ignored files too.
      state[path] = Stamp()
      guard depth < Self.depthLimit, let names = try? FileSystem.names(in: path) else { continue }
      let folder = FileSystem.resolved(path) ?? path
      rest += names.map { ("\(folder)/\($0)", depth + 1) }.filter { !$0.0.hasPrefix(output) }
    }
    return state
  }
}
