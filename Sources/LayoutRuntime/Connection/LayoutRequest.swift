// SPDX-License-Identifier: Apache-2.0
//
// The table of calls: a case for each request to a layout except frames, and the method that
// callers use.
//
// A new call is a case and a method here, and an answer at both ends: `InProcessConnection` and `WorkerConnection`.

import LayoutABI
import LayoutModel

/// A call into a layout that waits for its answer. The method of the same name documents it.
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
  /// Asks at which offset scrolling comes to rest.
  case scrollTarget(proposed: Point, velocity: Vector, bounds: Rect, afterUpdate: Bool)
  /// Runs an action.
  case action(index: Int, arguments: [LayoutValue])

  /// Reads the start or end attributes of elements in an update.
  case updateAttributes(UpdateEnd, defaults: AnswerBuffer, into: AnswerBuffer)
  /// Says that all ends of an update were read.
  case finalizeUpdates
  /// Tells the layout of a transition.
  case notify(TransitionNotice)
  /// Asks at which path a held item would drop.
  case reorderingTarget(of: ItemPath, at: Point)
  /// Reads the attributes of a held item.
  case reorderingAttributes(of: ItemPath, at: Point, into: AnswerBuffer)
  /// Tells the sizes that visible elements prefer.
  case preferredSizes([SizePreference])
  /// Asks which section scrolls across at a point.
  case crossTrack(at: Point)
  /// Asks at which offset a section that scrolls across comes to rest.
  case crossTarget(proposed: Double, velocity: Double, section: Int)
  /// Reads the layout's state.
  case saveState
  /// Gives the layout a state.
  case loadState([UInt8], version: UInt32)

  /// Lists the layouts inside the layout.
  case children
  /// Sets a property of one of them.
  case setChildProperty(ChildSetting)
  /// Gives settings to the children that prepare for the first time from now on.
  case keepSettings(ChildSettings)
}

/// The answer to a ``LayoutRequest``.
public enum LayoutReply {
  /// The layout does not offer the extension, or leaves the decision to the host.
  case leftToHost
  /// The layout did it, or filled the request's buffer.
  case done
  /// A property's value, or the result of an action.
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
  /// Sets a property that the caller has checked against its descriptor. The prepare comes with the
  /// next frame, whose marks the caller sets.
  public func setProperty(at index: Int, to value: LayoutValue) throws(LayoutError) {
    _ = try perform(.setProperty(index: index, value))
  }

  /// Returns the value of a property, as the layout answers it.
  public func property(at index: Int) throws(LayoutError) -> LayoutValue {
    try answer(to: .property(index: index)) {
      if case .value(let value) = $0 { value } else { nil }
    }
  }

  /// Fills `buffer` with every element in `rect`, without a frame. Sorted like the answer of a
  /// frame.
  public func attributes(in rect: Rect, into buffer: AnswerBuffer) throws(LayoutError) {
    _ = try perform(.attributesInRect(rect, into: buffer))
  }

  /// Fills `buffer` with the named element, or with none: `buffer.count` is then 0.
  public func attributes(
    for element: layout_element, into buffer: AnswerBuffer
  ) throws(LayoutError) {
    _ = try perform(.attributesForElement(element, into: buffer))
  }

  /// Returns the offset at which scrolling comes to rest; nil if the layout leaves that to the
  /// host.
  public func scrollTarget(
    proposed: Point, velocity: Vector, bounds: Rect, afterUpdate: Bool
  ) throws(LayoutError) -> Point? {
    let request = LayoutRequest.scrollTarget(
      proposed: proposed, velocity: velocity, bounds: bounds, afterUpdate: afterUpdate)
    return try wish(for: request) { if case .point(let point) = $0 { point } else { nil } }
  }

  /// Runs an action that the layout offers. Under deadlines the wait ends at the action's first
  /// limit: the call throws `worker-late`, and the action runs to its end without a result.
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

  /// Returns true if the layout answered, false if it leaves the decision to the host.
  private func isAnswered(_ request: LayoutRequest) throws(LayoutError) -> Bool {
    if case .leftToHost = try perform(request) { false } else { true }
  }
}

// MARK: - Methods of extensions

extension LayoutConnection {
  /// Asks for the start or end attributes of elements in the update that the last
  /// `frame(_:shape:into:)` showed (`layout.updates/1`).
  ///
  /// - Parameters:
  ///   - defaults: The host's own attributes, one record an element, in any order.
  ///   - buffer: Receives one record for each of `defaults`, in the same order, checked. It must be
  ///     another buffer than `defaults`; empty after an error.
  /// - Returns: False, with `buffer` untouched, if the layout leaves it to the host.
  public func updateAttributes(
    _ end: UpdateEnd, defaults: AnswerBuffer, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    try isAnswered(.updateAttributes(end, defaults: defaults, into: buffer))
  }

