// SPDX-License-Identifier: Apache-2.0
//
// What one instance of a layout sees of its host, and what it left there: the context behind the
// host table.

import Glibc
import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutUpdates

/// The host's side of one instance.
///
/// The instance's calls come one after the other; every callback but the log runs on the thread of
/// the call that it is inside. So nothing here is locked. What a callback cannot report by its
/// result waits in ``failure`` and is thrown by the call.
///
/// Memory safety: it owns its table. Callbacks find it by a pointer that the instance is given and that is good until
/// the instance was destroyed.
@safe
package final class HostContext {
  let plugin: String
  let descriptor: LayoutDescriptor
  private(set) var queries: any QueryAnswering
  package let border: TrustBorder
  /// The table that `create` is given; freed with the context.
  package let table: UnsafeMutablePointer<layout_host>
  /// The log for the layout's lines.
  package let log: LayoutLog

  /// The call under way, and the thread it runs on; 0 outside of calls.
  package private(set) var call = Slot.create
  private var thread: pthread_t = 0
  /// Told of each call into the plugin as it begins, and nil as it ends: a worker leaves word of the
  /// call that it may die in.
  package var onCall: ((Slot?) -> Void)?
  /// Calls into the plugin since a frame last began.
  package var calls = FrameCalls()

  /// The text of `set_error` in the call under way.
  package var errorText: String?
  /// True when a query failed in the call under way.
  var didQueryFail = false
  /// The layouts that this one is made of, where it may have any.
  var children: (any ChildOffer)?
  /// The error of the child that failed last in the call under way.
  var childFailure: LayoutError?
  /// Told of each call into a child as it begins, with the id of the child's layout.
  package var onChildCall: ((String, Slot) -> Void)?
  /// The first breach or failure of a callback in the call under way.
  package var failure: LayoutError?

  /// The data as the layout was last told of it.
  package var itemCounts: SectionCounts = [] { didSet { counts.assign(itemCounts) } }
  /// The same, for the hot path.
  let counts = ItemCounts()
  /// The batch under way; its map is made when it is first asked for.
  package var updates: [layout_update] = [] { didSet { changeMap = nil } }
  private var changeMap: ChangeMap?

  package var marks: UInt32 = LAYOUT_MARK_NOTHING
  var markedElements: [layout_element] = []
  /// The events that wait for the app.
  var events: EventQueue
  /// Events that the operation under way may still post, and their bytes.
  private var eventRoom = (count: 0, byteCount: 0)
  /// The reuse identifiers that the layout registered, by kind.
  var reuseIdentifiers: [String?]
  var endpoints: [QueryEndpoint?]
  /// The room that the instance is lent for the answer of a frame: as much as it ever asked for.
  var frameRoom: AnswerCounts

  package init(
    plugin: String, descriptor: LayoutDescriptor, queries: any QueryAnswering, border: TrustBorder,
    log: LayoutLog
  ) {
    self.plugin = plugin
    self.descriptor = descriptor
    self.queries = queries
    self.border = border
    self.log = log
    frameRoom = .first(for: descriptor)
    events = EventQueue(byteLimit: border.limits.eventBytes)
    reuseIdentifiers = Array(repeating: nil, count: descriptor.kinds.count)
    endpoints = Array(repeating: nil, count: descriptor.queries.count)
    unsafe table = .allocate(capacity: 1)
    unsafe table.initialize(to: makeHostTable(Unmanaged.passUnretained(self).toOpaque()))
    begin()
  }

  /// Has others answer from now on.
  func answer(by queries: any QueryAnswering) {
    self.queries = queries
    children?.answer(by: queries)
  }

  /// The most that the layout may answer and say in a call.
  var limits: AnswerLimits { border.limits }

  deinit { unsafe table.deallocate() }

  /// True when the host is inside a call into the instance on this thread.
  package var isInCall: Bool { thread == pthread_self() }

  /// Begins an operation, which makes one or more calls into the plugin.
  func begin() { eventRoom = (limits.events, limits.eventBytes) }

  /// Ends it.
  func end() { log.endCall(of: plugin, within: limits) }

  /// Keeps an event for the app. False when the operation has posted too much.
  func post(_ event: LayoutEvent) -> Bool {
    let size = event.byteCount
    guard eventRoom.count > 0, size <= eventRoom.byteCount else { return false }
    eventRoom.count -= 1
    eventRoom.byteCount -= size
    if events.append(event) { log.write(events.droppingEntry(of: plugin)) }
    return true
  }

  /// Begins a call into the plugin.
  ///
  /// - Parameter isCounted: False for a call that is no part of what a frame asks.
  package func enter(_ call: Slot, isCounted: Bool = true) {
    self.call = call
    if isCounted { calls.append(call) }
    errorText = nil
    failure = nil
    if childFailure != nil { childFailure = nil }
    didQueryFail = false
    thread = pthread_self()
    onCall?(call)
  }

  /// Ends it; nothing but the log may be called from here on.
  package func leave() {
    thread = 0
    onCall?(nil)
  }

  /// Returns true when the call that just ended needs a closer look.
  func isSuspicious(_ status: layout_status) -> Bool {
    status != LAYOUT_OK || failure != nil || didQueryFail
  }

  /// Notes what a callback found wrong; the first one is thrown.
  func fail(_ error: LayoutError) {
    if failure == nil { failure = error }
  }

  /// The way of each item through the batch under way.
  var currentChangeMap: ChangeMap {
    if let changeMap { return changeMap }
    let made = ChangeMap(updates)
    changeMap = made
    return made
  }
}

