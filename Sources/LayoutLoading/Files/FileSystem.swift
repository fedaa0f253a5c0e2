// SPDX-License-Identifier: Apache-2.0
//
// Files and directories by plain system calls, with errors that name the path.

import CLayoutSystem
import Glibc
import LayoutModel

/// The file operations for loading.
package enum FileSystem {
  /// The largest size of a plugin, bytes. Larger files are not read.
  package static let sizeLimit = 64 << 20
  /// The number of bytes that are read before the whole file: a page, in which linkers put the headers
  /// and the notes.
  package static let headCount = 4096

  /// Returns the C library's message for the last failed call.
  package static func reason(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }

  /// Returns true when `path` exists, links followed.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Mode, owner and size of the file at `path`, links followed; nil if it cannot be read.
  package static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// Mode, owner and size of the file or link at `path`; nil if it cannot be read.
  package static func entryStatus(of path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  /// `path` absolute and without links or dots; nil when a part of it does not exist.
  package static func resolved(_ path: String) -> String? {
    guard let text = realpath(path, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// Returns the target of a symbolic link; nil if it is not UTF-8.
  package static func target(of link: String) -> String? {
    var room = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &room, room.count)
    return count > 0 ? String(validating: room[..<count], as: UTF8.self) : nil
  }

  /// The parent directory of `path`.
  package static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: Self.slash) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last component of `path`.
  package static func name(of path: String) -> String {
    path.utf8.lastIndex(of: Self.slash).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }

  /// The names in a path, from the root on. Split by bytes, as the kernel does: as a `Character` a
  /// slash and a following accent would be one.
  package static func components(of path: String) -> [String] {
    path.utf8.split(separator: slash).map { String(Substring($0)) }
  }

  private static let slash = UInt8(ascii: "/")

  /// The names in a directory, sorted by their bytes, without `.` and `..`.
  ///
  /// - Throws: `unreadable`.
  package static func names(in directory: String) throws(LayoutError) -> [String] {
    guard let stream = opendir(directory) else {
      throw LayoutError(
        .unreadable,
        "\(directory): cannot be listed: \(reason()); name a directory that you may read")
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // In place, since an entry ends after its name: a copy of the field would read beyond it.
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The whole content of a regular file, and the status of the same open file.
  ///
  /// - Parameter judgeHead: Receives the first page, or all of a shorter file, before the rest is
  ///   read; an error of it ends the reading, so that a wrong file costs little.
  /// - Throws: `unreadable`, `not-a-file`, the error of `judgeHead`, or `too-large`.
  package static func contents(
    of path: String, judgeHead: ([UInt8]) throws(LayoutError) -> Void = { _ in }
  ) throws(LayoutError) -> (bytes: [UInt8], stat) {
    // Without blocking: opening a pipe without a writer would wait forever.
    let descriptor = layout_sys_file_open(path, O_RDONLY | O_NONBLOCK, 0)
    guard descriptor >= 0 else {
      throw LayoutError(
        .unreadable,
        "\(path): cannot be opened: \(reason(-descriptor)); check that it exists and its mode")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw LayoutError(.notAFile, "\(path): is not a regular file; name the .so itself")
    }
    try judgeHead(head(descriptor, path))
    guard status.st_size <= sizeLimit else {
      throw LayoutError(
        .tooLarge,
        "\(path): has \(status.st_size) bytes; a plugin has at most \(sizeLimit >> 20) MiB; "
          + "strip it or put its data into files of their own")
    }
    return (try read(descriptor, sized: Int(status.st_size), path), status)
  }

  /// Reads the first bytes without moving the file position.
  private static func head(
    _ descriptor: Int32, _ path: String
  ) throws(LayoutError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: headCount)
    let count = pread(descriptor, &bytes, headCount, 0)
    guard count >= 0 else { throw unreadable(path, errno) }
    return Array(bytes.prefix(count))
  }

  private static func unreadable(_ path: String, _ code: Int32) -> LayoutError {
    LayoutError(
      .unreadable,
      "\(path): cannot be read: \(reason(code)); check the file and the disk that holds it")
  }

  /// Reads to the end of the file; `sized` is only a first estimate, because a file may grow
  /// meanwhile.
  private static func read(
    _ descriptor: Int32, sized: Int, _ path: String
  ) throws(LayoutError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: sized + 1)
    var count = 0
    while count <= sizeLimit {
      if count == bytes.count { bytes.append(contentsOf: [UInt8](repeating: 0, count: count)) }
      let room = bytes.count
      let got = bytes.withUnsafeMutableBytes { buffer in
        layout_sys_file_read(descriptor, buffer.baseAddress?.advanced(by: count), room - count)
      }
      if got == -Int(EINTR) { continue }
      guard got >= 0 else { throw unreadable(path, Int32(-got)) }
      if got == 0 {
        // In place: a copy would need twice the memory.
        bytes.removeLast(bytes.count - count)
        return bytes
      }
      count += got
    }
    throw LayoutError(
      .tooLarge, "\(path): grows while it is read; use it when it is written completely")
  }
}

// MARK: - The user's directories

extension FileSystem {
  /// Makes a directory and its missing ancestors, accessible only by the user.
  ///
  /// - Throws: `unwritable` with the reason.
  package static func makeDirectory(_ path: String) throws(LayoutError) {
    guard !exists(path) else { return }
    let above = parent(of: path)
    if above != path { try makeDirectory(above) }
    // It is fine if another process made it meanwhile.
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw LayoutError(
        .unwritable, "\(path): cannot be made: \(reason()); check the directory above it")
    }
  }
}

// MARK: - Replacing
//
// Writing a file so that its name never refers to a partial file.

extension FileSystem {
  /// The prefix of the names of incomplete files.
  static let temporaryPrefix = ".new-"

  /// Writes a file under a temporary name in the same directory and renames it when it is complete.
  /// Open or mapped old files do not change.
  ///
  /// - Parameter isDurable: True to wait until the bytes are on the disk, so that the file is
  ///   complete even after a power failure. Takes milliseconds.
  /// - Throws: `unwritable` with the reason; the name then refers to the old file.
  package static func replace(
    _ path: String, with bytes: [UInt8], mode: mode_t, isDurable: Bool
  ) throws(LayoutError) {
    let directory = parent(of: path)
    let temporary = "\(directory)/\(temporaryPrefix)\(getpid())-\(UInt64.random(in: 0...(.max)))"
    let descriptor = layout_sys_file_open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else {
      throw LayoutError(
        .unwritable,
        "\(directory): cannot be written: \(reason(-descriptor)); "
          + "check your rights to it and its free space")
    }
    defer { close(descriptor) }
    var failure = write(bytes, to: descriptor)
    if failure == 0, fchmod(descriptor, mode) != 0 || isDurable && fsync(descriptor) != 0 {
      failure = errno
    }
    if failure == 0 { failure = -layout_sys_file_rename(temporary, path) }
    guard failure == 0 else {
      unlink(temporary)
      throw LayoutError(
        .unwritable,
        "\(path): cannot be written: \(reason(failure)); "
          + "check what is in its place and the free space on the disk")
    }
  }

  /// Writes all of the bytes.
  ///
  /// - Returns: 0, or the error number.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var count = 0
    while count < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        layout_sys_file_write(
          descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if written == -Int(EINTR) { continue }
      guard written > 0 else { return written < 0 ? Int32(-written) : ENOSPC }
      count += written
    }
    return 0
  }
}
