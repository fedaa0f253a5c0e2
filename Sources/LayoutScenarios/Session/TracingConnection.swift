// SPDX-License-Identifier: Apache-2.0
//
// A connection that notes what goes over it, and otherwise is the one it wraps.

import LayoutABI
import LayoutHost
import LayoutModel
import LayoutRuntime

extension CollectionLayout {
  /// The same live layout, with its calls noted in a trace.
  func tracing(into trace: TraceLog) -> CollectionLayout {
    CollectionLayout(TracingConnection(connection, trace))
  }
}

/// Notes the calls into a layout in the order made, by the names of the header.
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
  var reuseIdentifiers: [String?] { base.reuseIdentifiers }

  func offers(_ extensionID: String) -> Bool { base.offers(extensionID) }

  func setProperty(at index: Int, to value: LayoutValue) throws(LayoutError) {
    trace.note("layout set_property \(descriptor.properties[index].name)")
    try base.setProperty(at: index, to: value)
  }

  func property(at index: Int) throws(LayoutError) -> LayoutValue {
    try base.property(at: index)
  }

  func frame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> FrameOutcome {
    let outcome = try base.frame(request, shape: shape, into: buffer)
    for call in outcome.calls.names { trace.note("layout \(call)") }
    return outcome
  }

  func attributes(in rect: Rect, into buffer: AnswerBuffer) throws(LayoutError) {
    trace.note("layout attributes_in_rect")
    try base.attributes(in: rect, into: buffer)
  }

  func attributes(
    for element: layout_element, into buffer: AnswerBuffer
  ) throws(LayoutError) {
    trace.note("layout attributes_for")
    try base.attributes(for: element, into: buffer)
  }

  func scrollTarget(
    proposed: Point, velocity: Vector, bounds: Rect, afterUpdate: Bool
  ) throws(LayoutError) -> Point? {
    let target = try base.scrollTarget(
      proposed: proposed, velocity: velocity, bounds: bounds, afterUpdate: afterUpdate)
    if target != nil { trace.note("layout target") }
    return target
  }

  func call(action index: Int, arguments: [LayoutValue]) throws(LayoutError) -> LayoutValue {
    trace.note("layout action \(descriptor.actions[index].name)")
    return try base.call(action: index, arguments: arguments)
  }

  func takeEvents() -> [LayoutEvent] { base.takeEvents() }

  func takeMarks() -> (marks: UInt32, elements: [layout_element]) { base.takeMarks() }

  func restart() throws(LayoutError) {
    trace.note("layout restart")
    try base.restart()
  }
}
