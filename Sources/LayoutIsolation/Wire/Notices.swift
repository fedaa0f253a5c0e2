// SPDX-License-Identifier: Apache-2.0
//
// What a layout says on the side during a call: events, marks, log lines and reuse identifiers,
// carried by the call's answer.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// Collected in the worker during a call and handed on by the host after it.
struct Notices {
  /// One line of the log; whose it is the host knows.
  struct Line: Equatable {
    var level: LogEntry.Level
    var message: String
  }

  var events: [LayoutEvent] = []
  var marks: UInt32 = LAYOUT_MARK_NOTHING
  var elements: [layout_element] = []
  var log: [Line] = []
  /// By index of the descriptor's kinds; nil when they are what was told last.
  var reuseIdentifiers: [String?]?

  /// Whether nothing was said, as in almost every frame.
  var isEmpty: Bool {
    events.isEmpty && marks == LAYOUT_MARK_NOTHING && elements.isEmpty && log.isEmpty
      && reuseIdentifiers == nil
  }

  /// Keeps what was said later too. Log lines and events are not kept: they have gone on.
  mutating func add(_ later: Notices) {
    marks |= later.marks
    elements += later.elements
    reuseIdentifiers = later.reuseIdentifiers ?? reuseIdentifiers
  }
}

/// What a layout may say.
struct NoticeRules {
  private let layout: LayoutDescriptor
  private let border: TrustBorder

  /// The rules for the layout that a worker started.
  init(_ started: StartedMessage) {
    layout = started.layout
    border = TrustBorder(plugin: started.pluginID, descriptor: started.layout)
  }

  /// Holds notices against what the layout declares and against the data.
  ///
  /// - Throws: `breach`.
  func check(_ said: Notices, itemCounts: [UInt32]) throws(LayoutError) {
    try border.marks(said.marks, call: "invalidate")
    for element in said.elements {
      try border.element(element, itemCounts: itemCounts, call: "invalidate")
    }
    guard said.events.reduce(0, { $0 + $1.byteCount }) <= EventQueue.byteLimit else {
      throw .wire("more events than a call may post")
    }
    for event in said.events {
      let declared = layout.events.first { $0.name == event.name }
      guard let declared, declared.arguments.map(\.type) == event.arguments.map(\.type) else {
        throw .wire("an event \(event.name) that the layout does not declare so")
      }
    }
    if let identifiers = said.reuseIdentifiers, identifiers.count != layout.kinds.count {
      throw .wire("\(identifiers.count) reuse identifiers for \(layout.kinds.count) kinds")
    }
  }
}

extension WireWriter {
  /// Appends notices; one byte when there are none.
  mutating func write(_ notices: Notices) {
    write(!notices.isEmpty)
    guard !notices.isEmpty else { return }
    write(each: notices.events) { writer, event in
      writer.write(event.name)
      writer.write(each: event.arguments) { $0.write($1) }
    }
    write(notices.marks)
    write(notices.elements)
    write(each: notices.log) { writer, line in
      writer.write(line.level.rawValue)
      writer.write(line.message)
    }
    write(notices.reuseIdentifiers != nil)
    if let identifiers = notices.reuseIdentifiers { write(each: identifiers) { $0.write($1) } }
  }
}

extension WireReader {
  /// The next notices; nil when there are none.
  mutating func readNotices() throws(LayoutError) -> Notices? {
    guard try readBool() else { return nil }
    var notices = Notices()
    notices.events = try readList { (reader) throws(LayoutError) in
      LayoutEvent(
        name: try reader.readText(),
        arguments: try reader.readList { (reader) throws(LayoutError) in try reader.readValue() })
    }
    notices.marks = try read()
    notices.elements = try readList()
    notices.log = try readList { (reader) throws(LayoutError) in
      let level = LogEntry.Level(rawValue: try reader.read()) ?? .error
      return Notices.Line(level: level, message: try reader.readText())
    }
    if try readBool() {
      notices.reuseIdentifiers = try readList { (reader) throws(LayoutError) in
        try reader.readOptionalText()
      }
    }
    return notices
  }
}
