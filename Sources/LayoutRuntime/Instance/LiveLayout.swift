// SPDX-License-Identifier: Apache-2.0
//
// An instance with the state of its frames and its quarantine. A connection in this process and the
// server in a worker both hold one.

import LayoutABI
import LayoutLoading
import LayoutModel

/// A live layout behind its border: all its answers are checked.
///
/// After a breach it gets no further call and every operation throws that breach again.
package final class LiveLayout {
  /// The host's side of the instance.
  package let context: HostContext
  let instance: LayoutInstance
  var sequence = InstanceFrameRunner()
  /// The buffer for the answer about a single element, before it is checked.
  let single = AnswerBuffer()
  /// The breach after which the layout gets no further call.
  package private(set) var quarantine: LayoutError?
  /// Measures the operations; nil if their time is not counted.
  var clock: OperationClock?

  /// Makes an instance of the layout with this id.
  ///
  /// - Parameters:
  ///   - children: Finds the layouts that it may have inside; without it there are none.
  ///   - onChildCall: Called with each call into one of them, with its id.
  /// - Throws: `unknown-layout` with the known ids, or an error of making it.
  package init(
    image: PluginImage, layout id: String, queries: any QueryAnswering, log: LayoutLog,
    limits: AnswerLimits = AnswerLimits(), children: ChildFinder? = nil,
    onChildCall: ((String, Slot) -> Void)? = nil,
    onDamage: @escaping MemoryDamage.Handler = MemoryDamage.stopProcess
  ) throws(LayoutError) {
    let plugin = image.descriptor
    let index = try plugin.index(ofLayout: id)
    let descriptor = plugin.layouts[index]
    context = HostContext(
      plugin: plugin.id, descriptor: descriptor, queries: queries,
      border: TrustBorder(plugin: plugin.id, descriptor: descriptor, limits: limits), log: log)
    if let children { context.offerChildren(found: children, onDamage: onDamage) }
    context.onChildCall = onChildCall
    instance = try LayoutInstance(
      of: image, layout: index, context: context, onDamage: onDamage)
  }

  /// Runs one operation. Refuses it inside another operation and after a breach.
  func guarded<Result>(
    _ body: () throws(LayoutError) -> Result
  ) throws(LayoutError) -> Result {
    if let quarantine { throw quarantine }
    if context.isInCall {
      throw LayoutError(
        .reentrant,
        "the layout is called from inside its own call to \(context.call.rawValue); an answer to a "
          + "query may use the data only", plugin: context.plugin, call: context.call.rawValue)
    }
    context.begin()
    clock?.begin()
    defer { end() }
    do throws(LayoutError) { return try body() } catch {
      if error.endsInstance { quarantine = error }
      // The app's own errors pass here too; a worker cuts them where it reports them.
      throw error.cut(toBytes: context.limits.textBytes)
    }
  }

  private func end() {
    context.end()
    if let error = clock?.end(in: context.call) { refuse(error) }
  }

  /// Makes every later operation throw an error, unless another one was set before.
  func refuse(_ error: LayoutError) { quarantine = quarantine ?? error }
}

extension LiveLayout {
  /// Runs the frame sequence; see ``LayoutConnection/frame(_:shape:into:)``.
  package func frame(
    _ request: FrameRequest, shape: DataShape, revision: Int, into buffer: AnswerBuffer
  ) throws(LayoutError) -> FrameOutcome {
    buffer.clear()
    return try guarded { () throws(LayoutError) in
      // A failed frame may have prepared.
      clock?.didPrepare = true
      clock?.appTime = request.time
      let outcome = try sequence.run(
        request, shape: shape, revision: revision, on: instance, into: buffer)
      clock?.didPrepare = outcome.didPrepare
      return outcome
    }
  }

  /// Fills `buffer` with every element in `rect`, without a frame.
  package func attributes(in rect: Rect, into buffer: AnswerBuffer) throws(LayoutError) {
    buffer.clear()
    try guarded { () throws(LayoutError) in
      let shape = try preparedShape()
      guard rect.isExtent else {
        throw LayoutError(
          .invalidArgument, "the rectangle has to be finite, and no size below 0")
      }
      try instance.attributes(in: rect, into: buffer)
      try context.border.admit(
        buffer, in: rect, itemCounts: shape.itemCounts, call: Slot.attributesInRect.rawValue)
    }
  }

