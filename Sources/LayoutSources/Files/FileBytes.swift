// SPDX-License-Identifier: Apache-2.0
//
// A whole file as bytes, or an error that names it.

import Glibc
import LayoutModel

/// Reads files in one piece.
enum FileBytes {
  /// The bytes of the file at `path`.
  ///
  /// - Parameter remedy: What the user can do when the file cannot be read.
  /// - Throws: `source-unreadable`, with the system's reason; `source-limit` when it is too long.
  static func read(
    _ path: String, _ limits: SourceLimits = .standard, remedy: String
  ) throws(LayoutError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw unreadable(path, remedy) }
    defer { close(file) }
    var bytes = [UInt8]()
    bytes.reserveCapacity(min(sizeHint(file), limits.fileBytes))
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = Glibc.read(file, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(path, remedy) }
      guard count > 0 else { return bytes }
      guard bytes.count + count <= limits.fileBytes else {
        throw SourceLimits.error(
          path, "too long to be read at once", limit: "fileBytes",
          "\(limits.fileBytes.grouped) bytes", remedy: "put the data into a SQLite database")
      }
      bytes.append(contentsOf: chunk[..<count])
    }
  }

  /// The size that the system tells, which is 0 for pipes.
  private static func sizeHint(_ file: Int32) -> Int {
    var status = stat()
    return fstat(file, &status) == 0 ? max(0, Int(status.st_size)) : 0
  }

  /// The error for what `errno` says now.
  static func unreadable(_ path: String, _ remedy: String) -> LayoutError {
    let reason = String(cString: strerror(errno))
    return LayoutError(.sourceUnreadable, "\(path) cannot be read (\(reason)); \(remedy)")
  }
}
