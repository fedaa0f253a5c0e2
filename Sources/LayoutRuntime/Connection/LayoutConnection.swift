// SPDX-License-Identifier: Apache-2.0
//
// The seam between the collection view and a live layout, wherever that layout runs.

import LayoutABI
import LayoutModel

/// One live layout, in this process or in a worker: the same calls, the same answers, bit for bit.
///
/// Every answer has passed the trust border before it returns. After a breach or a crash each call
/// throws the same error until ``restart()``.
public protocol LayoutConnection: LayoutExtensions, LayoutFamily {
  /// Id of the plugin, for messages.
  var pluginID: String { get }
  var descriptor: LayoutDescriptor { get }
  /// The queries, bound or not, by index of the descriptor.
  var queries: QueryTable { get }
  /// The layout's lines for people.
  var log: LayoutLog { get }
  /// The reuse identifiers that the layout registered, by index of the descriptor's kinds; nil where
  /// the kind's name is the identifier.
  var reuseIdentifiers: [String?] { get }
  /// Returns true when the layout declares the extension `layout.scroll-target/1`, and others
  /// by id.
  func offers(_ extensionID: String) -> Bool

  /// Sets a property that the caller has checked against its descriptor; prepare comes with the next
  /// frame, whose marks the caller sets.
  func setProperty(at index: Int, to value: LayoutValue) throws(LayoutError)
  func property(at index: Int) throws(LayoutError) -> LayoutValue

  /// Sets a property without waiting for it: ``SettingInProgress/poll(_:)`` says when the layout has
  /// taken it. Whatever else is asked before waits for that.
  func startSetting(
    at index: Int, to value: LayoutValue
  ) throws(LayoutError) -> any SettingInProgress

  /// Runs the frame sequence: `should_invalidate` (when the bounds differ), `prepare` and
  /// `content_size` (when anything is marked), `set_offset` (for each section that was scrolled across
  /// since), `advance` (with dynamics that move), `attributes_in_rect`. The records in `buffer` are sorted by category, section, item, kind.
  func frame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> FrameOutcome

  /// Asks for a frame without waiting for it: ``FrameInProgress/poll(_:epoch:)`` has its answer. Whatever
  /// else is asked before waits for that.
  func startFrame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> any FrameInProgress

  /// Every element in `rect`, without a frame. Sorted like a frame's.
  func attributes(in rect: Rect, into buffer: AnswerBuffer) throws(LayoutError)

  /// The element named, or none: `buffer.count` is then 0.
  func attributes(for element: layout_element, into buffer: AnswerBuffer) throws(LayoutError)

  /// Returns the offset at which scrolling shall rest; nil when the layout leaves that to the host.
  func scrollTarget(
    proposed: Point, velocity: Vector, bounds: Rect, afterUpdate: Bool
  ) throws(LayoutError) -> Point?

  /// Runs an action that the layout offers. Under deadlines nobody waits for one beyond its first limit:
  /// it throws `worker-late`, and the action runs to its end without anybody hearing of it.
  func call(action index: Int, arguments: [LayoutValue]) throws(LayoutError) -> LayoutValue

  /// Asks for an action without waiting for it: ``ActionInProgress/poll(_:)`` has what it gives. A frame
  /// that is asked for before waits for that as long as for any other frame.
  func startCall(
    action index: Int, arguments: [LayoutValue]
  ) throws(LayoutError) -> any ActionInProgress

  /// The events posted since the last time, oldest first. When more than 4 MiB of them waited, the
  /// oldest were dropped, with a line in the log.
  func takeEvents() -> [LayoutEvent]

  /// Marks that the layout itself set through `invalidate` since the last frame.
  func takeMarks() -> (marks: UInt32, elements: [layout_element])

  /// True when the instance that the next frame asks has prepared before; false for one that
  /// was made anew, or will be for that frame.
  var hasPrepared: Bool { get }

  /// Makes a new instance with the properties set so far. The next frame must mark everything.
  func restart() throws(LayoutError)
}

// MARK: - Children

/// The layouts that a layout is made of (`layout.children/1`), as its host sees them.
public protocol LayoutFamily: AnyObject {
  /// The ids of these layouts, of all levels, as of the last answer; asks the layout nothing.
  var members: [String] { get }

  /// The layouts as they are, each before those that it is made of itself.
  func children() throws(LayoutError) -> [ChildNote]

  /// Sets a property of one of them, which the caller has checked against ``children()``; prepare comes with
  /// the next frame, whose marks the caller sets.
  func setProperty(_ setting: ChildSetting) throws(LayoutError)

