// SPDX-License-Identifier: Apache-2.0
//
// Lines of a file or of standard input, one at a time, and lines of a descriptor that is polled.

import Glibc
import LayoutJSON
import LayoutLoading
import LayoutModel

// MARK: - A file

/// Reads lines of any length; the file is closed with the value.
struct LineReader: ~Copyable {
  /// The file; nil for standard input.
  let file: String?
  /// The number of the last line that ``next()`` returned, from 1.
  private(set) var number = 0
  private let path: String
  private let stream: UnsafeMutablePointer<FILE>
  private var line: UnsafeMutablePointer<CChar>?
  private var capacity = 0

  /// - Parameter path: "-" is standard input.
  /// - Throws: `unreadable` with the path, the system's reason and the remedy.
  init(_ path: String) throws(LayoutError) {
    self.path = path
    file = path == "-" ? nil : path
    // A copy of the descriptor, so that closing it leaves standard input alone.
    let opened = path == "-" ? fdopen(dup(STDIN_FILENO), "r") : fopen(path, "r")
    guard let opened else { throw Self.unreadable(path) }
    stream = opened
  }

  deinit {
    free(line)
    fclose(stream)
  }

  /// The next line without its end, or nil after the last.
  /// - Throws: `unreadable` when reading fails, as it does on a directory.
  mutating func next() throws(LayoutError) -> String? {
    errno = 0
    let count = getline(&line, &capacity, stream)
    guard count >= 0, let line else {
      if ferror(stream) != 0 { throw Self.unreadable(path) }
      return nil
    }
    number += 1
    var bytes = UnsafeRawBufferPointer(start: line, count: count)[...]
    while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
      bytes = bytes.dropLast()
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The JSON value on the next line that is not blank, or nil after the last.
  /// - Throws: `bad-json` with file, line and column; `unreadable`.
  mutating func nextJSON() throws(LayoutError) -> JSONValue? {
    while let line = try next() {
      if line.allSatisfy(\.isWhitespace) { continue }
      return try JSONValue(parsing: line, number: number, of: file)
    }
    return nil
  }

  private static func unreadable(_ path: String) -> LayoutError {
    let reason = strerror(errno).map { String(cString: $0) } ?? "unknown reason"
    return LayoutError(
      .unreadable,
      "\(path): cannot be read: \(reason); name a file that exists and that you may read")
  }
}

// MARK: - A descriptor
//
// Lines of a descriptor that the caller polls.

/// Bytes in order of arrival, split into lines.
struct InputLines {
  private var rest: [UInt8] = []
  /// The number of the last returned line, from 1.
  private(set) var number = 0

  /// Reads once, and passes each complete line with its number to `receive`; at the end of the
  /// input also a last line without an end.
  /// - Returns: False at the end of the input.
  /// - Throws: `unreadable` when reading fails, as on a closed standard input; errors of `receive`.
  mutating func read(from descriptor: CInt, _ receive: (String, _ number: Int) throws -> Void)
    throws -> Bool
  {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return true }
    guard count >= 0 else {
      throw LayoutError(
        .unreadable,
        "standard input cannot be read (\(String(cString: strerror(errno)))); "
          + "give it steps, or /dev/null")
    }
    rest += buffer.prefix(count)
    var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let last = lines.popLast() ?? []
    if count == 0, !last.isEmpty { lines.append(last) }
    rest = count > 0 ? Array(last) : []
    for line in lines {
      number += 1
      try receive(String(decoding: line, as: UTF8.self), number)
    }
    return count > 0
  }
}
