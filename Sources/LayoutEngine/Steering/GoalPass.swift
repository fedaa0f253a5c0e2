// SPDX-License-Identifier: Apache-2.0
//
// Scrolling an item to a place in the viewport, exactly, even if sizes are only estimated.

import LayoutModel
import LayoutRuntime

/// Scrolls to an item. Sizes become known when the viewport comes near, so the pass queries the
/// item again at the new offset, until the item is at its target.
package struct GoalPass {
  let state: EngineState
  let app: any EngineApp

  /// Scrolls the content of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) {
    state.assertReady(for: "GoalPass")
    (self.state, self.app) = (state, app)
  }

  /// The number of queries before the last answer counts: sizes become known when the viewport
  /// comes near, so an item may move.
  private static let roundLimit = 12

  /// Seconds for which a motion follows its item; a glide over a million points takes less.
  private static let longestPursuit = 2.0

  /// Scrolls so that an item is at a place in the viewport, as far as the edges allow.
  ///
  /// - Throws: `unknown-path` when there is no such item; the error of the frame.
  package func scroll(
    toItemAt path: ItemPath, position: ScrollPosition, animated: Bool
  ) throws(LayoutError) {
    try app.layoutIfNeeded()
    try state.checkItem(path)
    guard let frame = try LayoutQuestions(state, app).frame(ofItemAt: path) else {
      throw LayoutError(.unknownPath, "the layout has no place for the item \(path)")
    }
    let place = position.resolved(for: frame, bounds: state.bounds, inset: state.contentInset)
    let goal = ScrollGoal(
      path: path, position: place, deadline: state.clock + Self.longestPursuit)
    if animated { try glide(towards: goal) } else { try arrive(at: goal) }
    try CrossScrollPass(state, app).bring(path, to: position, animated: animated)
  }

  private func glide(towards goal: ScrollGoal) throws(LayoutError) {
    guard let target = try offset(reaching: goal, from: state.contentOffset) else { return }
    let saved = state.scroll
    ScrollPass(state, app).glide(to: target)
    if state.scroll.motion == nil {
      // A distance of less than a pixel is gone at once, in a frame that may fail.
      state.scroll = saved
      return try arrive(at: goal)
    }
    state.scroll.goal = goal
  }

  /// Checks after a frame that animated scrolling still moves to the current place of its item.
  package func pursue() throws(LayoutError) {
    guard let goal = state.scroll.goal else { return }
    guard let motion = state.scroll.motion else {
      state.scroll.goal = nil
      return try arrive(at: goal)
    }
    let rest = state.mirror.turn(motion.rest, width: state.viewportSize.width)
    guard let target = try offset(reaching: goal, from: rest) else {
      return state.scroll.goal = nil
    }
    guard target != rest, state.clock < goal.deadline else { return }
    ScrollPass(state, app).glide(to: target)
    state.scroll.goal = goal
  }

  /// Jumps to the offset at which the item is at its place, or to the layout's resting offset with
  /// the item in the middle.
  private func arrive(at goal: ScrollGoal) throws(LayoutError) {
    try reach(goal)
    guard let stop = try stop(for: goal) else { return }
    try ScrollPass(state, app).setOffset(stop)
  }

  /// Jumps until the item is at its target.
  private func reach(_ goal: ScrollGoal) throws(LayoutError) {
    var search = OffsetSearch()
    for _ in 0..<Self.roundLimit {
      guard let target = try offset(reaching: goal, from: state.contentOffset),
        target != state.contentOffset || state.scroll.motion != nil
      else { return }
      try ScrollPass(state, app).setOffset(search.next(from: state.contentOffset, towards: target))
    }
  }

  /// The resting offset of the layout with the item in the middle; nil if it rests at the current
  /// offset too, or has no such offset. Without one the viewport returns to its place.
  private func stop(for goal: ScrollGoal) throws(LayoutError) -> Point? {
    let asked = state.contentOffset
    guard !state.scroll.options.isPaging, let rest = try rest(from: asked), rest != asked else {
      return nil
    }
    var position: ScrollPosition = []
    if rest.x != asked.x { position.insert(.centeredHorizontally) }
    if rest.y != asked.y { position.insert(.centeredVertically) }
    let middle = ScrollGoal(path: goal.path, position: position, deadline: goal.deadline)
    guard let guess = try offset(reaching: middle, from: asked),
      let near = try self.rest(from: guess),
      let frame = try LayoutQuestions(state, app).frame(ofItemAt: goal.path),
      abs(near.x - guess.x) <= frame.width / 2, abs(near.y - guess.y) <= frame.height / 2
    else { return nil }
    try reach(middle)
    let reached = state.contentOffset
    // Half a pixel is invisible, and more than the remaining error of the search.
    let tolerance = 0.5 / state.scale
    if let stop = try self.rest(from: reached), abs(stop.x - reached.x) <= tolerance,
      abs(stop.y - reached.y) <= tolerance
    {
      return stop
    }
    return asked
  }

  /// Returns the layout's resting offset for scrolling that would stop at `offset`; nil without an
  /// answer.
  private func rest(from offset: Point) throws(LayoutError) -> Point? {
    let mirror = state.mirror
    let proposed = mirror.turn(offset, width: state.viewportSize.width)
    let chosen = try state.layout.connection.scrollTarget(
      proposed: proposed, velocity: .zero, bounds: state.scroll.bounds, afterUpdate: false)
    return chosen.map {
      state.contentOffsetEdges.clamp(mirror.turn($0, width: state.viewportSize.width))
    }
  }

  /// The offset inside the edges at which the item is at its place; nil when the item does not
  /// exist.
  ///
  /// - Parameter offset: Unchanged in an axis without a place.
  private func offset(
    reaching goal: ScrollGoal, from offset: Point
  ) throws(LayoutError) -> Point? {
    guard let frame = try LayoutQuestions(state, app).frame(ofItemAt: goal.path) else { return nil }
    let bounds = Rect(origin: offset, size: state.viewportSize)
    return state.contentOffsetEdges.clamp(
      goal.position.offset(for: frame, bounds: bounds, inset: state.contentInset))
  }
}
