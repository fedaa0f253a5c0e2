// SPDX-License-Identifier: Apache-2.0
//
// State of the work after a frame: preferred sizes, a layout on probation, and notices for
// assistive technology.

import LayoutModel
import LayoutRuntime

// MARK: - Sizes that views ask for
//
// State between two rounds of self-sizing.

/// The state of self-sizing. It keeps its memory, so that scrolling over views that accept their
/// sizes allocates nothing.
final class SizingState {
  /// The preferred sizes of the views asked last.
  var preferences: [SizePreference] = []
  /// The views with these sizes, in the same order.
  var serials: [Int32] = []
  /// Views of the frame with an invalid preferred size.
  var refused: [Int32] = []
  /// True when one of them was on screen in the round before, and so was asked before.
  var asksAgain = false
  /// True when some view on screen was not asked although it should be: the next frame checks all
  /// of them.
  var isBehind = false
  /// True when every view is to be asked, for any size: another layout is on screen, or the app set
  /// a property of the one on screen or bound a query.
  var asksAll = false
  /// The views that appeared in the last round of a frame, and are asked with the next one.
  var waiting: [Int32] = []

  /// Returns the views that waited, and empties their list.
  func takeWaiting() -> [Int32] {
    defer { waiting = [] }
    return waiting
  }

  /// Drops the last answers and keeps the memory.
  func removeAll() {
    preferences.removeAll(keepingCapacity: true)
    serials.removeAll(keepingCapacity: true)
    asksAgain = false
  }
}

// MARK: - A layout on probation
//
// The first frames of a new version, while the old one is kept.

/// The layout before a swap, ready to take over again.
package final class Probation {
  /// The old layout.
  package let old: EngineLayout
  /// Retains the app's handle of that layout.
  package let handle: AnyObject
  /// The content offset before the swap, and after it.
  let offsets: (before: Point, after: Point)
  /// The epoch of the data at the swap.
  let epoch: UInt64
  /// Called at the end: with the error for which the old layout took over again, or with nil.
  let onEnd: (LayoutError?) -> Void
  /// The remaining frames of the probation.
  var framesLeft = Probation.frameCount
  /// One second at the frame rate of most displays.
  static let frameCount = 60

  /// The probation of the layout that just replaced `old`.
  package init(
    old: EngineLayout, handle: AnyObject, offsets: (before: Point, after: Point), epoch: UInt64,
    onEnd: @escaping (LayoutError?) -> Void
  ) {
    (self.old, self.handle, self.offsets) = (old, handle, offsets)
    (self.epoch, self.onEnd) = (epoch, onEnd)
  }
}

extension LayoutError {
  /// True when an error is the layout's fault. Errors of the app's data are not.
  package var isLayoutFault: Bool { plugin != nil && !isAppFault }

  /// True when an error from a call into a layout is the app's: an answer to a query failed.
  package var isAppFault: Bool { Self.appCodes.contains(code) }
  private static let appCodes: Set<Code> = ["query-failed", "query-signature", "reentrant"]
}

// MARK: - Notices
//
// Notices for assistive technology, collected until they are taken.

/// A notice to assistive technology.
public enum AccessibilityNotice: String, Sendable {
  /// The layout placed its elements again.
  case layoutChanged
  /// The whole screen was replaced: data were reloaded, or another layout took over.
  case screenChanged
}

/// Notices since they were last taken, each once.
struct NoticeQueue {
  private var isLayoutChanged = false
  private var isScreenChanged = false

  mutating func layoutDidChange() { isLayoutChanged = true }

  mutating func screenDidChange() { isScreenChanged = true }

  mutating func take() -> [AccessibilityNotice] {
    defer { self = NoticeQueue() }
    return (isLayoutChanged ? [.layoutChanged] : []) + (isScreenChanged ? [.screenChanged] : [])
  }
}
