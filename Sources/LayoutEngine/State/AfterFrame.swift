// SPDX-License-Identifier: Apache-2.0
//
// What is kept of what follows a frame: the sizes that views ask for, a layout on probation, and
// notices for assistive technology.

import LayoutModel
import LayoutRuntime

// MARK: - Sizes that views ask for
//
// What is kept between two rounds of asking views how large they want to be.

/// The memory of self-sizing. Keeps its room, so that scrolling over views that are content with
/// their sizes allocates nothing.
final class SizingState {
  /// The sizes that the views asked last prefer to those that they got.
  var preferences: [SizePreference] = []
  /// The views that want it, in the same order.
  var serials: [Int32] = []
  /// Views of the frame whose wish was no size.
  var refused: [Int32] = []
  /// True when one of them was on screen in the round before, and so was asked before.
  var asksAgain = false
  /// Some view on screen was not asked though it should be: the next frame looks at all of them.
  var isBehind = false
  /// The views that appeared in the last round of a frame, and wait to be asked with the next one.
  var waiting: [Int32] = []

  /// Forgets the last answers and keeps the room.
  func removeAll() {
    preferences.removeAll(keepingCapacity: true)
    serials.removeAll(keepingCapacity: true)
    asksAgain = false
  }
}

// MARK: - A layout on probation
//
// The first frames of a new version, with the old one standing by.

/// The layout before a swap, ready to take over again.
package final class Probation {
  /// The layout that stands by.
  package let old: EngineLayout
  /// Keeps the app's handle of that layout alive.
  private let handle: AnyObject
  /// The content offset before the swap, and after it.
  let offsets: (before: Point, after: Point)
  /// Of the data at the swap.
  let epoch: UInt64
  /// Told how it ended: with the error for which the old layout took over again, or with nil.
  let onEnd: (LayoutError?) -> Void
  /// Frames still to prove.
  var framesLeft = Probation.frameCount
  /// A second at the pace of most displays.
  static let frameCount = 60

  /// The probation of the layout that took over from `old` just now.
  package init(
    old: EngineLayout, handle: AnyObject, offsets: (before: Point, after: Point), epoch: UInt64,
    onEnd: @escaping (LayoutError?) -> Void
  ) {
    (self.old, self.handle, self.offsets) = (old, handle, offsets)
    (self.epoch, self.onEnd) = (epoch, onEnd)
  }
}

extension LayoutError {
  /// True when an error tells against the layout. What the app's data threw does not.
  package var isLayoutFault: Bool { plugin != nil && !isAppFault }

  /// True when an error that a call into a layout threw is the app's: an answer to a query failed.
  package var isAppFault: Bool { Self.appCodes.contains(code) }
  private static let appCodes: Set<Code> = ["query-failed", "query-signature", "reentrant"]
}

// MARK: - Notices
//
// Notices for assistive technology, gathered until somebody takes them.

/// A notice to assistive technology.
public enum AccessibilityNotice: String, Sendable {
  /// The layout placed its elements anew.
  case layoutChanged
  /// The screen was replaced as a whole: data were reloaded, or another layout took over.
  case screenChanged
}

/// Notices since they were last taken, each told once.
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
