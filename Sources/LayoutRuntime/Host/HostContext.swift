// SPDX-License-Identifier: Apache-2.0
//
// The context behind the host table: the host as one instance sees it, and the data that the
// instance left there.

import Glibc
import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutUpdates

/// The host's side of one instance.
///
/// The instance's calls come one after the other. Every callback except the log runs on the thread
/// of the call that it is inside, so nothing here is locked. An error that a callback cannot report
/// by its result waits in ``failure`` and is thrown by the call.
///
/// Memory safety: it owns its table. Callbacks find it by a pointer that the instance is given. The
/// pointer is valid until the instance was destroyed.
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

  /// The current call, and the thread that it runs on; 0 outside of calls.
  package private(set) var call = Slot.create
  private var thread: pthread_t = 0
  /// Called with each call into the plugin as it begins, and with nil as it ends. A worker uses it
  /// to record the call in which it may crash.
  package var onCall: ((Slot?) -> Void)?
  /// The calls into the plugin since a frame last began.
  package var calls = FrameCalls()

  /// The text of `set_error` in the current call.
  package var errorText: String?
  /// True if a query failed in the current call.
  var didQueryFail = false
  /// The layouts inside this one; nil if it may have none.
  var children: (any ChildOffer)?
  /// The error of the child that failed last in the current call.
  var childFailure: LayoutError?
  /// Called with each call into a child as it begins, with the id of the child's layout.
  package var onChildCall: ((String, Slot) -> Void)?
  /// The first breach or failure of a callback in the current call.
  package var failure: LayoutError?

  /// The item counts that the layout was last told.
  package var itemCounts: SectionCounts = [] { didSet { counts.assign(itemCounts) } }
  /// The same counts, for the hot path.
  let counts = ItemCounts()
  /// The current batch. Its map is made when it is first needed.
  package var updates: [layout_update] = [] { didSet { changeMap = nil } }
  private var changeMap: ChangeMap?

  package var marks: UInt32 = LAYOUT_MARK_NOTHING
  var markedElements: [layout_element] = []
  /// The events that wait for the app.
  var events: EventQueue
  /// The number and the bytes of events that the current operation may still post.
  private var eventRoom = (count: 0, byteCount: 0)
  /// The reuse identifiers that the layout registered, by kind.
  var reuseIdentifiers: [String?]
  var endpoints: [QueryEndpoint?]
  /// The room that the instance is lent for the answer of a frame: the largest that it ever asked
  /// for.
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

  /// Sets the object that answers queries from now on.
  func answer(by queries: any QueryAnswering) {
    self.queries = queries
    children?.answer(by: queries)
  }

  /// The limits of the layout's answers and outputs in a call.
  var limits: AnswerLimits { border.limits }

  deinit { unsafe table.deallocate() }

  /// True if the host is inside a call into the instance on this thread.
  package var isInCall: Bool { thread == pthread_self() }

  /// Begins an operation, which makes one or more calls into the plugin.
  func begin() { eventRoom = (limits.events, limits.eventBytes) }

  /// Ends an operation.
  func end() { log.endCall(of: plugin, within: limits) }

  /// Keeps an event for the app. Returns false if the operation has posted too much.
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
  /// - Parameter isCounted: False for a call that does not count as a call of a frame.
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

  /// Ends a call; after it the plugin may call nothing but the log.
  package func leave() {
    thread = 0
    onCall?(nil)
  }

  /// Returns true if the call that just ended needs a closer check.
  func isSuspicious(_ status: layout_status) -> Bool {
    status != LAYOUT_OK || failure != nil || didQueryFail
  }

  /// Records an error that a callback found; the first one is thrown.
  func fail(_ error: LayoutError) {
    if failure == nil { failure = error }
  }

  /// The change of each item's path by the current batch.
  var currentChangeMap: ChangeMap {
    if let changeMap { return changeMap }
    let made = ChangeMap(updates)
    changeMap = made
    return made
  }
}

// MARK: - The offer of children
//
// The host's offer to a layout that has layouts inside.

/// Finds the code of a layout by its id, if it may run in this process. Called on the thread on
/// which the parent runs.
public typealias ChildFinder = @Sendable (_ id: String) throws(LayoutError) -> PluginImage

/// The host's side of `layout.children/1` for one instance.
protocol ChildOffer: AnyObject {
  /// The host's table of the extension.
  var extensionTable: UnsafeRawPointer { get }
  /// Sets the object that answers the parent's queries from now on, for the children.
  func answer(by queries: any QueryAnswering)
}

// MARK: - Events that wait
//
// The events that wait for the app, and the limit of their size.

/// Events in the order posted. The oldest are dropped if more wait than the queue holds.
///
/// The queue always holds the longest run of the last events that fits. So its content does not
/// depend on whether events came one by one or an answer at a time.
package struct EventQueue {
  /// The largest number of bytes that the waiting events may take.
  private let byteLimit: Int

  /// The dropped events in front are left empty until they make up half of the array.
  private var events: [LayoutEvent] = []
  private var first = 0
  private var byteCount = 0
  /// True if an event was dropped since ``take()``.
  package private(set) var isDropping = false

  /// Creates an empty queue.
  package init(byteLimit: Int = AnswerLimits().eventBytes) { self.byteLimit = byteLimit }

  /// True if no event waits.
  var isEmpty: Bool { events.isEmpty }

  /// Adds an event.
  ///
  /// - Returns: True if the first older events since ``take()`` were dropped for it: the caller
  ///   then logs that, once.
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

  /// Takes the waiting events, oldest first. The queue is then empty.
  package mutating func take() -> [LayoutEvent] {
    defer { self = EventQueue(byteLimit: byteLimit) }
    return first == 0 ? events : Array(events[first...])
  }

  /// Returns the log line for the first event that ``append(_:)`` dropped.
  package func droppingEntry(of plugin: String) -> LogEntry {
    LogEntry(
      level: .warning,
      message: "events of more than \(byteLimit) bytes wait for the app; the oldest are dropped",
      plugin: plugin)
  }
}

extension LayoutEvent {
  /// The size that the event counts as: at least its size in memory and in a message.
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
