// SPDX-License-Identifier: Apache-2.0
//
// The side outputs of a layout: events, notices of extensions, and log lines.

import LayoutABI
import LayoutModel
import Synchronization

// MARK: - Events

/// A notice from a layout to the app, delivered between frames.
public struct LayoutEvent: Equatable, Sendable {
  /// The name that the layout declares for it.
  public var name: String
  /// The arguments, in the order declared.
  public var arguments: [LayoutValue]

  /// Creates an event from its members.
  public init(name: String, arguments: [LayoutValue]) {
    self.name = name
    self.arguments = arguments
  }
}

// MARK: - Notices
//
// The notices and values of calls through extension tables.

/// The start or the end of an element's change in an update.
public enum UpdateEnd: Sendable {
  /// The start of an element that is on screen after the update; paths are the new ones.
  case initial
  /// The goal of an element that was on screen before the update; paths are the old ones.
  case final
}

/// A notice to a layout with `layout.transition/1`.
public enum TransitionNotice: Equatable, Sendable {
  /// The layout is about to replace the layout of this id.
  case prepareFrom(String)
  /// The layout of this id is about to replace the layout.
  case prepareTo(String)
  /// The transition ended, or was cancelled.
  case finalize
  /// An animated change of the viewport is about to begin. The rectangle is the viewport before it.
  case prepareForBoundsChange(Rect)
  /// That change ended.
  case finalizeBoundsChange

  /// The slot that receives the notice, by the name of the header.
  public var slotName: String {
    switch self {
    case .prepareFrom: Slot.prepareFrom.rawValue
    case .prepareTo: Slot.prepareTo.rawValue
    case .finalize: Slot.finalize.rawValue
    case .prepareForBoundsChange: Slot.prepareForBoundsChange.rawValue
    case .finalizeBoundsChange: Slot.finalizeBoundsChange.rawValue
    }
  }
}

/// The size that one visible element prefers.
public struct SizePreference: Equatable, Sendable {
  /// The element.
  public var element: layout_element
  /// The size that the layout answered, points.
  public var original: Size
  /// The size that the view prefers, points.
  public var preferred: Size

  /// Creates a preference from its members.
  public init(element: layout_element, original: Size, preferred: Size) {
    self.element = element
    self.original = original
    self.preferred = preferred
  }

  /// Returns true if both are about one element and have equal sizes.
  public static func == (a: SizePreference, b: SizePreference) -> Bool {
    let (x, y) = (a.element, b.element)
    return x.category == y.category && x.kind == y.kind && x.section == y.section
      && x.item == y.item && a.original == b.original && a.preferred == b.preferred
  }
}

// MARK: - Lines for people
//
// The log lines of layouts. Only the last lines are kept, so the memory is bounded.

/// One line that a layout wrote to the log.
public struct LogEntry: Sendable, Equatable {
  /// The severity of a line.
  public enum Level: UInt32, Sendable, Comparable {
    /// For the author of the layout.
    case debug = 0
    /// Worth knowing.
    case info
    /// Something is not as intended.
    case warning
    /// Something failed.
    case error

    /// Compares by severity.
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// The severity.
  public var level: Level
  /// The layout's message, for people to read.
  public var message: String
  /// The id of the plugin that wrote it.
  public var plugin: String

  /// Creates an entry from its members.
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
    /// The lines that plugins wrote since the last call ended.
    var call = CallLines()
  }

  /// The lines that plugins wrote in one call.
  private struct CallLines {
    var count = 0
    var byteCount = 0
    var refusedCount = 0
  }

  private let state = Mutex(State())
  /// True if plugins wrote any line since the last call ended. Each call reads it, so it has no
  /// lock.
  private let hasCallLines = Atomic(false)

  /// Creates an empty log.
  public init() {}

  /// Sets the handler that receives each line at once, on the thread that wrote it; nil for none.
  public func setHandler(_ handler: (@Sendable (LogEntry) -> Void)?) {
    state.withLock { $0.handler = handler }
  }

  /// Writes a line.
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

  /// Writes a plugin's line, if the current call still has room for it within `limits`.
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

  /// Ends a call of a plugin, so that the next call may write as many lines again. Logs the number
  /// of lines that found no room.
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

  /// Returns the kept lines, oldest first, and the number of lines dropped before them. Empties the
  /// log.
  public func take() -> (entries: [LogEntry], droppedCount: Int) {
    state.withLock { state in
      defer { (state.entries, state.droppedCount) = ([], 0) }
      return (state.entries, state.droppedCount)
    }
  }
}
