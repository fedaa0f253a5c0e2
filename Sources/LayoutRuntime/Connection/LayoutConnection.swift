// SPDX-License-Identifier: Apache-2.0
//
// The interface between the collection view and a live layout, in whatever process the layout runs.

import LayoutABI
import LayoutModel

/// One live layout, in this process or in a worker: the same calls and the same answers, bit for
/// bit.
///
/// Every answer has passed the trust border before it returns. After a breach or a crash each call
/// throws the same error until ``restart()``.
///
/// A frame and each request without waiting have a method of their own. Every other call is a
/// ``LayoutRequest`` and goes through ``perform(_:)``; the methods that callers use, such as
/// ``saveState()``, are next to the requests. No method here has a default, so a connection cannot
/// forget one.
public protocol LayoutConnection: AnyObject {
  // MARK: What is known without asking

  /// The id of the plugin, for messages.
  var pluginID: String { get }
  /// The layout's description of itself.
  var descriptor: LayoutDescriptor { get }
  /// The queries, bound or not, by index of the descriptor.
  var queries: QueryTable { get }
  /// The layout's log lines.
  var log: LayoutLog { get }
  /// The reuse identifiers that the layout registered, by index of the descriptor's kinds; nil if
  /// the kind's name is the identifier.
  var reuseIdentifiers: [String?] { get }
  /// True if the instance of the next frame has prepared before; false for an instance that was
  /// made anew, or will be made for that frame.
  var hasPrepared: Bool { get }
  /// The ids of the layouts inside the layout, at all levels, as of the last answer.
  var members: [String] { get }
  /// The values that were set so far, by index of the descriptor's properties, also where the value is the default;
  /// nil for a property that was never set. A restart sets them again.
  var settings: [LayoutValue?] { get }
  /// The settings of children that were made or kept so far. A restart keeps them.
  var childSettings: ChildSettings { get }
  /// Returns true if the layout offers the extension of this id, such as `layout.scroll-target/1`.
  func offers(_ extensionID: String) -> Bool

  /// Takes the events posted since the last call, oldest first. If more than 4 MiB of them waited,
  /// the oldest were dropped, with a line in the log.
  func takeEvents() -> [LayoutEvent]

  /// Takes the marks that the layout itself set through `invalidate` since the last frame.
  func takeMarks() -> (marks: UInt32, elements: [layout_element])

  // MARK: Calls

  /// Makes one call and waits for its answer.
  ///
  /// - Returns: The reply that belongs to the request.
  func perform(_ request: LayoutRequest) throws(LayoutError) -> LayoutReply

  /// Runs the frame sequence: `[should_invalidate] → [prepare → [prepare_for_updates] →
  /// content_size] → [set_offset …] → [advance] → attributes_in_rect`. `should_invalidate` is called
  /// if the bounds differ, `prepare` and `content_size` if anything is marked, `prepare_for_updates`
  /// in the frame of a batch, `set_offset` for each section that was scrolled across since,
  /// `advance` with dynamics that move. The records in `buffer` are sorted by category, section,
  /// item, kind.
  func frame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> FrameOutcome

  /// Requests a frame without waiting for it: ``FrameInProgress/poll(_:epoch:)`` returns its
  /// answer. Any other request before that waits for the frame.
  func startFrame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> any FrameInProgress

  /// Sets a property without waiting for it: ``SettingInProgress/poll(_:)`` returns true once the
  /// layout has taken it. Any other request before that waits for the setting.
  func startSetting(
    at index: Int, to value: LayoutValue
  ) throws(LayoutError) -> any SettingInProgress

  /// Requests an action without waiting for it: ``ActionInProgress/poll(_:)`` returns its result. A
  /// frame that is requested before that waits for the action as long as for any other frame.
  func startCall(
    action index: Int, arguments: [LayoutValue]
  ) throws(LayoutError) -> any ActionInProgress

  /// Makes a new instance with the properties set so far. The next frame must mark everything.
  func restart() throws(LayoutError)
}

// MARK: - Layers

/// A connection that wraps another one, to watch, record or replace its calls.
///
/// It wraps all requests in one ``LayoutConnection/perform(_:)``, so a new request needs no edit
/// here. Members that do not call the layout return those of the inner connection, unless the layer
/// replaces them.
public protocol LayoutLayer: LayoutConnection {
  /// The connection below.
  var inner: any LayoutConnection { get }
}

extension LayoutLayer {
  public var pluginID: String { inner.pluginID }
  public var descriptor: LayoutDescriptor { inner.descriptor }
  public var queries: QueryTable { inner.queries }
  public var log: LayoutLog { inner.log }
  public var reuseIdentifiers: [String?] { inner.reuseIdentifiers }
  public var hasPrepared: Bool { inner.hasPrepared }
  public var members: [String] { inner.members }
  public var settings: [LayoutValue?] { inner.settings }
  public var childSettings: ChildSettings { inner.childSettings }
  public func offers(_ extensionID: String) -> Bool { inner.offers(extensionID) }
  public func takeEvents() -> [LayoutEvent] { inner.takeEvents() }
  public func takeMarks() -> (marks: UInt32, elements: [layout_element]) { inner.takeMarks() }
}
