// SPDX-License-Identifier: Apache-2.0
//
// Copies that nothing has used for long go: each build of a plugin leaves one.

import Glibc

extension ImageStore {
  /// A copy that was not used for so long is removed. Seconds.
  private static let lifetime = 30 * 86_400
  /// Old copies are looked for once in so long. Seconds.
  private static let pruneInterval = 86_400
  /// Its time of change says when old copies were looked for.
  private static let stampName = ".pruned"

  /// Notes that a copy is used now.
  func touch(_ path: String) {
    _ = utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW)
  }

  /// Removes the copies that were not used for 30 days, and what an interrupted copying left.
  ///
  /// Never fails: an old copy costs room on the disk and nothing else. Whoever has one mapped keeps
  /// it, because only its name goes.
  ///
  /// - Parameter path: The copy at hand, which stays.
  /// - Complexity: One look at a stamp; once a day one listing of the directory.
  func prune(_ directory: String, keeping path: String) {
    let now = time(nil)
    let stamp = "\(directory)/\(Self.stampName)"
    // The clock may have been set back: a stamp far in the future is as old as one far in the past.
    if let last = Self.changeTime(of: stamp), abs(now - last) < Self.pruneInterval { return }
    // First, so that of many processes one looks, and a directory that cannot be read is left alone.
    let descriptor = open(stamp, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return }
    _ = futimens(descriptor, nil)
    close(descriptor)
    for name in (try? FileSystem.names(in: directory)) ?? [] where Self.isOwn(name) {
      let copy = "\(directory)/\(name)"
      guard copy != path, let last = Self.changeTime(of: copy), now - last > Self.lifetime else {
        continue
      }
      unlink(copy)
    }
  }

  /// Returns true when a path is that of an image: the name of one, in whatever directory.
  static func isImage(_ path: String) -> Bool { isImageName(FileSystem.name(of: path)) }

  /// Returns true when a file of that name was put there by a store.
  private static func isOwn(_ name: String) -> Bool {
    name.hasPrefix(FileSystem.temporaryPrefix) || isImageName(name)
  }

  private static func isImageName(_ name: String) -> Bool {
    name.hasSuffix(".so") && name.utf8.count == 64 + 3
      && name.utf8.dropLast(3).allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
      }
  }

  /// Seconds since 1970; nil when there is no such file.
  private static func changeTime(of path: String) -> Int? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mtim.tv_sec : nil
  }
}
