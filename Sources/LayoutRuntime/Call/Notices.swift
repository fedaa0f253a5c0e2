// SPDX-License-Identifier: Apache-2.0
//
// What a layout says on the side: events, notices of extensions, and lines for people to read.

import LayoutABI
import LayoutModel
import Synchronization

// MARK: - Events

/// A notice from a layout to the app, delivered between frames.
public struct LayoutEvent: Equatable, Sendable {
  /// The name that the layout declares for it.
  public var name: String
  /// In the order declared.
  public var arguments: [LayoutValue]

  /// A notice from its members.
  public init(name: String, arguments: [LayoutValue]) {
    self.name = name
    self.arguments = arguments
  }
}

// MARK: - Notices
//
// The notices and values of calls through extension tables.

/// Which end of an element's way through an update is meant.
public enum UpdateEnd: Sendable {
  /// The start of an element that is on screen after the update; paths are the new ones.
  case initial
  /// The goal of an element that was on screen before the update; paths are the old ones.
  case final
}

/// A notice to a layout with `layout.transition/1`.
public enum TransitionNotice: Equatable, Sendable {
  /// It is about to replace the layout of this id.
  case prepareFrom(String)
  /// The layout of this id is about to replace it.
  case prepareTo(String)
  /// The transition ended, or was cancelled.
  case finalize
  /// An animated change of the viewport, which was this, is about to begin.
  case prepareForBoundsChange(Rect)
  /// That change ended.
  case finalizeBoundsChange

  /// The slot that hears of it, by the name of the header.
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
  /// Which one it is.
  public var element: layout_element
  /// The size that the layout answered, points.
  public var original: Size
  /// The size that the view prefers, points.
  public var preferred: Size

  /// A preference.
  public init(element: layout_element, original: Size, preferred: Size) {
    self.element = element
    self.original = original
    self.preferred = preferred
  }

  /// Returns true when both are of one element, with equal sizes.
  public static func == (a: SizePreference, b: SizePreference) -> Bool {
    let (x, y) = (a.element, b.element)
    return x.category == y.category && x.kind == y.kind && x.section == y.section
      && x.item == y.item && a.original == b.original && a.preferred == b.preferred
  }
}

// MARK: - Lines for people
//
// What layouts say for people to read: the last lines, kept without end to the memory they take.

/// One line that a layout left in the log.
public struct LogEntry: Sendable, Equatable {
  /// The severity of a line.
  public enum Level: UInt32, Sendable, Comparable {
    /// For who writes the layout.
    case debug = 0
    /// Worth knowing.
    case info
    /// Something is not as it was meant.
    case warning
    /// Something failed.
    case error

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
