// SPDX-License-Identifier: Apache-2.0
//
// The table of calls: what a layout is asked beside frames, a case for each, and the method that callers use.
//
// A new call is a case and a method here, and an answer at both ends: `InProcessConnection` and `WorkerConnection`.

import LayoutABI
import LayoutModel

/// A call into a layout that is waited for. The method of the same name says what it means.
///
/// A case holds references and numbers: making one allocates nothing.
public enum LayoutRequest {
  /// Sets a property.
  case setProperty(index: Int, LayoutValue)
  /// Reads a property.
  case property(index: Int)
  /// Reads every element in a rectangle.
  case attributesInRect(Rect, into: AnswerBuffer)
  /// Reads one element.
  case attributesForElement(layout_element, into: AnswerBuffer)
  /// Asks where scrolling comes to rest.
  case scrollTarget(proposed: Point, velocity: Vector, bounds: Rect, afterUpdate: Bool)
  /// Runs an action.
  case action(index: Int, arguments: [LayoutValue])

  /// Reads the ends of elements in an update.
  case updateAttributes(UpdateEnd, defaults: AnswerBuffer, into: AnswerBuffer)
  /// Says that all ends of an update were read.
  case finalizeUpdates
  /// Tells of a transition.
  case notify(TransitionNotice)
  /// Asks where a held item would drop.
  case reorderingTarget(of: ItemPath, at: Point)
  /// Reads the attributes of a held item.
  case reorderingAttributes(of: ItemPath, at: Point, into: AnswerBuffer)
  /// Tells what visible elements prefer to measure.
  case preferredSizes([SizePreference])
  /// Asks which section scrolls across at a point.
  case crossTrack(at: Point)
  /// Asks where a section that scrolls across comes to rest.
  case crossTarget(proposed: Double, velocity: Double, section: Int)
  /// Reads the layout's state.
  case saveState
  /// Gives the layout a state.
  case loadState([UInt8], version: UInt32)

  /// Lists the layouts of which the layout is made.
  case children
  /// Sets a property of one of them.
  case setChildProperty(ChildSetting)
  /// Gives settings to those that prepare for the first time from now on.
  case keepSettings(ChildSettings)
}

/// The answer to a ``LayoutRequest``.
public enum LayoutReply {
  /// The layout does not offer the extension, or leaves the matter to the host.
  case leftToHost
  /// The layout did it, or filled the request's buffer.
  case done
  /// A property's value, or what an action gives.
  case value(LayoutValue)
  /// An offset in two directions.
  case point(Point)
  /// An offset along a track.
  case offset(Double)
  /// An item's path.
  case path(ItemPath)
  /// LAYOUT_MARK_… combined.
  case marks(UInt32)
  /// A section that scrolls across.
  case track(CrossTrack)
  /// A state.
  case bytes([UInt8])
  /// Layouts inside a layout.
  case children([ChildNote])
}

// MARK: - The methods

extension LayoutConnection {
  /// Sets a property that the caller has checked against its descriptor; prepare comes with the next
  /// frame, whose marks the caller sets.
  public func setProperty(at index: Int, to value: LayoutValue) throws(LayoutError) {
    _ = try perform(.setProperty(index: index, value))
  }

  /// The value of a property, asked of the layout.
  public func property(at index: Int) throws(LayoutError) -> LayoutValue {
    try answer(to: .property(index: index)) {
      if case .value(let value) = $0 { value } else { nil }
    }
  }

  /// Every element in `rect`, without a frame. Sorted like a frame's.
  public func attributes(in rect: Rect, into buffer: AnswerBuffer) throws(LayoutError) {
    _ = try perform(.attributesInRect(rect, into: buffer))
  }

  /// The element named, or none: `buffer.count` is then 0.
  public func attributes(
    for element: layout_element, into buffer: AnswerBuffer
  ) throws(LayoutError) {
    _ = try perform(.attributesForElement(element, into: buffer))
  }

  /// Returns the offset at which scrolling shall rest; nil when the layout leaves that to the host.
  public func scrollTarget(
    proposed: Point, velocity: Vector, bounds: Rect, afterUpdate: Bool
  ) throws(LayoutError) -> Point? {
    let request = LayoutRequest.scrollTarget(
      proposed: proposed, velocity: velocity, bounds: bounds, afterUpdate: afterUpdate)
    return try wish(for: request) { if case .point(let point) = $0 { point } else { nil } }
  }

  /// Runs an action that the layout offers. Under deadlines nobody waits for one beyond its first limit:
  /// it throws `worker-late`, and the action runs to its end without anybody hearing of it.
  public func call(action index: Int, arguments: [LayoutValue]) throws(LayoutError) -> LayoutValue {
    try answer(to: .action(index: index, arguments: arguments)) {
      if case .value(let value) = $0 { value } else { nil }
    }
  }

  /// Returns the answer to a request that is always answered.
  private func answer<Answer>(
    to request: LayoutRequest, _ read: (LayoutReply) -> Answer?
  ) throws(LayoutError) -> Answer {
    let reply = try perform(request)
    guard let answer = read(reply) else {
      preconditionFailure("\(request) was answered by \(reply)")
    }
    return answer
  }

  /// Returns the answer to a request that the layout may leave to the host.
  private func wish<Answer>(
    for request: LayoutRequest, _ read: (LayoutReply) -> Answer?
  ) throws(LayoutError) -> Answer? {
    let reply = try perform(request)
    if case .leftToHost = reply { return nil }
    guard let answer = read(reply) else {
      preconditionFailure("\(request) was answered by \(reply)")
    }
    return answer
  }

