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

  /// The number of queries for an offset at which a layout rests: enough to halve a step of some
  /// hundred pitches down to one.
  private static let restRoundLimit = 24

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
      path: path, position: place, deadline: state.clock + Self.longestPursuit, start: frame)
    if animated { try glide(towards: goal) } else { try arrive(at: goal) }
    try CrossScrollPass(state, app).bring(path, to: position, animated: animated)
  }

  private func glide(towards goal: ScrollGoal) throws(LayoutError) {
    guard let target = try offset(reaching: goal, from: state.contentOffset) else { return }
    try glide(to: target, of: goal)
  }

  private func glide(to target: Point, of goal: ScrollGoal) throws(LayoutError) {
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
    try glide(to: target, of: goal)
  }

  /// Jumps to the offset at which the item is at its place, or to the layout's resting offset with
  /// the item in the middle.
  private func arrive(at goal: ScrollGoal) throws(LayoutError) {
    try reach(goal)
    guard let stop = try stop(for: goal), stop != state.contentOffset else { return }
    try ScrollPass(state, app).setOffset(stop)
  }

  /// Jumps until the item is at its target.
  ///
  /// - Parameter isRest: True for a place of a layout that rests with the item there.
  private func reach(_ goal: ScrollGoal, isRest: Bool = false) throws(LayoutError) {
    var search = OffsetSearch(narrows: isRest)
    for _ in 0..<(isRest ? Self.restRoundLimit : Self.roundLimit) {
      guard let target = try offset(reaching: goal, from: state.contentOffset),
        target != state.contentOffset || state.scroll.motion != nil
      else { return }
      try ScrollPass(state, app).setOffset(search.next(from: state.contentOffset, towards: target))
    }
  }

  /// The resting offset of the layout with the item in the middle; nil if the item is at its place
  /// and the layout rests there too, or has no such offset. Without one the viewport returns to its
  /// place.
  private func stop(for goal: ScrollGoal) throws(LayoutError) -> Point? {
    let asked = state.contentOffset
    guard !state.scroll.options.isPaging, let rest = try rest(from: asked),
      let frame = try LayoutQuestions(state, app).frame(ofItemAt: goal.path)
    else { return nil }
    let other = try rest == asked ? missed(goal, frame) : rest
    var position: ScrollPosition = []
    if other.x != asked.x { position.insert(.centeredHorizontally) }
    if other.y != asked.y { position.insert(.centeredVertically) }
    guard !position.isEmpty else { return nil }
    let middle = ScrollGoal(
      path: goal.path, position: position, deadline: goal.deadline, start: goal.start)
    guard let guess = try offset(reaching: middle, from: asked),
      let near = try self.rest(from: guess)
    else { return nil }
    // Where items move with the viewport, this one is elsewhere when it is in the middle.
    let isNear =
      abs(near.x - guess.x) <= frame.width / 2 && abs(near.y - guess.y) <= frame.height / 2
    guard isNear || frame != goal.start else { return nil }
    try reach(middle, isRest: true)
    return try restsHere(middle) ?? asked
  }

  /// The resting offset at the present one; nil where the layout rests elsewhere, or the item is
  /// not at its place.
  private func restsHere(_ goal: ScrollGoal) throws(LayoutError) -> Point? {
    let reached = state.contentOffset
    guard let stop = try rest(from: reached),
      let frame = try LayoutQuestions(state, app).frame(ofItemAt: goal.path)
    else { return nil }
    let place = goal.position.offset(
      for: frame, bounds: state.bounds, inset: state.contentInset)
    return isSame(stop, reached) && isSame(place, reached) ? stop : nil
  }

  /// Returns true for two offsets that look the same: half a pixel is invisible, and more than the
  /// remaining error of a search.
  private func isSame(_ one: Point, _ other: Point) -> Bool {
    let tolerance = 0.5 / state.scale
    return abs(one.x - other.x) <= tolerance && abs(one.y - other.y) <= tolerance
  }

  /// The offset at which the item would be at its place, if the edges keep it from there and the
  /// layout rests here and not beside; otherwise the present offset.
  private func missed(_ goal: ScrollGoal, _ frame: Rect) throws(LayoutError) -> Point {
    let here = state.contentOffset
    let place = goal.position.offset(
      for: frame, bounds: state.bounds, inset: state.contentInset)
    guard !isSame(place, here) else { return here }
    // Away from the edge, by less than half of the shortest pitch. A layout that rests everywhere,
    // such as one around another, rests there too.
    func aside(_ place: Double, _ here: Double) -> Double {
      place == here ? here : here + (place < here ? 1.0 / 3 : -1.0 / 3)
    }
    let beside = Point(x: aside(place.x, here.x), y: aside(place.y, here.y))
    guard try rest(from: beside) == here, try centresAnEnd(missing: place) else { return here }
    return place
  }

  /// Returns true if the first or the last item is in the middle, on the axes on which the edges keep
  /// the viewport from `place`: the layout then rests with items in the middle. One that rests
  /// with items at an edge of the viewport has a row there at the end of its content.
  private func centresAnEnd(missing place: Point) throws(LayoutError) -> Bool {
    let (here, counts) = (state.contentOffset, state.data.shape.itemCounts)
    guard let first = counts.firstIndex(where: { $0 > 0 }),
      let last = counts.lastIndex(where: { $0 > 0 })
    else { return false }
    let middle: ScrollPosition = [.centeredHorizontally, .centeredVertically]
    for path in [ItemPath(first, 0), ItemPath(last, Int(counts[last]) - 1)] {
      guard let frame = try LayoutQuestions(state, app).frame(ofItemAt: path) else { continue }
      let centre = middle.offset(for: frame, bounds: state.bounds, inset: state.contentInset)
      let missed = Point(
        x: place.x == here.x ? here.x : centre.x, y: place.y == here.y ? here.y : centre.y)
      if isSame(missed, here) { return true }
    }
    return false
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
