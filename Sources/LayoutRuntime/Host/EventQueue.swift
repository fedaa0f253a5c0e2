// SPDX-License-Identifier: Apache-2.0
//
// The events that wait for the app, and how much they may take.

/// Events in the order posted, the oldest dropped when more wait than ``byteLimit``.
///
/// What is left after any number of events is the longest run of the last ones that fits, so it is
/// the same whether they came one by one or an answer at a time.
package struct EventQueue {
  /// The most bytes that events may take: those of one frame, or of one call outside of a frame, and
  /// those that wait. A quarter of the longest head that a worker may send, so that the same events
  /// pass in both tiers.
  package static let byteLimit = 4 << 20

  /// The dropped ones in front are empty until they make up half of the array.
  private var events: [LayoutEvent] = []
  private var first = 0
  private var byteCount = 0
  /// Whether any was dropped since ``take()``.
  package private(set) var isDropping = false

  package init() {}

  /// Adds an event.
  ///
  /// - Returns: Whether older ones were dropped for it and none had been since ``take()``: the time
  ///   to say so, once.
  /// - Complexity: O(1) amortised.
  package mutating func append(_ event: LayoutEvent) -> Bool {
    events.append(event)
    byteCount += event.byteCount
    guard byteCount > Self.byteLimit else { return false }
    while byteCount > Self.byteLimit {
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
    defer { self = EventQueue() }
    return first == 0 ? events : Array(events[first...])
  }

  /// What the log says when ``append(_:)`` tells to.
  package static func dropped(by plugin: String) -> LogEntry {
    LogEntry(
      level: .warning,
      message: "events beyond \(byteLimit >> 20) MiB wait for the app; the oldest are dropped",
      plugin: plugin)
  }
}

extension LayoutEvent {
  /// What the event counts for: at least what it takes in memory and in a message.
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
