// SPDX-License-Identifier: Apache-2.0
//
// The events that wait for the app, and how much they may take.

import LayoutModel

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
