// SPDX-License-Identifier: Apache-2.0
//
// What layouts say for people to read: the last lines, kept without end to the memory they take.

import LayoutABI
import LayoutModel
import Synchronization

/// One line that a layout left in the log.
public struct LogEntry: Sendable, Equatable {
  /// The severity of a line.
  public enum Level: UInt32, Sendable, Comparable {
    case debug = 0, info, warning, error

    /// By how much a line matters.
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// The severity.
  public var level: Level
  /// The layout's words, for people.
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
  /// The number of lines that are kept; older ones are dropped.
  public static let limit = 256

  private struct State {
    var entries: [LogEntry] = []
    var droppedCount = 0
    var handler: (@Sendable (LogEntry) -> Void)?
    /// The lines that plugins left since the last call ended.
    var call = CallLines()
  }

  /// The lines that plugins left in one call.
  private struct CallLines {
    var count = 0
    var byteCount = 0
    var refusedCount = 0
  }

  private let state = Mutex(State())
  /// True when plugins left anything since the last call ended: read in each call, so without
  /// a lock.
  private let hasCallLines = Atomic(false)

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

  /// Leaves a plugin's line, when the call under way has room for it within `limits`.
  func write(fromPlugin entry: LogEntry, within limits: AnswerLimits) {
    hasCallLines.store(true, ordering: .relaxed)
    let byteCount = entry.message.utf8.count
    let hasRoom = state.withLock { state in
      guard state.call.count < limits.logLines,
        byteCount <= limits.logBytes - state.call.byteCount
      else {
        state.call.refusedCount += 1
        return false
      }
      state.call.count += 1
      state.call.byteCount += byteCount
      return true
    }
    if hasRoom { write(entry) }
  }

  /// Ends a call of a plugin: the next may leave as many lines again. Says how many found no room.
  func endCall(of plugin: String, within limits: AnswerLimits) {
    guard hasCallLines.exchange(false, ordering: .relaxed) else { return }
    let refusedCount = state.withLock { state in
      defer { state.call = CallLines() }
      return state.call.refusedCount
    }
    guard refusedCount > 0 else { return }
    write(
      LogEntry(
        level: .warning,
        message:
          "\(refusedCount) more lines were dropped; a call may leave \(limits.logLines) lines "
          + "of \(limits.logBytes) bytes together", plugin: plugin))
  }

  /// The lines kept, oldest first, and how many were dropped before them; the log is empty after.
  public func take() -> (entries: [LogEntry], droppedCount: Int) {
    state.withLock { state in
      defer { (state.entries, state.droppedCount) = ([], 0) }
      return (state.entries, state.droppedCount)
    }
  }
}
