// SPDX-License-Identifier: Apache-2.0
//
// The first frames of a new version, with the old one standing by.

import LayoutModel

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
