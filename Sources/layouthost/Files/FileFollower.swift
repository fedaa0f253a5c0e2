// SPDX-License-Identifier: Apache-2.0
//
// Doing something again each time that files change.

import Glibc
import LayoutLoading

/// Looks at files and folders ten times a second. A compiler writes a file in steps, or puts another in
/// its place: something counts as changed once it has stayed the same for two looks.
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
  /// The beginning of paths that do not count.
  private let output: String
  /// Folders in folders, so that links in a circle end.
  private static let depthLimit = 16

  /// - Parameters:
  ///   - paths: Of a folder everything in it counts.
  ///   - output: A file that `follow` writes, in one of the folders maybe; it does not count.
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
      // A file that is gone for a moment is about to come back.
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
      // What is in it says enough; its own time changes with files that do not count.
      state[path] = Stamp()
      guard depth < Self.depthLimit, let names = try? FileSystem.names(in: path) else { continue }
      let folder = FileSystem.resolved(path) ?? path
      rest += names.map { ("\(folder)/\($0)", depth + 1) }.filter { !$0.0.hasPrefix(output) }
    }
    return state
  }
}
