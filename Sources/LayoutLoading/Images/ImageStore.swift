// SPDX-License-Identifier: Apache-2.0
//
// Copies of plugins under the name of their hash: what is loaded can no longer be changed by a
// compiler that writes the user's file, and one path always means the same bytes.

import CLayoutSystem
import Glibc
import LayoutModel
import Synchronization

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

// MARK: - Placing
//
// Copying a plugin to where it is loaded from, on a thread of its own.

/// A copy on its way into an ``ImageStore``. Reading, hashing and writing a few megabytes takes
/// milliseconds, which a frame that is due does not have.
public final class ImagePlacing: @unchecked Sendable {
  // Sendable because all is immutable but `outcome`, which has a lock, and the word `done`.

  private let file: PluginFile
  private let store: ImageStore
  private let outcome = Mutex<Result<String, LayoutError>?>(nil)
  /// Becomes 1 with the outcome; who waits sleeps on it.
  private let done = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)

  /// Begins. Where no thread can be made the copy is made at once.
  public init(_ file: PluginFile, in store: ImageStore = ImageStore()) {
    (self.file, self.store) = (file, store)
    done.initialize(to: 0)
    QuietThread.run("layout-images") { self.run() }
  }

  deinit { done.deallocate() }

  /// The path of the copy, once it is there.
  ///
  /// - Throws: What ``ImageStore/place(_:)`` throws.
  public var path: String? {
    get throws(LayoutError) { try outcome.withLock { $0 }?.get() }
  }

  /// Waits for the copy.
  ///
  /// - Throws: What ``ImageStore/place(_:)`` throws.
  public func wait() throws(LayoutError) -> String {
    while true {
      if let path = try path { return path }
      _ = layout_sys_futex_wait(done, 0, -1)
    }
  }

  private func run() {
    let result = Result { () throws(LayoutError) in try store.place(file) }
    outcome.withLock { $0 = result }
    layout_sys_store_release_u32(done, 1)
    _ = layout_sys_futex_wake(done, UInt32.max)
  }
}

// MARK: - Pruning
//
// Copies that nothing has used for long go: each build of a plugin leaves one.

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