// MARK: - The offer of children
//
// What a host offers to a layout that is made of others.

/// Finds the code of a layout by its id, where that may run in this process; on the thread that the parent
/// runs on just then.
public typealias ChildFinder = @Sendable (_ id: String) throws(LayoutError) -> PluginImage

/// The host's side of `layout.children/1` for one instance.
protocol ChildOffer: AnyObject {
  /// The host's table of the extension.
  var extensionTable: UnsafeRawPointer { get }
  /// Tells the children who answers their parent from now on.
  func answer(by queries: any QueryAnswering)
}

// MARK: - Events that wait
//
// The events that wait for the app, and how much they may take.

/// Events in the order posted, the oldest dropped when more wait than the queue holds.
///
/// After any number of events it holds the longest run of the last ones that fits. So its content is
/// the same whether events came one by one or an answer at a time.
package struct EventQueue {
  /// The most bytes that the events that wait may take.
  private let byteLimit: Int

  /// The dropped ones in front are empty until they make up half of the array.
  private var events: [LayoutEvent] = []
  private var first = 0
  private var byteCount = 0
  /// True when any was dropped since ``take()``.
  package private(set) var isDropping = false

  /// An empty queue.
  package init(byteLimit: Int = AnswerLimits().eventBytes) { self.byteLimit = byteLimit }

  /// True when none waits.
  var isEmpty: Bool { events.isEmpty }

  /// Adds an event.
  ///
  /// - Returns: Whether older ones were dropped for it and none had been since ``take()``: the time
  ///   to say so, once.
  /// - Complexity: O(1) amortised.
  package mutating func append(_ event: LayoutEvent) -> Bool {
    events.append(event)
    byteCount += event.byteCount
    guard byteCount > byteLimit else { return false }
    while byteCount > byteLimit {
      byteCount -= events[first].byteCount
      events[first] = LayoutEvent(name: "", arguments: [])
      first += 1
    }
    if first > events.count / 2 {
      events.removeFirst(first)
      first = 0
    }
    defer { isDropping = true }
    return !isDropping
  }

  /// The events that wait, oldest first; none wait after.
  package mutating func take() -> [LayoutEvent] {
    defer { self = EventQueue(byteLimit: byteLimit) }
    return first == 0 ? events : Array(events[first...])
  }

  /// The line in the log for the first event that ``append(_:)`` dropped.
  package func droppingEntry(of plugin: String) -> LogEntry {
    LogEntry(
      level: .warning,
      message: "events of more than \(byteLimit) bytes wait for the app; the oldest are dropped",
      plugin: plugin)
  }
}

extension LayoutEvent {
  /// The size for which the event counts: at least what it takes in memory and in a message.
  package var byteCount: Int {
    arguments.reduce(64 + name.utf8.count) { sum, argument in
      switch argument {
      case .text(let text): sum + 48 + text.utf8.count
      case .array(let numbers): sum + 48 + numbers.count * MemoryLayout<Double>.stride
      default: sum + 48
      }
    }
  }
}
