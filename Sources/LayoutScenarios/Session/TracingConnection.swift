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
final class TracingConnection: LayoutLayer {
  let inner: any LayoutConnection
  private let trace: TraceLog

  init(_ inner: any LayoutConnection, _ trace: TraceLog) {
    self.inner = inner
    self.trace = trace
  }

  func frame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> FrameOutcome {
    trace.noteAsked(request.rect)
    let start = ContinuousClock.now
    let outcome = try inner.frame(request, shape: shape, into: buffer)
    trace.note(outcome, since: start)
    for call in outcome.calls.names { trace.note("layout \(call)") }
    if buffer.outsideCount > 0 { trace.note("layout outside ×\(buffer.outsideCount)") }
    return outcome
  }

  func startFrame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> any FrameInProgress {
    trace.noteAsked(request.rect)
    return TracingFrame(try inner.startFrame(request, shape: shape, into: buffer), trace)
  }

  func startSetting(
    at index: Int, to value: LayoutValue
  ) throws(LayoutError) -> any SettingInProgress {
    trace.note("layout set_property \(descriptor.properties[index].name)")
    return try inner.startSetting(at: index, to: value)
  }

  func startCall(
    action index: Int, arguments: [LayoutValue]
  ) throws(LayoutError) -> any ActionInProgress {
    trace.note("layout action \(descriptor.actions[index].name)")
    return try inner.startCall(action: index, arguments: arguments)
  }

  func restart() throws(LayoutError) {
    trace.note("layout restart")
    try inner.restart()
  }
}

// MARK: - Requests

extension TracingConnection {
  // Each is noted by the slots that answered, in the order in which the layout was asked. What a request is called
  // in a trace is said here, so a new one does not compile before.
  func perform(_ request: LayoutRequest) throws(LayoutError) -> LayoutReply {
    switch request {
    case .setProperty(let index, _):
      trace.note("layout set_property \(descriptor.properties[index].name)")
      return try timed("set_property", request)
    case .setChildProperty(let setting):
      trace.note("layout set_property \(setting.name)")
      return try timed("set_property", request)
    case .attributesInRect(let rect, _):
      trace.note("layout attributes_in_rect")
      trace.noteAsked(rect)
      return try timed("attributes_in_rect", request)
    case .attributesForElement:
      trace.note("layout attributes_for")
      return try timed("attributes_for", request)
    case .action(let index, _):
      trace.note("layout action \(descriptor.actions[index].name)")
      return try inner.perform(request)
    case .scrollTarget: return noted("target", try timed("target", request))
    case .updateAttributes(let end, _, let buffer):
      let slot = end == .initial ? "initial" : "final"
      return noted("\(slot) ×", try timed(slot, request)) { buffer.count }
    case .preferredSizes(let preferences):
      trace.noteAssumed(preferences)
      return noted("preferred_size ×", try timed("preferred_size", request)) { preferences.count }
    case .finalizeUpdates: return try told("finalize_updates", of: LAYOUT_EXT_UPDATES, request)
    case .notify(let notice): return try told(notice.slotName, of: LAYOUT_EXT_TRANSITION, request)
    case .reorderingTarget: return noted("target_path", try inner.perform(request))
    case .reorderingAttributes: return noted("attributes_for_moving", try inner.perform(request))
    case .crossTrack:
      let reply = try inner.perform(request)
      if offers(LAYOUT_EXT_CROSS_SCROLL) { trace.note("layout track_at") }
      return reply
    case .crossTarget: return noted("cross_target", try inner.perform(request))
    case .saveState: return noted("save", try inner.perform(request))
    case .loadState: return noted("load", try inner.perform(request))
    case .property, .children, .keepSettings: return try inner.perform(request)
    }
  }

  private func timed(
    _ slot: String, _ request: LayoutRequest
  ) throws(LayoutError) -> LayoutReply {
    try trace.time(slot) { () throws(LayoutError) in try inner.perform(request) }
  }

  /// Notes a notice to a layout that has an extension.
  private func told(
    _ slot: String, of extensionID: String, _ request: LayoutRequest
  ) throws(LayoutError) -> LayoutReply {
    if offers(extensionID) { trace.note("layout \(slot)") }
    return try inner.perform(request)
  }

  /// Notes a slot that answered, and about how many elements.
  private func noted(
    _ slot: String, _ reply: LayoutReply, _ count: () -> Int? = { nil }
  ) -> LayoutReply {
    if case .leftToHost = reply { return reply }
    trace.note("layout \(slot)\(count().map(String.init) ?? "")")
    return reply
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
