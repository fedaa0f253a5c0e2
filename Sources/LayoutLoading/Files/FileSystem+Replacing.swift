// SPDX-License-Identifier: Apache-2.0
//
// Writing a file so that its name never means half of it.

import Glibc
import LayoutModel

extension FileSystem {
  /// The prefix of the names of files that are not whole yet.
  static let temporaryPrefix = ".new-"

  /// Writes a file under a temporary name in the same directory and gives it its name when it is
  /// whole. What is open or mapped under the name stays as it was.
  ///
  /// - Parameter isDurable: Waits until the bytes are on the disk, so that not even a power cut leaves
  ///   an empty file. Takes milliseconds.
  /// - Throws: `unwritable` with the reason; the name then means what it did.
  package static func replace(
    _ path: String, with bytes: [UInt8], mode: mode_t, isDurable: Bool
  ) throws(LayoutError) {
    let directory = parent(of: path)
    let temporary = "\(directory)/\(temporaryPrefix)\(getpid())-\(UInt64.random(in: 0...(.max)))"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw LayoutError(.unwritable, "\(directory): cannot be written: \(reason())")
    }
    defer { close(descriptor) }
    var count = 0
    while count < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        write(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { break }
      count += written
    }
    guard count == bytes.count, fchmod(descriptor, mode) == 0,
      !isDurable || fsync(descriptor) == 0, rename(temporary, path) == 0
    else {
      let reason = reason()
      unlink(temporary)
      throw LayoutError(.unwritable, "\(path): cannot be written: \(reason)")
    }
  }
}
