// SPDX-License-Identifier: Apache-2.0
//
// A directory for one test, removed with the value.

import Foundation
import LayoutModel

/// A new directory that only the user can enter, removed with its content at the end of the value.
public final class TemporaryDirectory: Sendable {
  /// Absolute, without links.
  public let path: String

  /// Makes the directory below `$TMPDIR`, or `/tmp`.
  public init() throws(LayoutError) {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/layouthost-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template), let real = realpath(made, nil) else {
      throw LayoutError("test-directory", "\(base): \(String(cString: strerror(errno)))")
    }
    defer { free(real) }
    path = String(cString: real)
  }

  /// One for the whole process, removed when it exits: for files that are passed on by their paths alone.
  public static let untilTheEnd: TemporaryDirectory = {
    atexit { try? FileManager.default.removeItem(atPath: TemporaryDirectory.untilTheEnd.path) }
    do { return try TemporaryDirectory() } catch { fatalError("\(error)") }
  }()

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and returns its path.
  ///
  /// - Parameter mode: Permission bits, set for any umask.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o644) throws -> String {
    let file = "\(path)/\(name)"
    try Writing.put(bytes[...], at: file)
    guard chmod(file, mode) == 0 else {
      throw LayoutError("test-directory", "\(file): \(String(cString: strerror(errno)))")
    }
    return file
  }

  /// Makes a directory inside and returns its path.
  public func makeDirectory(_ name: String) throws -> String {
    let directory = "\(path)/\(name)"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    return directory
  }
}
