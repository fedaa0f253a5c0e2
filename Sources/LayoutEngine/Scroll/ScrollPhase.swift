// SPDX-License-Identifier: Apache-2.0
//
// The phase of scrolling, for an app that draws indicators or waits for the end of a movement.

/// The cause of the current movement of the content, or of a section that scrolls across.
public enum ScrollPhase: Equatable, Sendable {
  /// Nothing scrolls.
  case idle
  /// A finger moves it: from the first movement of a drag until its release.
  case dragging
  /// It moves by itself: a fling, a bounce, an animated change of the offset.
  case moving
}

extension EngineState {
  /// The current phase. A finger comes before a motion.
  package var scrollPhase: ScrollPhase {
    if scroll.drag != nil || cross.held != nil { return .dragging }
    return scroll.motion != nil || cross.isMoving ? .moving : .idle
  }
}