  /// Returns true when the layout answered, false when it leaves the matter to the host.
  private func isAnswered(_ request: LayoutRequest) throws(LayoutError) -> Bool {
    if case .leftToHost = try perform(request) { false } else { true }
  }
}

// MARK: - Methods of extensions

extension LayoutConnection {
  /// Asks for the ends of elements in the update that the last `frame(_:shape:into:)` showed
  /// (`layout.updates/1`).
  ///
  /// - Parameters:
  ///   - defaults: What the host would do, one record an element, in any order.
  ///   - buffer: Receives one record for each of `defaults`, in the same order, checked. Another
  ///     buffer than `defaults`; empty after an error.
  /// - Returns: False, with `buffer` untouched, when the layout leaves it to the host.
  public func updateAttributes(
    _ end: UpdateEnd, defaults: AnswerBuffer, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    try isAnswered(.updateAttributes(end, defaults: defaults, into: buffer))
  }

  /// All starting and final attributes were collected: `finalize_updates`, for a layout that has it.
  public func finalizeUpdates() throws(LayoutError) {
    _ = try perform(.finalizeUpdates)
  }

  /// Tells a layout with `layout.transition/1`; any other hears nothing.
  public func notify(_ notice: TransitionNotice) throws(LayoutError) {
    _ = try perform(.notify(notice))
  }

  /// The path that the item from `path` takes if dropped with its centre at `position`, in content
  /// coordinates (`layout.reordering/1`); nil when the layout leaves it to the host.
  public func reorderingTarget(
    of path: ItemPath, at position: Point
  ) throws(LayoutError) -> ItemPath? {
    try wish(for: .reorderingTarget(of: path, at: position)) {
      if case .path(let path) = $0 { path } else { nil }
    }
  }

  /// The attributes of the item while it is held at `position` (`layout.reordering/1`), one record.
  ///
  /// - Returns: False, with `buffer` untouched, when the layout leaves it to the host.
  public func reorderingAttributes(
    of path: ItemPath, at position: Point, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    try isAnswered(.reorderingAttributes(of: path, at: position, into: buffer))
  }

  /// Tells the layout what visible elements prefer to measure (`layout.self-sizing/1`).
  ///
  /// - Returns: LAYOUT_MARK_… of what that invalidates, combined; nil when the layout has no ear
  ///   for it.
  public func setPreferredSizes(_ preferences: [SizePreference]) throws(LayoutError) -> UInt32? {
    try wish(for: .preferredSizes(preferences)) {
      if case .marks(let marks) = $0 { marks } else { nil }
    }
  }

  /// The track whose strip contains `point`, in content coordinates (`layout.cross-scroll/1`); nil where
  /// nothing scrolls across. Offsets are set with the frame: see ``FrameRequest/crossOffsets``.
  public func crossTrack(at point: Point) throws(LayoutError) -> CrossTrack? {
    try wish(for: .crossTrack(at: point)) { if case .track(let track) = $0 { track } else { nil } }
  }

  /// Returns the offset at which a section that scrolls across comes to rest after a release
  /// (`layout.cross-scroll/1`); nil when the layout leaves it to the host.
  ///
  /// - Parameters:
  ///   - proposed: Where it would rest by itself, points, inside the ends.
  ///   - velocity: Of the offset, points per second.
  public func crossTarget(
    _ proposed: Double, velocity: Double, ofSection section: Int
  ) throws(LayoutError) -> Double? {
    try wish(for: .crossTarget(proposed: proposed, velocity: velocity, section: section)) {
      if case .offset(let offset) = $0 { offset } else { nil }
    }
  }

  /// The layout's state (`layout.state/1`) as bytes of its schema; nil when it keeps none.
  public func saveState() throws(LayoutError) -> [UInt8]? {
    try wish(for: .saveState) { if case .bytes(let bytes) = $0 { bytes } else { nil } }
  }

  /// Gives the layout a state that `saveState()` returned under `version` of its schema. An error
  /// leaves it as it was.
  ///
  /// - Returns: False when the layout keeps no state.
  public func loadState(_ bytes: [UInt8], version: UInt32) throws(LayoutError) -> Bool {
    try isAnswered(.loadState(bytes, version: version))
  }
}

// MARK: - Methods of layouts made of layouts

extension LayoutConnection {
  /// The layouts as they are (`layout.children/1`), each before those that it is made of itself.
  public func children() throws(LayoutError) -> [ChildNote] {
    try answer(to: .children) { if case .children(let notes) = $0 { notes } else { nil } }
  }

  /// Sets a property of one of them, which the caller has checked against ``children()``; prepare comes with
  /// the next frame, whose marks the caller sets.
  public func setProperty(_ setting: ChildSetting) throws(LayoutError) {
    _ = try perform(.setChildProperty(setting))
  }

  /// Has children that prepare for the first time from now on take these settings. Runs nothing of a plugin.
  public func keep(_ settings: ChildSettings) throws(LayoutError) {
    _ = try perform(.keepSettings(settings))
  }
}

// MARK: - Replies of what may be missing

extension LayoutReply {
  /// Of a call that the layout answered or not.
  package static func answered(_ isAnswered: Bool) -> Self { isAnswered ? .done : .leftToHost }

  /// Of an answer that may be missing.
  package static func wish<Answer>(_ answer: Answer?, _ reply: (Answer) -> Self) -> Self {
    answer.map(reply) ?? .leftToHost
  }
}
