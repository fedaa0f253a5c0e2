// SPDX-License-Identifier: Apache-2.0
//
// Standard output and standard error: complete or an error, with one progress line on a terminal.

import Glibc
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

/// The output of a command. Output is buffered and checked, so a full disk or a closed pipe is an
/// error of the command and not a lost line.
final class Console {
  private var buffer: [UInt8] = []
  private let showsProgress = isatty(STDERR_FILENO) == 1
  private var progressWidth = 0
  /// The reason for which standard output could not be written, once it could not. Kept, so
  /// that a command that passed over it hears of it again: nothing else would end one that
  /// runs until it is interrupted.
  private var failure: LayoutError?
  /// True when errors are written as JSON, one object a line.
  let reportsJSON: Bool
  /// Colours for standard output.
  let paint = Paint(for: STDOUT_FILENO)
  private let errorPaint = Paint(for: STDERR_FILENO)

  /// - Parameter reportsJSON: Whether errors are written as JSON.
  init(reportsJSON: Bool = false) { self.reportsJSON = reportsJSON }

  /// Writes an error to standard error: for people, or as `{"error": {"code", "message", …}}`.
  ///
  /// - Parameter subject: The file, layout or command that the error is about.
  func report(_ error: any Error, about subject: String? = nil) {
    let isUsage = error is UsageError
    let program = errorPaint(
      subject.map { isUsage ? "layouthost \($0)" : "layouthost" } ?? "layouthost", .strong)
    guard reportsJSON else {
      let place = isUsage ? "" : subject.map { "\($0): " } ?? ""
      return complain(text: "\(program): " + errorPaint("\(place)\(error)".printable, .bad))
    }
    var object = (error as? LayoutError)?.json ?? UsageError("\(error)").json
    if let subject { object[isUsage ? "command" : "subject"] = .string(subject) }
    complain(text: JSONValue.object(JSONObject([.init("error", .object(object))])).serialised())
  }

  /// Adds the lines of a table.
  func print(_ table: Table) throws(LayoutError) {
    for line in table.lines(paint) { try print(text: line) }
  }

  /// Adds a line for people of which a part has a style.
  func print(_ text: String, _ style: Style?, _ rest: String = "") throws(LayoutError) {
    try print(text: paint(text.printable, style) + rest.printable)
  }

  /// Adds a line for people to standard output; control characters in it are written out.
  func print(_ line: String = "") throws(LayoutError) {
    try print(text: line.printable)
  }

  /// Adds text of our own or JSON to standard output as it is, line ends included.
  func print(text: String) throws(LayoutError) {
    buffer.append(contentsOf: text.utf8)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count > 1 << 16 { try flush() }
  }

  /// Adds bytes to standard output as they are.
  func print(bytes: [UInt8]) throws(LayoutError) {
    buffer.append(contentsOf: bytes)
    try flush()
  }

  /// Writes out what is buffered.
  /// - Throws: `unwritable` with the system's reason, the first time and ever after.
  func flush() throws(LayoutError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    if let failure { throw failure }
    clearProgress()
    guard let reason = Self.write(buffer, to: STDOUT_FILENO) else { return }
    let failure = LayoutError(
      .unwritable, "standard output cannot be written (\(reason)); send it somewhere with room")
    self.failure = failure
    throw failure
  }

  /// Writes a line to standard error, after what was printed before it; control characters in it are
  /// written out.
  func complain(_ line: String) {
    complain(text: line.printable)
  }

  /// Writes text of our own to standard error as it is, line ends included.
  func complain(text: String) {
    // Where that fails, the next flush says so.
    try? flush()
    clearProgress()
    _ = Self.write(Array((text + "\n").utf8), to: STDERR_FILENO)
  }

  /// Shows what long work is at, on a terminal only; the next line of output replaces it.
  func progress(_ line: String) {
    guard showsProgress else { return }
    let line = line.printable
    let padding = String(repeating: " ", count: max(0, progressWidth - line.count))
    _ = Self.write(Array(("\r" + line + padding).utf8), to: STDERR_FILENO)
    progressWidth = line.count
  }

  private func clearProgress() {
    guard progressWidth > 0 else { return }
    let blank = "\r" + String(repeating: " ", count: progressWidth) + "\r"
    _ = Self.write(Array(blank.utf8), to: STDERR_FILENO)
    progressWidth = 0
  }

  /// Writes all bytes; returns the system's reason when it could not.
  private static func write(_ bytes: [UInt8], to descriptor: CInt) -> String? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { return String(cString: strerror(errno)) }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}
