// SPDX-License-Identifier: Apache-2.0
//
// Standard output and standard error: written completely or with an error; one progress line on a
// terminal.

import Glibc
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

/// The output of a command. It is buffered and checked, so that a full disk or a closed pipe is an
/// error of the command and not a lost line.
final class Console {
  private var buffer: [UInt8] = []
  private let showsProgress = isatty(STDERR_FILENO) == 1
  private var progressWidth = 0
  /// The error of the first failed write to standard output. It is kept, so that a command that
  /// ignored it gets it again: otherwise a command that runs until it is interrupted would not end.
  private var failure: LayoutError?
  /// True when errors are written as JSON, one object a line.
  let reportsJSON: Bool
  /// Colours for standard output.
  let paint = Paint(for: STDOUT_FILENO)
  private let errorPaint = Paint(for: STDERR_FILENO)

  /// - Parameter reportsJSON: True when errors are written as JSON.
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

  /// Adds a line for people, with a style for a part of it.
  func print(_ text: String, _ style: Style?, _ rest: String = "") throws(LayoutError) {
    try print(text: paint(text.printable, style) + rest.printable)
  }

  /// Adds a line for people to standard output; control characters in it are escaped.
  func print(_ line: String = "") throws(LayoutError) {
    try print(text: line.printable)
  }

  /// Adds trusted text or JSON to standard output unchanged, with its line ends.
  func print(text: String) throws(LayoutError) {
    buffer.append(contentsOf: text.utf8)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count > 1 << 16 { try flush() }
  }

  /// Adds bytes to standard output unchanged.
  func print(bytes: [UInt8]) throws(LayoutError) {
    buffer.append(contentsOf: bytes)
    try flush()
  }

  /// Writes the buffered output.
  /// - Throws: `unwritable` with the system's reason, the first time and at each later call.
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

  /// Writes a line to standard error, after the output before it; control characters in it are
  /// escaped.
  func complain(_ line: String) {
    complain(text: line.printable)
  }

  /// Writes trusted text to standard error unchanged, with its line ends.
  func complain(text: String) {
    // An error is kept for the next flush.
    try? flush()
    clearProgress()
    _ = Self.write(Array((text + "\n").utf8), to: STDERR_FILENO)
  }

  /// Shows the progress of long work, on a terminal only; the next line of output replaces it.
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

  /// Writes all bytes; returns the system's reason when that fails.
  private static func write(_ bytes: [UInt8], to descriptor: CInt) -> String? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN {
        // Another process that has the stream made it non-blocking.
        var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&stream, 1, -1)
        continue
      }
      if count < 0 { return String(cString: strerror(errno)) }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}

// MARK: - Plugins not searched
//
// Messages about plugin directories and trust lists that could not be read.

extension Console {
  /// Reports the directories that cannot be listed, and lists of hashes that are not safe to use.
  func report(problemsOf library: PluginLibrary) {
    for problem in library.problems { report(problem) }
  }
}

// MARK: - Colours
//
// Colours of the terminal, and when they are used.

/// The look of a piece of text on a terminal.
enum Style: String {
  case strong = "1"
  case faint = "2"
  case bad = "31"
  case good = "32"
  case notable = "33"
}

/// Colours text for one of the standard streams.
struct Paint {
  /// False for files, pipes and terminals without colours, and when the user switched colours off.
  let isOn: Bool

  /// Makes the colours for output to `descriptor`.
  ///
  /// It is on when the descriptor is a terminal, `NO_COLOR` is unset or empty (https://no-color.org)
  /// and `TERM` is not `dumb`.
  init(for descriptor: CInt) {
    isOn = isatty(descriptor) == 1 && Self.value("NO_COLOR").isEmpty && Self.value("TERM") != "dumb"
  }

  /// Returns the text in a style. The text must not hold control characters.
  func callAsFunction(_ text: String, _ style: Style?) -> String {
    guard isOn, let style, !text.isEmpty else { return text }
    return "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m"
  }

  private static func value(_ name: String) -> String {
    getenv(name).map { String(cString: $0) } ?? ""
  }
}

// MARK: - Text from outside
//
// Outside text made harmless: sequences that a terminal would execute are escaped.

extension String {
  /// The text with control characters (C0, DEL, C1), line ends and direction controls written as
  /// Swift escapes: `\n`, `\u{1b}`, `\u{202e}`.
  ///
  /// File names, names and help of plugins and error messages may contain any of them; in a
  /// terminal they could move its cursor, forge a line of output or show a name backwards.
  var printable: String {
    guard unicodeScalars.contains(where: \.commandsTerminal) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\t": text += "\\t"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case _ where scalar.commandsTerminal: text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// C0, DEL and C1; U+2028 and U+2029; the marks, embeddings, overrides and isolates of the
  /// bidirectional algorithm (UAX #9).
  fileprivate var commandsTerminal: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }
}
