// SPDX-License-Identifier: Apache-2.0
//
// The seam between the collection view and a live layout, wherever that layout runs.

import LayoutABI
import LayoutModel

/// One live layout, in this process or in a worker: the same calls, the same answers, bit for bit.
///
/// Every answer has passed the trust border before it returns. After a breach or a crash each call
/// throws the same error until ``restart()``.
///
/// The frame has a method of its own, and so has what is asked without waiting. Every other call is a
/// ``LayoutRequest`` and goes through ``perform(_:)``; the methods that callers use, such as
/// ``saveState()``, stand beside the requests. No call here has a default, so a connection cannot forget one.
public protocol LayoutConnection: AnyObject {
  // MARK: What is known without asking

  /// Id of the plugin, for messages.
  var pluginID: String { get }
  /// The layout's description of itself.
  var descriptor: LayoutDescriptor { get }
  /// The queries, bound or not, by index of the descriptor.
  var queries: QueryTable { get }
  /// The layout's lines for people.
  var log: LayoutLog { get }
  /// The reuse identifiers that the layout registered, by index of the descriptor's kinds; nil where
  /// the kind's name is the identifier.
  var reuseIdentifiers: [String?] { get }
  /// True when the instance that the next frame asks has prepared before; false for one that
  /// was made anew, or will be for that frame.
  var hasPrepared: Bool { get }
  /// The ids of the layouts of which the layout is made, of all levels, as of the last answer.
  var members: [String] { get }
  /// The settings of children that were made or kept so far. A restart keeps them.
  var childSettings: ChildSettings { get }
  /// Returns true when the layout declares the extension `layout.scroll-target/1`, and others
  /// by id.
  func offers(_ extensionID: String) -> Bool

  /// The events posted since the last time, oldest first. When more than 4 MiB of them waited, the
  /// oldest were dropped, with a line in the log.
  func takeEvents() -> [LayoutEvent]

  /// Marks that the layout itself set through `invalidate` since the last frame.
  func takeMarks() -> (marks: UInt32, elements: [layout_element])

  // MARK: Calls

  /// Makes one call and waits for its answer.
  ///
  /// - Returns: The reply that goes with the request.
  func perform(_ request: LayoutRequest) throws(LayoutError) -> LayoutReply

  /// Runs the frame sequence: `should_invalidate` (when the bounds differ), `prepare` and
  /// `content_size` (when anything is marked), `set_offset` (for each section that was scrolled across
  /// since), `advance` (with dynamics that move), `attributes_in_rect`. The records in `buffer` are sorted by
  /// category, section, item, kind.
  func frame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> FrameOutcome

  /// Asks for a frame without waiting for it: ``FrameInProgress/poll(_:epoch:)`` has its answer. Whatever
  /// else is asked before waits for that.
  func startFrame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> any FrameInProgress

  /// Sets a property without waiting for it: ``SettingInProgress/poll(_:)`` says when the layout has
  /// taken it. Whatever else is asked before waits for that.
  func startSetting(
    at index: Int, to value: LayoutValue
  ) throws(LayoutError) -> any SettingInProgress

  /// Asks for an action without waiting for it: ``ActionInProgress/poll(_:)`` has what it gives. A frame
  /// that is asked for before waits for that as long as for any other frame.
  func startCall(
    action index: Int, arguments: [LayoutValue]
  ) throws(LayoutError) -> any ActionInProgress

  /// Makes a new instance with the properties set so far. The next frame must mark everything.
  func restart() throws(LayoutError)
}

// MARK: - Layers

/// A connection over another one: it watches, notes or replaces what goes over that.
///
/// It wraps all requests in one ``LayoutConnection/perform(_:)``, so a new request needs no edit here. What is
/// known without asking is the other's unless the layer says otherwise.
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
  public var childSettings: ChildSettings { inner.childSettings }
  public func offers(_ extensionID: String) -> Bool { inner.offers(extensionID) }
  public func takeEvents() -> [LayoutEvent] { inner.takeEvents() }
  public func takeMarks() -> (marks: UInt32, elements: [layout_element]) { inner.takeMarks() }
}
