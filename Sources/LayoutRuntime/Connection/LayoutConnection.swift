// SPDX-License-Identifier: Apache-2.0
//
// The seam between the collection view and a live layout, wherever that layout runs.

import LayoutABI
import LayoutModel

/// One live layout, in this process or in a worker: the same calls, the same answers, bit for bit.
///
/// Every answer has passed the trust border before it returns. After a breach or a crash each call
/// throws the same error until ``restart()``.
public protocol LayoutConnection: LayoutExtensions {
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
