// SPDX-License-Identifier: Apache-2.0
//
// Scrolling, in visible coordinates.

import LayoutABI
import LayoutEngine
import LayoutModel
import LayoutRuntime

extension CollectionView {
  /// The corner of the viewport in content coordinates; beyond the edges during a bounce.
  public var contentOffset: Point { state.contentOffset }

  /// The extent of the whole content, of the last frame.
  public var contentSize: Size { state.contentSize }

  /// The viewport in content coordinates.
  public var bounds: Rect { state.bounds }

  /// The range of the content offset without a finger.
  public var contentOffsetEdges: ScrollEdges { state.contentOffsetEdges }

  /// True when a touch or its momentum moves the content.
  public var isScrolling: Bool { state.scroll.isScrolling }

  /// True when time alone will change the screen with the next `advance(to:)`: scrolling, an
  /// animation, or a layout that moves.
  public var isMoving: Bool { ClockPass(state, self).isMoving }

  /// Sets the offset and shows it, and stops every movement.
  ///
  /// - Parameters:
  ///   - offset: The point of the content at the corner of the view, points; may be beyond the
  ///     edges.
  ///   - animated: True to scroll over time: it then ends inside the edges, and a touch stops it.
  /// - Throws: `not-finite`, `reentrant`, or the error of the frame; the offset is then unchanged.
  public func setContentOffset(_ offset: Point, animated: Bool = false) throws(LayoutError) {
    try noted(.setContentOffset(offset, isAnimated: animated)) { () throws(LayoutError) in
      try ScrollPass(state, self).setOffset(offset, animated: animated)
    }
  }

  /// Moves the content with a finger by `movement`; the offset changes by −`movement`, less beyond
  /// an edge.
  ///
  /// A drag that begins on a section that scrolls across, and moves more along its track than
  /// perpendicular to it, moves that section until the release, instead of the content.
  ///
  /// - Parameters:
  ///   - place: The finger in the viewport before the movement, for layouts that use it; nil means
  ///     that they get no touch.
  ///   - seconds: The duration of the movement, not negative: the clock advances by it, and the
  ///     frame shows the end of the movement.
  public func drag(
    by movement: Vector, at place: Point? = nil, taking seconds: Double = 0
  ) throws(LayoutError) {
    try noted(.drag(movement, at: place, seconds: seconds)) { () throws(LayoutError) in
      try ScrollPass(state, self).drag(by: movement, at: place, taking: seconds)
    }
  }

  /// Ends the drag. The content moves to its natural resting offset, or to the layout's target; if
  /// the finger moved a section across, the section does so instead.
  ///
  /// - Parameter velocity: The velocity of the content offset, points a second.
  /// - Returns: The natural resting offset, and the target; both inside the edges.
  /// - Throws: The layout's error; the content, or the section, then moves to its natural resting
  ///   offset.
  @discardableResult
  public func release(
    velocity: Vector
  ) throws(LayoutError) -> (proposed: Point, target: Point) {
    try noted(.release(velocity)) { () throws(LayoutError) in
      try ScrollPass(state, self).release(velocity: velocity)
    }
  }

  /// Applies a wheel movement: the content offset changes by `movement`, as far as the edges allow,
  /// and other motion stops. Over a section that scrolls across, the part along the track moves
  /// that section.
  ///
  /// - Parameter place: The pointer in the viewport; nil moves only the content.
  /// - Throws: `not-finite`; the error of the frame.
  public func scrollWheel(by movement: Vector, at place: Point? = nil) throws(LayoutError) {
    try noted(.wheel(movement, at: place)) { () throws(LayoutError) in
      try ScrollPass(state, self).turnWheel(by: movement, at: place)
    }
  }

  /// Scrolls so that an item is at a place in the viewport, as far as the edges allow.
  ///
  /// A section that scrolls across is moved too, so that the item is visible in its strip: at the
  /// place along the track, or by the smallest movement without one.
  ///
  /// With estimated sizes the item is queried again at the new offset, until it is at its target.
  ///
  /// In a layout in which scrolling always stops with an item in the middle, such as a carousel,
  /// the item ends in the middle, for any position; only an item that is at its position when
  /// another one is exactly in the middle stays there.
  ///
  /// - Parameters:
  ///   - position: The place; an axis without one does not change.
  ///   - animated: True to scroll over time, in `advance(to:)`, towards the current place of the
  ///     item, which is followed for two seconds; a touch stops it.
  /// - Throws: `unknown-path` when there is no such item; the error of the frame.
  public func scrollToItem(
    at path: ItemPath, position: ScrollPosition = .nearest, animated: Bool = false
  ) throws(LayoutError) {
    try noted(.scrollToItem(path, position, isAnimated: animated)) { () throws(LayoutError) in
      try GoalPass(state, self).scroll(toItemAt: path, position: position, animated: animated)
    }
  }
}

