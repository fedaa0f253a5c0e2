// SPDX-License-Identifier: Apache-2.0
//
// The side outputs of a layout in a call: events, marks, log lines and reuse identifiers. The
// call's answer carries them.

import LayoutABI
import LayoutABIDrafts
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// The notices that the worker collects during a call and that the host passes on after it.
struct Notices {
  /// One line of the log; the host knows the plugin that wrote it.
  struct Line: Equatable {
    var level: LogEntry.Level
    var message: String
  }

  var events: [LayoutEvent] = []
  var marks: UInt32 = LAYOUT_MARK_NOTHING
  var elements: [layout_element] = []
  var log: [Line] = []
  /// The reuse identifiers, by index of the descriptor's kinds; nil if they did not change since
  /// they were sent last.
  var reuseIdentifiers: [String?]?
  /// The extensions that the layout offers now and that the host does not know yet.
  var offered: [String] = []

  /// The ids of the layouts inside the layout; nil if they did not change since they were sent
  /// last.
  var members: [String]?
  /// The settings of these layouts, by the paths that lead to them now; nil if they did not change
  /// since they were sent last.
  var childSettings: ChildSettings?

  /// True if there are no notices, as in almost every frame.
  var isEmpty: Bool {
    events.isEmpty && marks == LAYOUT_MARK_NOTHING && elements.isEmpty && log.isEmpty
      && reuseIdentifiers == nil && offered.isEmpty && members == nil && childSettings == nil
  }

  /// Adds later notices. Log lines and events are not kept, because they were already passed on.
  ///
  /// - Parameter elementLimit: The number of elements that may wait by name; with more, everything
  ///   is stale.
  mutating func add(_ later: Notices, elementLimit: Int) {
    marks |= later.marks
    if elements.count + later.elements.count <= elementLimit {
      elements += later.elements
    } else {
      (marks, elements) = (marks | LAYOUT_MARK_EVERYTHING, [])
    }
    reuseIdentifiers = later.reuseIdentifiers ?? reuseIdentifiers
    offered += later.offered
    members = later.members ?? members
    childSettings = later.childSettings ?? childSettings
  }
}

/// The limits of a layout's notices.
struct NoticeRules {
  private let layout: LayoutDescriptor
  private let border: TrustBorder
  /// The types of each event's arguments, by its name.
  private let events: [String: [ValueType]]
  /// The layouts that it may have inside.
  private let children: Set<String>

  /// Creates the rules for the layout that a worker started with such children.
  init(_ started: StartedMessage, children: [String], limits: AnswerLimits) {
    layout = started.layout
    self.children = Set(children)
    border = TrustBorder(plugin: started.pluginID, descriptor: started.layout, limits: limits)
    events = Dictionary(
      started.layout.events.map { ($0.name, $0.arguments.map(\.type)) }
    ) { first, _ in first }
  }

  /// Checks notices against the layout's declarations and against the data.
  ///
  /// - Throws: `breach`.
  func check(_ said: Notices, itemCounts: SectionCounts) throws(LayoutError) {
    try border.marks(said.marks, call: "invalidate")
    for element in said.elements {
      try border.element(element, itemCounts: itemCounts, call: "invalidate")
    }
    let byteCount = said.events.reduce(0) { $0 + $1.byteCount }
    guard byteCount <= border.limits.eventBytes else {
      throw border.tooMany(
        byteCount, "bytes of events", limit: border.limits.eventBytes, call: "post_event")
    }
    for event in said.events {
      guard let types = events[event.name], types == event.arguments.map(\.type) else {
        throw .wire("an event \(event.name.cut(toBytes: 64)) that the layout does not declare so")
      }
    }
    guard said.offered.allSatisfy(Judge.knownExtensions.contains) else {
      throw .wire("an extension that this host does not know")
    }
    guard (said.members ?? []).allSatisfy(children.contains) else {
      throw .wire("a layout inside that it was not given")
    }
    guard let identifiers = said.reuseIdentifiers else { return }
    guard identifiers.count == layout.kinds.count else {
      throw .wire("\(identifiers.count) reuse identifiers for \(layout.kinds.count) kinds")
    }
    guard identifiers.allSatisfy({ $0?.utf8.count ?? 0 <= border.limits.nameBytes }) else {
      throw .wire("a reuse identifier that is longer than a name may be")
    }
  }
}

