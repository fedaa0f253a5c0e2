// SPDX-License-Identifier: Apache-2.0
//
// What layouts say for people to read: the last lines, kept without end to the memory they take.

import LayoutABI
import Synchronization

/// One line that a layout left in the log.
public struct LogEntry: Sendable, Equatable {
  /// How much a line matters.
  public enum Level: UInt32, Sendable, Comparable {
    case debug = 0, info, warning, error

    /// By how much a line matters.
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// How much it matters.
  public var level: Level
  /// What the layout said, for people.
  public var message: String
  /// Id of the plugin that said it.
  public var plugin: String

  /// A line from its members.
  public init(level: Level, message: String, plugin: String) {
    self.level = level
    self.message = message
    self.plugin = plugin
  }
}

/// The last lines of a layout's log. Any thread may write: a plugin may log from its own.
public final class LayoutLog: Sendable {
  /// How many lines are kept; older ones are dropped.
  public static let limit = 256

  private struct State {
    var entries: [LogEntry] = []
    var droppedCount = 0
    var handler: (@Sendable (LogEntry) -> Void)?
  }

  private let state = Mutex(State())

  /// An empty log.
  public init() {}

  /// Hears of each line at once, on the thread that wrote it; nil for nobody.
  public func setHandler(_ handler: (@Sendable (LogEntry) -> Void)?) {
    state.withLock { $0.handler = handler }
  }

  /// Leaves a line.
  public func write(_ entry: LogEntry) {
    let handler = state.withLock { state in
      if state.entries.count == Self.limit {
        state.entries.removeFirst()
        state.droppedCount += 1
      }
      state.entries.append(entry)
      return state.handler
    }
    handler?(entry)
  }

  /// The lines kept, oldest first, and how many were dropped before them; the log is empty after.
  public func take() -> (entries: [LogEntry], droppedCount: Int) {
    state.withLock { state in
      defer { (state.entries, state.droppedCount) = ([], 0) }
      return (state.entries, state.droppedCount)
    }
  }
}
