// SPDX-License-Identifier: Apache-2.0
//
// Scrolling, in the coordinates that people see.

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

  /// The offsets between which the content stands by itself.
  public var contentOffsetEdges: ScrollEdges { state.contentOffsetEdges }

  /// True when a touch, or what it set in motion, moves the content.
  public var isScrolling: Bool { state.scroll.isScrolling }

  /// True when the next `advance(to:)` will change what is on screen by itself: scrolling, an
  /// animation, or a layout that moves.
  public var isMoving: Bool { ClockPass(state, self).isMoving }

  /// Sets the offset and shows it, and ends every movement.
  ///
  /// - Parameters:
  ///   - offset: The corner of the content that stands in the corner of the view, points; may lie beyond the
  ///     edges.
  ///   - animated: Scrolls there by the clock: it then ends inside the edges, and a touch ends it.
  /// - Throws: `not-finite`, `reentrant`, or what the frame gave; the offset is then as it was.
  public func setContentOffset(_ offset: Point, animated: Bool = false) throws(LayoutError) {
    try noted(.setContentOffset(offset, isAnimated: animated)) { () throws(LayoutError) in
      try ScrollPass(state, self).setOffset(offset, animated: animated)
    }
  }

  /// A finger moves by `movement`; the offset changes by −`movement`, less beyond an edge.
  ///
  /// A drag that begins on a section that scrolls across, and goes more along its track than over it,
  /// moves that section until the release, and not the content.
  ///
  /// - Parameters:
  ///   - place: The finger in the viewport before the movement, for layouts that want to know; nil
  ///     tells them of no touch.
  ///   - seconds: How long the movement took, not negative: the clock moves on by it, and the frame
  ///     that shows the movement is the one at its end.
  public func drag(
    by movement: Vector, at place: Point? = nil, taking seconds: Double = 0
  ) throws(LayoutError) {
    try noted(.drag(movement, at: place, seconds: seconds)) { () throws(LayoutError) in
      try ScrollPass(state, self).drag(by: movement, at: place, taking: seconds)
    }
  }

  /// The finger lifts. The content goes on to where friction stops it, or to where the layout wants
  /// it; so does the section that the finger moved across, and the content then stays.
  ///
  /// - Parameter velocity: Of the content offset, points a second.
  /// - Returns: Where it would come to rest by itself, and where it will; both inside the edges.
  /// - Throws: The layout's error; the content, or the section that the finger held, then goes where it
  ///   would by itself.
  @discardableResult
  public func release(
    velocity: Vector
  ) throws(LayoutError) -> (proposed: Point, target: Point) {
    try noted(.release(velocity)) { () throws(LayoutError) in
      try ScrollPass(state, self).release(velocity: velocity)
    }
  }

  /// A wheel turns: the content offset changes by `movement`, as far as the edges allow, and what was
  /// moving stops. Over a section that scrolls across, the part of it along the track moves that section.
  ///
  /// - Parameter place: Of the pointer in the viewport; nil moves the content alone.
  /// - Throws: `not-finite`; what the frame gave.
  public func scrollWheel(by movement: Vector, at place: Point? = nil) throws(LayoutError) {
    try noted(.wheel(movement, at: place)) { () throws(LayoutError) in
      try ScrollPass(state, self).turnWheel(by: movement, at: place)
    }
  }

  /// Scrolls so that an item is at a place in the viewport, as far as the edges allow.
  ///
  /// In a section that scrolls across, the section is moved too, so that the item is in sight in its
  /// strip: at the place along the track, or the nearest one when none is given.
  ///
  /// With estimated sizes the item is asked for again when the viewport got there, until it stands
  /// where it shall.
  ///
  /// In a layout that lets scrolling rest with an item in the middle only, such as a carousel, the item
  /// ends in the middle, whatever position is asked for.
  ///
  /// - Parameters:
  ///   - position: The place; an axis without one stays as it is.
  ///   - animated: Scrolls by the clock, in `advance(to:)`, towards wherever the item is by then; a
  ///     touch ends it.
  /// - Throws: `unknown-path` when there is no such item; what the frame gave.
  public func scrollToItem(
    at path: ItemPath, position: ScrollPosition = .nearest, animated: Bool = false
  ) throws(LayoutError) {
    try noted(.scrollToItem(path, position, isAnimated: animated)) { () throws(LayoutError) in
      try GoalPass(state, self).scroll(toItemAt: path, position: position, animated: animated)
    }
  }
}

// MARK: - Sections that scroll across
//
// Sections that scroll across the view, for the app.

extension CollectionView {
  /// Returns the offset of a section that scrolls across: points along its track, from the
  /// start of its content, on whichever side that is; beyond the ends during a bounce. 0 for
  /// a section that does not scroll.
  ///
  /// The view keeps it: it goes with the section through batches, to other layouts that scroll across,
  /// and to a layout that is started again.
  public func crossOffset(ofSection section: Int) -> Double {
    state.crossOffset(ofSection: section)
  }

  /// Returns the offset at which a section that scrolls across comes to rest, as long as
  /// nothing moves it but a finger.
  public func crossTarget(ofSection section: Int) -> Double {
    state.crossTarget(ofSection: section)
  }

  /// The section that a finger moves across, from the movement that decides so until the release.
  public var draggedSection: Int? { state.draggedSection }

  /// The track of a section, with its strip in content coordinates; nil when it does not scroll across.
  ///
  /// - Throws: `unknown-section`; what the layout gave.
  public func crossTrack(ofSection section: Int) throws(LayoutError) -> CrossTrack? {
    var track = try CrossScrollPass(state, self).track(ofSection: section)
    if let frame = track?.frame { track?.frame = state.mirror.turn(frame) }
    return track
  }

  /// Scrolls a section across, as far as its ends allow, and ends what moved it.
  ///
  /// - Parameters:
  ///   - offset: Points along the track, from the start of the content.
  ///   - animated: By the clock, in `advance(to:)`; a touch ends it.
  /// - Throws: `not-finite`, `unknown-section`; `not-across` when the section does not scroll across;
  ///   what the frame gave, and then nothing has changed.
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
