// SPDX-License-Identifier: Apache-2.0
//
// Copies of plugins named by their hash: a compiler that writes the user's file cannot change a
// loaded copy, and a path always has the same bytes.

import CLayoutSystem
import Glibc
import LayoutModel
import Synchronization

/// The directory of the copies that are loaded.
public struct ImageStore: Sendable {
  /// The candidate directories; the first usable one is used.
  private let candidates: [String]

  /// `$XDG_RUNTIME_DIR/layouthost/images`, then `$XDG_CACHE_HOME/layouthost/images` (`~/.cache` by
  /// default), then `.cache/layouthost/images` in the home from the user database: root with the
  /// environment of another user still has a directory that no other user can write.
  public init(environment: Environment = .process) {
    let runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let cache = environment.directory("XDG_CACHE_HOME", orHome: ".cache")
    let account = environment.accountHome.map { $0 + "/.cache" }
    candidates = [runtime, cache, cache == account ? nil : account].compactMap { $0 }
      .map { $0 + "/layouthost/images" }
  }

  /// The path of a copy of the judged bytes; the copy is made if it does not exist. Once a day,
  /// copies that were not used for 30 days are removed.
  ///
  /// - Throws: `changed` when the file has changed, `no-image-directory` naming the candidates,
  ///   `unreadable`, or the file's refusal.
  public func place(_ file: PluginFile) throws(LayoutError) -> String {
    if let refusal = file.verdict.refusal { throw refusal }
    var reasons: [String] = []
    for directory in candidates {
      do throws(LayoutError) {
        try prepare(directory)
        let path = "\(directory)/\(file.hash).so"
        // Before the check, so that a concurrent prune does not remove the copy.
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

  /// Returns the judged bytes; other bytes are an error.
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

  /// Makes the directory and checks that only the user can write it and that code may run from it.
  private func prepare(_ directory: String) throws(LayoutError) {
    do throws(LayoutError) { try Ownership.makeDirectory(directory) } catch {
      throw unusable(error.message)
    }
    guard let status = FileSystem.status(of: directory) else {
      throw unusable("\(directory) cannot be seen: \(FileSystem.reason())")
    }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0,
      status.st_mode & S_IFMT == S_IFDIR
    else { throw unusable("\(directory) has to be a directory of yours with mode 0700") }
    guard layout_sys_is_noexec(directory) == 0 else {
      throw unusable("\(directory) is mounted noexec")
    }
  }

  /// Returns true when the copy exists, complete and unchanged. A damaged copy is replaced by a new
  /// file with the same name: processes that map the old file keep it.
  private func isIntact(_ path: String, _ hash: String) throws(LayoutError) -> Bool {
    guard let status = FileSystem.status(of: path), status.st_uid == geteuid(),
      status.st_mode & 0o022 == 0
    else { return false }
    guard let (bytes, _) = try? FileSystem.contents(of: path) else { return false }
    return try SHA256.hex(bytes) == hash
  }

  /// Under a temporary name first, so that the name of the hash never refers to a partial file.
  private func write(_ bytes: [UInt8], to path: String) throws(LayoutError) {
    do throws(LayoutError) {
      try FileSystem.replace(path, with: bytes, mode: 0o500, isDurable: false)
    } catch {
      throw unusable(error.message)
    }
  }

  /// The next directory may be usable.
  private func unusable(_ reason: String) -> LayoutError { LayoutError(.imageDirectory, reason) }
}

// MARK: - Placing
//
// Copying a plugin to the image store, on a separate thread.

/// A copy that is being made in an ``ImageStore``. Reading, hashing and writing a few megabytes
/// takes milliseconds, too long for a due frame.
public final class ImagePlacing: @unchecked Sendable {
  // Sendable because everything is immutable except `outcome`, which has a lock, and the word
  // `done`.

  private let file: PluginFile
  private let store: ImageStore
  private let outcome = Mutex<Result<String, LayoutError>?>(nil)
  /// Set to 1 with the outcome; `wait()` sleeps on it.
  private let done = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)

  /// Starts the copy. If no thread can be made, the copy is made synchronously.
  public init(_ file: PluginFile, in store: ImageStore = ImageStore()) {
    (self.file, self.store) = (file, store)
    done.initialize(to: 0)
    QuietThread.run("layout-images") { self.run() }
  }

  deinit { done.deallocate() }

  /// The path of the copy, once it is complete.
  ///
  /// - Throws: The errors of ``ImageStore/place(_:)``.
  public var path: String? {
    get throws(LayoutError) { try outcome.withLock { $0 }?.get() }
  }

  /// Waits for the copy.
  ///
  /// - Throws: The errors of ``ImageStore/place(_:)``.
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
// Removing old copies: each build of a plugin leaves one.

extension ImageStore {
  /// The time after which an unused copy is removed. Seconds.
  private static let lifetime = 30 * 86_400
  /// The interval of searches for old copies. Seconds.
  private static let pruneInterval = 86_400
  /// The modification time of this file is the time of the last search.
  private static let stampName = ".pruned"

  /// Records that a copy is used now.
  func touch(_ path: String) {
    _ = utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW)
  }

  /// Removes the copies that were not used for 30 days, and the rest of interrupted copies.
  ///
  /// Never fails: an old copy only uses disk space. Processes that map it keep it, because only its
  /// name is removed.
  ///
  /// - Parameter path: The current copy, which stays.
  /// - Complexity: One read of a time stamp; once a day one listing of the directory.
  func prune(_ directory: String, keeping path: String) {
    let now = time(nil)
    let stamp = "\(directory)/\(Self.stampName)"
    // The clock may have been set back: a stamp far in the future counts as old, like one far in
    // the past.
    if let last = Self.changeTime(of: stamp), abs(now - last) < Self.pruneInterval { return }
    // First, so that only one of several processes searches, and an unreadable directory is
    // skipped.
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

  /// Returns true when a path has the name of an image, in any directory.
  static func isImage(_ path: String) -> Bool { isImageName(FileSystem.name(of: path)) }

  /// Returns true when a store wrote a file with this name.
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
    FileSystem.entryStatus(of: path)?.st_mtim.tv_sec
  }
}
