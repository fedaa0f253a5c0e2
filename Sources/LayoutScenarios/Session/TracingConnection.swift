// SPDX-License-Identifier: Apache-2.0
//
// A connection that records its calls, and forwards everything.

import LayoutABI
import LayoutABIDrafts
import LayoutHost
import LayoutModel
import LayoutRuntime

extension CollectionLayout {
  /// The same live layout, with its calls in a trace.
  func tracing(into trace: TraceLog) -> CollectionLayout {
    let layout = CollectionLayout(TracingConnection(connection, trace))
    (layout.file, layout.library) = (file, library)
    return layout
  }
}

/// Records the calls into a layout in order, by the names of the header.
final class TracingConnection: LayoutConnection {
  private let base: any LayoutConnection
  private let trace: TraceLog

  init(_ base: any LayoutConnection, _ trace: TraceLog) {
    self.base = base
    self.trace = trace
  }

  var pluginID: String { base.pluginID }
  var descriptor: LayoutDescriptor { base.descriptor }
  var queries: QueryTable { base.queries }
  var log: LayoutLog { base.log }
  var hasPrepared: Bool { base.hasPrepared }
  var reuseIdentifiers: [String?] { base.reuseIdentifiers }

  func offers(_ extensionID: String) -> Bool { base.offers(extensionID) }

  func setProperty(at index: Int, to value: LayoutValue) throws(LayoutError) {
    trace.note("layout set_property \(descriptor.properties[index].name)")
    try trace.time("set_property") { () throws(LayoutError) in
      try base.setProperty(at: index, to: value)
    }
  }

  func startSetting(
    at index: Int, to value: LayoutValue
  ) throws(LayoutError) -> any SettingInProgress {
    trace.note("layout set_property \(descriptor.properties[index].name)")
    return try base.startSetting(at: index, to: value)
  }

  var members: [String] { base.members }

  func children() throws(LayoutError) -> [ChildNote] { try base.children() }

  func setProperty(_ setting: ChildSetting) throws(LayoutError) {
    trace.note("layout set_property \(setting.name)")
    try trace.time("set_property") { () throws(LayoutError) in try base.setProperty(setting) }
  }

  var childSettings: ChildSettings { base.childSettings }

  func keep(_ settings: ChildSettings) throws(LayoutError) { try base.keep(settings) }

  func property(at index: Int) throws(LayoutError) -> LayoutValue {
    try base.property(at: index)
  }

  func frame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> FrameOutcome {
    trace.noteAsked(request.rect)
    let start = ContinuousClock.now
    let outcome = try base.frame(request, shape: shape, into: buffer)
    trace.note(outcome, since: start)
    for call in outcome.calls.names { trace.note("layout \(call)") }
    if buffer.outsideCount > 0 { trace.note("layout outside ×\(buffer.outsideCount)") }
    return outcome
  }

  func startFrame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> any FrameInProgress {
    trace.noteAsked(request.rect)
    return TracingFrame(try base.startFrame(request, shape: shape, into: buffer), trace)
  }

  func attributes(in rect: Rect, into buffer: AnswerBuffer) throws(LayoutError) {
    trace.note("layout attributes_in_rect")
    trace.noteAsked(rect)
    try trace.time("attributes_in_rect") { () throws(LayoutError) in
      try base.attributes(in: rect, into: buffer)
    }
  }

  func attributes(
    for element: layout_element, into buffer: AnswerBuffer
  ) throws(LayoutError) {
    trace.note("layout attributes_for")
    try trace.time("attributes_for") { () throws(LayoutError) in
      try base.attributes(for: element, into: buffer)
    }
  }

  func scrollTarget(
    proposed: Point, velocity: Vector, bounds: Rect, afterUpdate: Bool
  ) throws(LayoutError) -> Point? {
    let target = try trace.time("target") { () throws(LayoutError) in
      try base.scrollTarget(
        proposed: proposed, velocity: velocity, bounds: bounds, afterUpdate: afterUpdate)
    }
    if target != nil { trace.note("layout target") }
    return target
  }

  func call(action index: Int, arguments: [LayoutValue]) throws(LayoutError) -> LayoutValue {
    trace.note("layout action \(descriptor.actions[index].name)")
    return try base.call(action: index, arguments: arguments)
  }

