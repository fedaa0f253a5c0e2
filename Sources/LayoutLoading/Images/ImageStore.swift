// SPDX-License-Identifier: Apache-2.0
//
// Copies of plugins under the name of their hash: what is loaded can no longer be changed by a
// compiler that writes the user's file, and one path always means the same bytes.

import CLayoutSystem
import Glibc
import LayoutModel

/// The directory that holds the copies which are loaded.
public struct ImageStore: Sendable {
  /// The directories to try, the first usable one is taken.
  private let candidates: [String]

  /// `$XDG_RUNTIME_DIR/layouthost/images`, then `$XDG_CACHE_HOME/layouthost/images` (`~/.cache` by
  /// default), then `.cache/layouthost/images` in the home that the user database names: root with the
  /// environment of another user still has a directory that nobody else can write.
  public init(environment: Environment = .process) {
    let runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let cache = environment.directory("XDG_CACHE_HOME", orHome: ".cache")
    let account = environment.accountHome.map { $0 + "/.cache" }
    candidates = [runtime, cache, cache == account ? nil : account].compactMap { $0 }
      .map { $0 + "/layouthost/images" }
  }

  /// The path of a copy of the bytes that were judged; the copy is made when there is none. Once a
  /// day, copies that were not used for 30 days are removed.
  ///
  /// - Throws: `changed` when the file holds other bytes by now, `no-image-directory` naming what
  ///   was tried, `unreadable`, or the file's refusal.
  public func place(_ file: PluginFile) throws(LayoutError) -> String {
    if let refusal = file.verdict.refusal { throw refusal }
    var reasons: [String] = []
    for directory in candidates {
      do throws(LayoutError) {
        try prepare(directory)
        let path = "\(directory)/\(file.hash).so"
        // Before it is looked at: a copy that was used just now is not pruned in between.
        touch(path)
        if try !isIntact(path, file.hash) {
          let (bytes, _) = try contents(of: file)
          try write(bytes, to: path)
        }
        prune(directory, keeping: path)
        return path
      } catch  where error.code != .imageDirectory {
        throw error
      } catch {
        reasons.append(error.message)
      }
    }
    throw LayoutError(
      .noImageDirectory,
      "no directory can hold the copy of a plugin that is loaded; set $XDG_RUNTIME_DIR or "
        + "$XDG_CACHE_HOME to one of your own"
        + (reasons.isEmpty ? "" : ": ") + reasons.joined(separator: "; "),
      plugin: file.note?.id)
  }

  /// The bytes that were judged, and no others.
  private func contents(of file: PluginFile) throws(LayoutError) -> (bytes: [UInt8], hash: String) {
    let (bytes, _) = try FileSystem.contents(of: file.path)
    let hash = try SHA256.hex(bytes)
    guard hash == file.hash else {
      throw LayoutError(
        .changed, "\(file.path): was changed after it was judged; judge it again",
        plugin: file.note?.id)
    }
    return (bytes, hash)
  }

  /// Makes the directory and checks that it is nobody else's and that code may run from it.
  private func prepare(_ directory: String) throws(LayoutError) {
    // Before anything is made in it, and again: who can write above could put another in its place.
    try checkWay(to: directory)
    do throws(LayoutError) { try FileSystem.makeDirectory(directory) } catch {
      throw unusable(error.message)
    }
    guard let status = FileSystem.status(of: directory) else {
      throw unusable("\(directory) cannot be seen: \(FileSystem.reason())")
    }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0,
      status.st_mode & S_IFMT == S_IFDIR
    else { throw unusable("\(directory) has to be a directory of yours with mode 0700") }
    try checkWay(to: directory)
    guard layout_sys_is_noexec(directory) == 0 else {
      throw unusable("\(directory) is mounted noexec")
    }
  }

  private func checkWay(to directory: String) throws(LayoutError) {
    do throws(LayoutError) { try Ownership.checkWay(to: directory) } catch {
      throw unusable(error.message)
    }
  }

  /// Returns true when the copy is there, whole and unchanged. A damaged one is made anew:
  /// whatever maps the old file keeps it, because the new one takes its name and not its
  /// place.
  private func isIntact(_ path: String, _ hash: String) throws(LayoutError) -> Bool {
    guard let status = FileSystem.status(of: path), status.st_uid == geteuid(),
      status.st_mode & 0o022 == 0
    else { return false }
    guard let (bytes, _) = try? FileSystem.contents(of: path) else { return false }
    return try SHA256.hex(bytes) == hash
  }

  /// Under a temporary name first, so that the name of the hash never means half a file.
  private func write(_ bytes: [UInt8], to path: String) throws(LayoutError) {
    do throws(LayoutError) {
      try FileSystem.replace(path, with: bytes, mode: 0o500, isDurable: false)
    } catch {
      throw unusable(error.message)
    }
  }

  /// The next directory may do better.
  private func unusable(_ reason: String) -> LayoutError { LayoutError(.imageDirectory, reason) }
}
