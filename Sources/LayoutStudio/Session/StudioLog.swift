// SPDX-License-Identifier: Apache-2.0
//
// Events for the page: a log with a limit, and alerts that stay until the error is fixed.

import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering

/// One line of the log.
struct LogEntry {
  /// The kind of event: loaded, swapped, refused, crashed, build, log.
  var kind: String
  var text: String
  /// The session's clock, seconds.
  var time: Double
}

/// The last entries of a log, numbered from 0.
struct StudioLog {
  private static let limit = 500
  private var entries: [LogEntry] = []
  /// The number of all entries so far.
  private(set) var count = 0

  mutating func add(_ entry: LogEntry) {
    if entries.count == Self.limit { entries.removeFirst() }
    entries.append(entry)
    count += 1
  }

  /// Returns the entries after the first `known` ones, if they are still kept.
  func entries(after known: Int) -> ArraySlice<LogEntry> {
    entries.suffix(min(entries.count, max(0, count - known)))
  }
}

/// An error that lasts until it is fixed.
struct StudioAlert: Equatable {
  /// The part at fault.
  enum Source: String {
    case open, build, swap, frame, compare
  }

  var source: Source
  /// The plugin at fault.
  var plugin: String?
  /// The stage or the call in which it failed.
  var stage: String?
  var message: String
  var code = ""
  /// The place in a source file, if a compiler named one.
  var file: String?
  var line: Int?

  /// Makes an alert from an error in its JSON form.
  init(_ source: Source, _ error: JSONObject, stage: String? = nil) {
    self.source = source
    plugin = error["plugin"]?.string
    self.stage = stage ?? error["call"]?.string
    message = error["message"]?.string ?? "failed"
    code = error["code"]?.string ?? ""
  }

  init(_ source: Source, message: String, file: String? = nil, line: Int? = nil) {
    (self.source, self.message, self.file, self.line) = (source, message, file, line)
    stage = source.rawValue
  }

  /// The alert in one line: plugin, stage and reason.
  var text: String {
    let culprit = [plugin, stage].compactMap { $0 }.joined(separator: ", ")
    return culprit.isEmpty ? message : "\(culprit): \(message)"
  }

  /// The alert for a terminal, with the first line of its message.
  var error: LayoutError {
    let line = message.split(whereSeparator: \.isNewline).first.map { String($0) } ?? message
    return LayoutError(
      code.isEmpty ? .studio : LayoutError.Code(rawValue: code), line, plugin: plugin, call: stage)
  }

  func write(to json: inout JSONText) {
    json.object { json in
      json.key("source")
      json.string(source.rawValue)
      json.key("text")
      json.string(text)
      for (key, value) in [("plugin", plugin), ("stage", stage), ("file", file), ("code", code)] {
        guard let value else { continue }
        json.key(key)
        json.string(value)
      }
      json.key("message")
      json.string(message)
      if let line {
        json.key("line")
        json.integer(line)
      }
    }
  }
}