extension WireWriter {
  /// Appends notices; one byte if there are none.
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
    write(each: notices.offered) { $0.write($1) }
    write(notices.members != nil)
    if let members = notices.members { write(each: members) { $0.write($1) } }
    write(notices.childSettings != nil)
    if let settings = notices.childSettings { write(each: settings.list) { $0.write($1) } }
  }
}

extension WireReader {
  /// Reads the next notices; nil if there are none.
  ///
  /// - Throws: `answer-too-large` before anything beyond `limits` is read.
  mutating func readNotices(within limits: AnswerLimits) throws(LayoutError) -> Notices? {
    guard try readBool() else { return nil }
    var notices = Notices()
    notices.events = try readList(atMost: limits.events, "events") {
      (reader) throws(LayoutError) in
      LayoutEvent(
        name: try reader.readText(),
        arguments: try reader.readList { (reader) throws(LayoutError) in try reader.readValue() })
    }
    notices.marks = try read()
    notices.elements = try readList()
    guard notices.elements.count <= limits.markedElements else {
      throw .tooMany(notices.elements.count, "marked elements", limit: limits.markedElements)
    }
    notices.log = try readLog(within: limits)
    if try readBool() {
      notices.reuseIdentifiers = try readList { (reader) throws(LayoutError) in
        try reader.readOptionalText()
      }
    }
    notices.offered = try readList(atMost: Judge.knownExtensions.count, "extensions") {
      (reader) throws(LayoutError) in try reader.readText()
    }
    if try readBool() {
      notices.members = try readList(atMost: Int(LAYOUT_CHILDREN_MOST), "children") {
        (reader) throws(LayoutError) in try reader.readText()
      }
    }
    if try readBool() {
      let list = try readList { (reader) throws(LayoutError) in try reader.readChildSetting() }
      var settings = ChildSettings()
      for setting in list { settings.keep(setting) }
      notices.childSettings = settings
    }
    return notices
  }

  /// Reads the lines of the log: at most as many as a log keeps. The host code's own lines in the
  /// worker count too.
  private mutating func readLog(
    within limits: AnswerLimits
  ) throws(LayoutError) -> [Notices.Line] {
    var byteCount = 0
    return try readList(atMost: max(limits.logLines, LayoutLog.limit), "log lines") {
      (reader) throws(LayoutError) in
      let level = LogEntry.Level(rawValue: try reader.read()) ?? .error
      let message = try reader.readText()
      byteCount += message.utf8.count
      // The host code's own lines are shorter than the largest line.
      let limit = limits.logBytes + LayoutLog.limit * limits.textBytes
      guard message.utf8.count <= limits.textBytes, byteCount <= limit else {
        throw .tooMany(byteCount, "bytes of log lines", limit: limits.logBytes)
      }
      return Notices.Line(level: level, message: message)
    }
  }

  /// Reads the next list. A list that is longer than `limit` is refused before it is read.
  mutating func readList<Element>(
    atMost limit: Int, _ what: String,
    _ body: (inout WireReader) throws(LayoutError) -> Element
  ) throws(LayoutError) -> [Element] {
    var ahead = self
    let count = try ahead.readCount()
    guard count <= limit else { throw .tooMany(count, what, limit: limit) }
    return try readList(body)
  }
}

extension LayoutError {
  /// Returns the error for a worker that sent more notices than a call may have. The link names
  /// plugin and call.
  fileprivate static func tooMany(_ count: Int, _ what: String, limit: Int) -> LayoutError {
    LayoutError(
      .answerTooLarge, "the worker sent \(count) \(what), where at most \(limit) are taken")
  }
}