  /// Fills `buffer` with the named element, or with none.
  package func attributes(
    for element: layout_element, into buffer: AnswerBuffer
  ) throws(LayoutError) {
    buffer.clear()
    try guarded { () throws(LayoutError) in
      let shape = try preparedShape()
      try instance.attributes(for: element, into: buffer)
      try context.border.admit(buffer, as: element, itemCounts: shape.itemCounts)
    }
  }

  /// Returns the offset at which scrolling comes to rest; nil if the layout leaves that to the
  /// host.
  package func scrollTarget(
    proposed: Point, velocity: Vector, bounds: Rect, afterUpdate: Bool
  ) throws(LayoutError) -> Point? {
    try guarded { () throws(LayoutError) in
      let ways = (proposed.x + proposed.y) * 0 + (velocity.dx + velocity.dy) * 0
      guard ways == 0, bounds.isExtent else {
        throw LayoutError(
          .invalidArgument, "a scroll's bounds, proposed offset and velocity have to be finite")
      }
      var scroll = layout_scroll.sized()
      scroll.flags = afterUpdate ? LAYOUT_SCROLL_UPDATE : 0
      scroll.bounds = bounds
      scroll.proposed = proposed
      scroll.velocity = velocity
      let target = try instance.scrollTarget(scroll)
      if let target { try context.border.scrollTarget(target) }
      return target
    }
  }

  func preparedShape() throws(LayoutError) -> DataShape {
    if let shape = sequence.preparedShape { return shape }
    throw LayoutError(
      .notPrepared, "the layout has not prepared yet; run a frame first",
      plugin: context.plugin)
  }
}

extension LiveLayout {
  /// Sets the property at `index` of the descriptor.
  package func setProperty(at index: Int, to value: LayoutValue) throws(LayoutError) {
    try guarded { () throws(LayoutError) in try instance.setProperty(at: index, to: value) }
  }

  /// Reads the property at `index` of the descriptor.
  package func property(at index: Int) throws(LayoutError) -> LayoutValue {
    try guarded { () throws(LayoutError) in
      let value = try instance.property(at: index)
      try context.border.value(value, of: context.descriptor.properties[index])
      return value
    }
  }

  /// Runs the action at `index` of the descriptor.
  package func call(
    action index: Int, arguments: [LayoutValue]
  ) throws(LayoutError) -> LayoutValue {
    try guarded { () throws(LayoutError) in
      let value = try instance.call(action: index, arguments: arguments)
      sequence.noteAction()
      try context.border.result(value, of: context.descriptor.actions[index])
      return value
    }
  }

  /// Returns true if the instance offers an extension; false if the layout may no longer be called.
  package func offers(_ extensionID: String) -> Bool {
    quarantine == nil && !context.isInCall && instance.offers(extensionID)
  }

  /// The number of extensions that the instance offered so far.
  package var offerCount: Int { instance.extensions.count }

  /// Takes the events posted since the last call, oldest first.
  package func takeEvents() -> [LayoutEvent] { context.events.take() }

  /// Takes the marks that the layout set through its host since the last call.
  package func takeMarks() -> (marks: UInt32, elements: [layout_element]) {
    defer { (context.marks, context.markedElements) = (LAYOUT_MARK_NOTHING, []) }
    return (context.marks, context.markedElements)
  }

  /// The reuse identifiers that the layout registered, by kind.
  package var reuseIdentifiers: [String?] { context.reuseIdentifiers }
}

extension PluginDescriptor {
  /// Returns the index of the layout with this id.
  /// - Throws: `unknown-layout`, with the known ids.
  package func index(ofLayout id: String) throws(LayoutError) -> Int {
    if let index = layouts.firstIndex(where: { $0.id == id }) { return index }
    let known = layouts.map(\.id).joined(separator: ", ")
    throw LayoutError(
      .unknownLayout, "the plugin offers no layout '\(id)'; it offers \(known)", plugin: self.id)
  }
}
