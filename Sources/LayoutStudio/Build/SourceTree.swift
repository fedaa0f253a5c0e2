// SPDX-License-Identifier: Apache-2.0
//
// The files that a build starts from, and whether they changed.

import Glibc
import LayoutLoading

/// The state of the source files below a directory.
struct SourceTree: Equatable {
  /// The state of one file.
  struct Stamp: Equatable {
    var inode: UInt64
    var size: Int
    var seconds: Int
    var nanoseconds: Int
  }

  private(set) var files: [String: Stamp] = [:]

  /// Files that are looked at; a tree with more is followed in part.
  private static let fileLimit = 2_000
  private static let depthLimit = 8
  /// Files that builds make and editors leave.
  private static let products = [
    ".so", ".o", ".a", ".d", ".png", ".html", ".webp", ".log", ".tmp", ".swp", ".new", "~",
  ]
  private static let folders: Set<String> = ["target", "build", "node_modules", "pictures"]

  /// Looks at the files below a directory.
  init(_ directory: String) {
    var rest = [(path: directory, depth: 0)]
    while let (path, depth) = rest.popLast(), files.count < Self.fileLimit {
      for name in (try? FileSystem.names(in: path)) ?? [] where !name.hasPrefix(".") {
        let place = "\(path)/\(name)"
        guard let status = FileSystem.status(of: place) else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          if depth < Self.depthLimit, !Self.folders.contains(name) {
            rest.append((place, depth + 1))
          }
        } else if !Self.products.contains(where: name.hasSuffix) {
          files[place] = Stamp(
            inode: UInt64(status.st_ino), size: Int(status.st_size),
            seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
        }
      }
    }
  }

  /// The files of this tree that were there before too: what a build makes anew does not start it again.
  func limited(to other: SourceTree) -> [String: Stamp] {
    files.filter { other.files[$0.key] != nil }
  }
}