// MARK: - Sections that scroll across

extension CollectionView {
  /// Returns the offset of a section that scrolls across: points along its track, from the start of
  /// its content in the reading direction; beyond the ends during a bounce. 0 for a section that
  /// does not scroll.
  ///
  /// The view keeps it: it follows the section through batches, to other layouts that scroll
  /// across, and to a restarted layout.
  public func crossOffset(ofSection section: Int) -> Double {
    state.crossOffset(ofSection: section)
  }

  /// Returns the resting offset of a section that scrolls across, without a change by a finger.
  public func crossTarget(ofSection section: Int) -> Double {
    state.crossTarget(ofSection: section)
  }

  /// The section that a finger moves across, from the deciding movement until the release.
  public var draggedSection: Int? { state.draggedSection }

  /// The track of a section, with its strip in content coordinates; nil when it does not scroll across.
  ///
  /// - Throws: `unknown-section`; the layout's error.
  public func crossTrack(ofSection section: Int) throws(LayoutError) -> CrossTrack? {
    var track = try CrossScrollPass(state, self).track(ofSection: section)
    if let frame = track?.frame { track?.frame = state.mirror.turn(frame) }
    return track
  }

  /// Scrolls a section across, as far as its ends allow, and stops its motion.
  ///
  /// - Parameters:
  ///   - offset: Points along the track, from the start of the content.
  ///   - animated: True to scroll over time, in `advance(to:)`; a touch stops it.
  /// - Throws: `not-finite`, `unknown-section`; `not-across` when the section does not scroll
  ///   across; the error of the frame, and then nothing has changed.
  public func setCrossOffset(
    _ offset: Double, ofSection section: Int, animated: Bool = false
  ) throws(LayoutError) {
    try noted(.setCrossOffset(offset, section: section, isAnimated: animated)) {
      () throws(LayoutError) in
      guard offset.isFinite else {
        throw LayoutError(.notFinite, "the offset of a section is finite, not \(offset)")
      }
      guard let track = try CrossScrollPass(state, self).track(ofSection: section) else {
        throw LayoutError(
          .notAcross,
          "section \(section) does not scroll across in \(layout.id); scroll to its items, or use a "
            + "layout with \(LAYOUT_EXT_CROSS_SCROLL)")
      }
      try CrossScrollPass(state, self).move(track, to: offset, animated: animated)
    }
  }
}

// MARK: - Phases
//
// The phase of scrolling, and its notice.

/// The phase that the app was told of, and the calls that have not ended.
struct PhaseNotice {
  fileprivate var told = ScrollPhase.idle
  fileprivate var depth = 0
  /// More than any delegate needs that changes the phase in its notice.
  fileprivate static let limit = 32
}

extension CollectionView {
  /// The phase of scrolling, of the content and of sections that scroll across.
  public var scrollPhase: ScrollPhase { state.scrollPhase }

  /// A call of the view begins.
  func callBegins() { phaseNotice.depth += 1 }

  /// A call of the view ends. The app is told of another phase at the end of the outermost call,
  /// when nothing in the view is half done.
  func callEnds() {
    phaseNotice.depth -= 1
    if phaseNotice.depth == 0, state.scrollPhase != phaseNotice.told, !state.isRunning {
      tellPhase()
    }
  }

  private func tellPhase() {
    callBegins()
    defer { phaseNotice.depth -= 1 }
    // The delegate may change the phase again, which is the next notice, but not endlessly.
    for _ in 0..<PhaseNotice.limit {
      let phase = state.scrollPhase
      guard phase != phaseNotice.told else { return }
      phaseNotice.told = phase
      guard let delegate else { return }
      inApp { delegate.collectionView(self, didChange: phase) }
    }
  }
}