  /// The settings of children that were made or kept so far. A restart keeps them.
  var childSettings: ChildSettings { get }

  /// Has children that prepare for the first time from now on take these settings. Runs nothing of a plugin.
  func keep(_ settings: ChildSettings) throws(LayoutError)
}

// MARK: - Extensions

/// Calls that go through a layout's extension tables. The default of each says that the layout leaves
/// the matter to the host.
public protocol LayoutExtensions: AnyObject {
  /// Asks for the ends of elements in the update that the last `frame(_:shape:into:)` showed
  /// (`layout.updates/1`).
  ///
  /// - Parameters:
  ///   - defaults: What the host would do, one record an element, in any order.
  ///   - buffer: Receives one record for each of `defaults`, in the same order, checked. Another
  ///     buffer than `defaults`; empty after an error.
  /// - Returns: False, with `buffer` untouched, when the layout leaves it to the host.
  func updateAttributes(
    _ end: UpdateEnd, defaults: AnswerBuffer, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool

  /// All starting and final attributes were collected: `finalize_updates`, for a layout that has it.
  func finalizeUpdates() throws(LayoutError)

  /// Tells a layout with `layout.transition/1`; any other hears nothing.
  func notify(_ notice: TransitionNotice) throws(LayoutError)

  /// The path that the item from `path` takes if dropped with its centre at `position`, in content
  /// coordinates (`layout.reordering/1`); nil when the layout leaves it to the host.
  func reorderingTarget(
    of path: ItemPath, at position: Point
  ) throws(LayoutError) -> ItemPath?

  /// The attributes of the item while it is held at `position` (`layout.reordering/1`), one record.
  ///
  /// - Returns: False, with `buffer` untouched, when the layout leaves it to the host.
  func reorderingAttributes(
    of path: ItemPath, at position: Point, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool

  /// Tells the layout what visible elements prefer to measure (`layout.self-sizing/1`).
  ///
  /// - Returns: LAYOUT_MARK_… of what that invalidates, combined; nil when the layout has no ear
  ///   for it.
  func setPreferredSizes(_ preferences: [SizePreference]) throws(LayoutError) -> UInt32?

  /// The track whose strip contains `point`, in content coordinates (`layout.cross-scroll/1`); nil where
  /// nothing scrolls across. Offsets are set with the frame: see ``FrameRequest/crossOffsets``.
  func crossTrack(at point: Point) throws(LayoutError) -> CrossTrack?

  /// Returns the offset at which a section that scrolls across comes to rest after a release
  /// (`layout.cross-scroll/1`); nil when the layout leaves it to the host.
  ///
  /// - Parameters:
  ///   - proposed: Where it would rest by itself, points, inside the ends.
  ///   - velocity: Of the offset, points per second.
  func crossTarget(
    _ proposed: Double, velocity: Double, ofSection section: Int
  ) throws(LayoutError) -> Double?

  /// The layout's state (`layout.state/1`) as bytes of its schema; nil when it keeps none.
  func saveState() throws(LayoutError) -> [UInt8]?

  /// Gives the layout a state that `saveState()` returned under `version` of its schema. An error
  /// leaves it as it was.
  ///
  /// - Returns: False when the layout keeps no state.
  func loadState(_ bytes: [UInt8], version: UInt32) throws(LayoutError) -> Bool
}

extension LayoutExtensions {
  public func updateAttributes(
    _ end: UpdateEnd, defaults: AnswerBuffer, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool { false }

  public func finalizeUpdates() throws(LayoutError) {}

  public func notify(_ notice: TransitionNotice) throws(LayoutError) {}

  public func reorderingTarget(
    of path: ItemPath, at position: Point
  ) throws(LayoutError) -> ItemPath? { nil }

  public func reorderingAttributes(
    of path: ItemPath, at position: Point, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool { false }

  public func setPreferredSizes(
    _ preferences: [SizePreference]
  ) throws(LayoutError) -> UInt32? { nil }

  public func crossTrack(at point: Point) throws(LayoutError) -> CrossTrack? { nil }

  public func crossTarget(
    _ proposed: Double, velocity: Double, ofSection section: Int
  ) throws(LayoutError) -> Double? { nil }

  public func saveState() throws(LayoutError) -> [UInt8]? { nil }

  public func loadState(_ bytes: [UInt8], version: UInt32) throws(LayoutError) -> Bool { false }
}
