// SPDX-License-Identifier: Apache-2.0
//
// The names in a directory in natural order, and whole files as bytes.

import Glibc
import LayoutModel

// MARK: - Folders

/// One directory's visible entries, each kind in natural order.
struct Folder {
  let path: String
  private(set) var files: [String] = []
  private(set) var folders: [String] = []

  /// Lists the directory at `path`. Links to files count as files; links to directories are
  /// ignored, so that no walk runs in a circle.
  ///
  /// - Parameter limit: The maximum number of entries.
  /// - Returns: Nil when there are more.
  /// - Throws: `source-unreadable`.
  init?(_ path: String, limit: Int = .max) throws(LayoutError) {
    self.path = path
    guard let stream = opendir(path) else {
      throw FileBytes.unreadable(path, "name a folder that exists and that you may read")
    }
    defer { closedir(stream) }
    var count = 0
    while let entry = readdir(stream) {
      // Hidden entries count too, and so do those that are neither file nor folder.
      count += 1
      if count > max(0, limit) + 2 { return nil }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { add(name) }
    }
    files.sort(by: NaturalOrder.precedes)
    folders.sort(by: NaturalOrder.precedes)
  }

  private mutating func add(_ name: String) {
    var own = stat()
    guard lstat(path + "/" + name, &own) == 0 else { return }
    if own.st_mode & S_IFMT == S_IFDIR { return folders.append(name) }
    var target = stat()
    guard stat(path + "/" + name, &target) == 0 else { return }
    if target.st_mode & S_IFMT == S_IFREG { files.append(name) }
  }
}

// MARK: - Order of names

/// Compares names with runs of digits as numbers, and letters case-insensitively.
enum NaturalOrder {
  /// Returns true when `a` comes before `b`. A total order of all strings: the bytes decide between
  /// equal ones.
  static func precedes(_ a: String, _ b: String) -> Bool {
    var left = Array(a.lowercased().unicodeScalars)[...]
    var right = Array(b.lowercased().unicodeScalars)[...]
    while let first = left.first, let second = right.first {
      if isDigit(first) && isDigit(second) {
        let numbers = (takeNumber(&left), takeNumber(&right))
        if numbers.0 != numbers.1 { return isSmaller(numbers.0, numbers.1) }
      } else if first != second {
        return first < second
      } else {
        left.removeFirst()
        right.removeFirst()
      }
    }
    if left.isEmpty != right.isEmpty { return left.isEmpty }
    return a.utf8.lexicographicallyPrecedes(b.utf8)
  }

  private static func isDigit(_ scalar: UnicodeScalar) -> Bool { ("0"..."9").contains(scalar) }

  /// The digits without leading zeros; numbers of any length compare.
  private static func takeNumber(_ text: inout ArraySlice<UnicodeScalar>) -> [UnicodeScalar] {
    let digits = text.prefix(while: isDigit)
    text = text.dropFirst(digits.count)
    return Array(digits.drop { $0 == "0" })
  }

  private static func isSmaller(_ a: [UnicodeScalar], _ b: [UnicodeScalar]) -> Bool {
    a.count == b.count ? a.lexicographicallyPrecedes(b) : a.count < b.count
  }
}

// MARK: - Files

/// Reads files in one piece.
enum FileBytes {
  /// The bytes of the file at `path`.
  ///
  /// - Parameter remedy: The remedy for the user when the file cannot be read.
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

  /// The size from the system, which is 0 for pipes.
  private static func sizeHint(_ file: Int32) -> Int {
    var status = stat()
    return fstat(file, &status) == 0 ? max(0, Int(status.st_size)) : 0
  }

  /// The error for the current `errno`.
  static func unreadable(_ path: String, _ remedy: String) -> LayoutError {
    let reason = String(cString: strerror(errno))
    return LayoutError(.sourceUnreadable, "\(path) cannot be read (\(reason)); \(remedy)")
  }
}