  // Each is recorded by the slots that were called, in order.

  func updateAttributes(
    _ end: UpdateEnd, defaults: AnswerBuffer, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    let isAnswered = try trace.time(end == .initial ? "initial" : "final") {
      () throws(LayoutError) in try base.updateAttributes(end, defaults: defaults, into: buffer)
    }
    if isAnswered { trace.note("layout \(end == .initial ? "initial" : "final") ×\(buffer.count)") }
    return isAnswered
  }

  func finalizeUpdates() throws(LayoutError) {
    if offers(LAYOUT_EXT_UPDATES) { trace.note("layout finalize_updates") }
    try base.finalizeUpdates()
  }

  func notify(_ notice: TransitionNotice) throws(LayoutError) {
    if offers(LAYOUT_EXT_TRANSITION) { trace.note("layout \(notice.slotName)") }
    try base.notify(notice)
  }

  func reorderingTarget(
    of path: ItemPath, at position: Point
  ) throws(LayoutError) -> ItemPath? {
    let target = try base.reorderingTarget(of: path, at: position)
    if target != nil { trace.note("layout target_path") }
    return target
  }

  func reorderingAttributes(
    of path: ItemPath, at position: Point, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    let isAnswered = try base.reorderingAttributes(of: path, at: position, into: buffer)
    if isAnswered { trace.note("layout attributes_for_moving") }
    return isAnswered
  }

  func setPreferredSizes(
    _ preferences: [SizePreference]
  ) throws(LayoutError) -> UInt32? {
    trace.noteAssumed(preferences)
    let marks = try trace.time("preferred_size") { () throws(LayoutError) in
      try base.setPreferredSizes(preferences)
    }
    if marks != nil { trace.note("layout preferred_size ×\(preferences.count)") }
    return marks
  }

  func crossTrack(at point: Point) throws(LayoutError) -> CrossTrack? {
    let track = try base.crossTrack(at: point)
    if offers(LAYOUT_EXT_CROSS_SCROLL) { trace.note("layout track_at") }
    return track
  }

  func crossTarget(
    _ proposed: Double, velocity: Double, ofSection section: Int
  ) throws(LayoutError) -> Double? {
    let target = try base.crossTarget(proposed, velocity: velocity, ofSection: section)
    if target != nil { trace.note("layout cross_target") }
    return target
  }

  func saveState() throws(LayoutError) -> [UInt8]? {
    let state = try base.saveState()
    if state != nil { trace.note("layout save") }
    return state
  }

  func loadState(_ bytes: [UInt8], version: UInt32) throws(LayoutError) -> Bool {
    let isTaken = try base.loadState(bytes, version: version)
    if isTaken { trace.note("layout load") }
    return isTaken
  }

  func takeEvents() -> [LayoutEvent] { base.takeEvents() }

  func takeMarks() -> (marks: UInt32, elements: [layout_element]) { base.takeMarks() }

  func restart() throws(LayoutError) {
    trace.note("layout restart")
    try base.restart()
  }
}

/// A frame whose calls are recorded at its end.
private final class TracingFrame: FrameInProgress {
  private let base: any FrameInProgress
  private let trace: TraceLog
  private var isNoted = false
  private let start = ContinuousClock.now

  init(_ base: any FrameInProgress, _ trace: TraceLog) { (self.base, self.trace) = (base, trace) }

  func poll(_ mode: WaitMode, epoch: UInt64) throws(LayoutError) -> FrameOutcome? {
    guard let outcome = try base.poll(mode, epoch: epoch) else { return nil }
    if !isNoted { trace.note(outcome, since: start) }
    if !isNoted { for call in outcome.calls.names { trace.note("layout \(call)") } }
    isNoted = true
    return outcome
  }
}

extension TraceLog {
  /// Records the calls of a frame, which are one exchange, with its time.
  fileprivate func note(_ outcome: FrameOutcome, since start: ContinuousClock.Instant) {
    guard isTimed else { return }
    note(outcome.calls.names.joined(separator: ", "), ContinuousClock.now - start)
  }
}
