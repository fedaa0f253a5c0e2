// SPDX-License-Identifier: Apache-2.0
//
// A file is written whole or not at all.

import Glibc
import LayoutModel

/// Files that results go to.
public enum OutputFile {
  /// Replaces the file at `path`: the bytes go to a new file beside it, which then takes its name.
  /// Anything but an ordinary file, such as a pipe, is written in place.
  ///
  /// - Throws: `output-unwritable`, with the path, the system's reason and the remedy. What was
  ///   there is then untouched.
  public static func write(_ bytes: [UInt8], to path: String) throws(LayoutError) {
    if isSpecial(path) { return try store(bytes, in: path, flags: O_WRONLY, at: path) }
    // A name that nobody can guess, and no file or link that somebody else may have put there.
    let temporary = "\(path).\(String(UInt64.random(in: 0...(.max)), radix: 36)).part"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    do throws(LayoutError) {
      try store(bytes, in: temporary, flags: flags, at: path)
      guard rename(temporary, path) == 0 else { throw unwritable(path) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Returns true when something stands there that must not be replaced, only written to.
  private static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }

  private static func store(
    _ bytes: [UInt8], in file: String, flags: Int32, at path: String
  ) throws(LayoutError) {
    let descriptor = open(file, flags | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw unwritable(path) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let error = unwritable(path)
        close(descriptor)
        throw error
      }
      written += count
    }
    guard close(descriptor) == 0 else { throw unwritable(path) }
  }

  /// The error for what `errno` says now.
  private static func unwritable(_ path: String) -> LayoutError {
    let reason = String(cString: strerror(errno))
    return LayoutError(
      .outputUnwritable,
      "\(path) cannot be written (\(reason)); name a file in a directory that exists and is yours")
  }
}