  /// Tells a layout with `finalize_updates` that all starting and final attributes were collected.
  public func finalizeUpdates() throws(LayoutError) {
    _ = try perform(.finalizeUpdates)
  }

  /// Tells a layout with `layout.transition/1` of a transition. Any other layout is not called.
  public func notify(_ notice: TransitionNotice) throws(LayoutError) {
    _ = try perform(.notify(notice))
  }

  /// Returns the path that the item from `path` takes if it is dropped with its centre at
  /// `position`, in content coordinates (`layout.reordering/1`); nil if the layout leaves it to the
  /// host.
  public func reorderingTarget(
    of path: ItemPath, at position: Point
  ) throws(LayoutError) -> ItemPath? {
    try wish(for: .reorderingTarget(of: path, at: position)) {
      if case .path(let path) = $0 { path } else { nil }
    }
  }

  /// Reads the attributes of the item while it is held at `position` (`layout.reordering/1`), one
  /// record.
  ///
  /// - Returns: False, with `buffer` untouched, if the layout leaves it to the host.
  public func reorderingAttributes(
    of path: ItemPath, at position: Point, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    try isAnswered(.reorderingAttributes(of: path, at: position, into: buffer))
  }

  /// Tells the layout the sizes that visible elements prefer (`layout.self-sizing/1`).
  ///
  /// - Returns: The LAYOUT_MARK_… constants of what that invalidates, combined; nil if the layout
  ///   does not take preferred sizes.
  public func setPreferredSizes(_ preferences: [SizePreference]) throws(LayoutError) -> UInt32? {
    try wish(for: .preferredSizes(preferences)) {
      if case .marks(let marks) = $0 { marks } else { nil }
    }
  }

  /// Returns the track whose strip contains `point`, in content coordinates
  /// (`layout.cross-scroll/1`); nil if nothing scrolls across there. Offsets are set with the
  /// frame: see ``FrameRequest/crossOffsets``.
  public func crossTrack(at point: Point) throws(LayoutError) -> CrossTrack? {
    try wish(for: .crossTrack(at: point)) { if case .track(let track) = $0 { track } else { nil } }
  }

  /// Returns the offset at which a section that scrolls across comes to rest after a release
  /// (`layout.cross-scroll/1`); nil if the layout leaves it to the host.
  ///
  /// - Parameters:
  ///   - proposed: The offset at which it would rest by itself, in points, inside the ends.
  ///   - velocity: The velocity of the offset, in points per second.
  public func crossTarget(
    _ proposed: Double, velocity: Double, ofSection section: Int
  ) throws(LayoutError) -> Double? {
    try wish(for: .crossTarget(proposed: proposed, velocity: velocity, section: section)) {
      if case .offset(let offset) = $0 { offset } else { nil }
    }
  }

  /// Returns the layout's state (`layout.state/1`) as bytes of its schema; nil if it keeps none.
  public func saveState() throws(LayoutError) -> [UInt8]? {
    try wish(for: .saveState) { if case .bytes(let bytes) = $0 { bytes } else { nil } }
  }

  /// Gives the layout a state that `saveState()` returned under `version` of its schema. After an
  /// error the layout is as it was.
  ///
  /// - Returns: False if the layout keeps no state.
  public func loadState(_ bytes: [UInt8], version: UInt32) throws(LayoutError) -> Bool {
    try isAnswered(.loadState(bytes, version: version))
  }
}

// MARK: - Methods of layouts made of layouts

extension LayoutConnection {
  /// Returns the layouts inside it (`layout.children/1`), each before the layouts inside itself.
  public func children() throws(LayoutError) -> [ChildNote] {
    try answer(to: .children) { if case .children(let notes) = $0 { notes } else { nil } }
  }

  /// Sets a property of one of them. The caller has checked it against ``children()``. The prepare
  /// comes with the next frame, whose marks the caller sets.
  public func setProperty(_ setting: ChildSetting) throws(LayoutError) {
    _ = try perform(.setChildProperty(setting))
  }

  /// Gives these settings to children that prepare for the first time from now on. Runs no code of
  /// a plugin.
  public func keep(_ settings: ChildSettings) throws(LayoutError) {
    _ = try perform(.keepSettings(settings))
  }
}

// MARK: - Replies of what may be missing

extension LayoutReply {
  /// Returns the reply to a call that the layout answered or left to the host.
  package static func answered(_ isAnswered: Bool) -> Self { isAnswered ? .done : .leftToHost }

  /// Returns the reply with an answer, or `leftToHost` if there is none.
  package static func wish<Answer>(_ answer: Answer?, _ reply: (Answer) -> Self) -> Self {
    answer.map(reply) ?? .leftToHost
  }
}
