// SPDX-License-Identifier: Apache-2.0
//
// Bringing an item to a place in the viewport, exactly, even where sizes are only estimated.

import LayoutModel

extension CollectionView {
  /// Sizes become known where the viewport comes, so an item may turn out to be elsewhere than it was
  /// said to be: how often it is looked for again before the last answer counts.
  private static let roundLimit = 12

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
      try layoutIfNeeded()
      try checkItem(path)
      guard let frame = try layoutAttributesForItem(at: path)?.frame else {
        throw LayoutError(.unknownPath, "the layout has no place for the item \(path)")
      }
      let place = position.resolved(for: frame, bounds: bounds, inset: contentInset)
      let goal = ScrollGoal(path: path, position: place)
      if animated { try glide(towards: goal) } else { try arrive(at: goal) }
      try CrossScrollPass(view: self).bring(path, to: position, animated: animated)
    }
  }

  private func glide(towards goal: ScrollGoal) throws(LayoutError) {
    guard let target = try offset(reaching: goal, from: contentOffset) else { return }
    scroll.glide(to: mirror.turn(target, width: container.width), at: clock)
    if scroll.motion == nil { return try arrive(at: goal) }
    scroll.goal = goal
  }

  /// Looks after a frame whether animated scrolling still heads for where its item is.
  func pursueGoal() throws(LayoutError) {
    guard let goal = scroll.goal else { return }
    guard let motion = scroll.motion else {
      scroll.goal = nil
      return try arrive(at: goal)
    }
    let rest = mirror.turn(motion.rest, width: container.width)
    guard let target = try offset(reaching: goal, from: rest) else { return scroll.goal = nil }
    guard target != rest else { return }
    scroll.glide(to: mirror.turn(target, width: container.width), at: clock)
    scroll.goal = goal
  }

  /// Jumps to where the item is at its place, or to the stop of the layout that has it in the middle.
  private func arrive(at goal: ScrollGoal) throws(LayoutError) {
    try reach(goal)
    guard let stop = try stop(for: goal) else { return }
    try setContentOffset(stop)
  }

  /// Jumps until the item is where it shall be.
  private func reach(_ goal: ScrollGoal) throws(LayoutError) {
    var search = OffsetSearch()
    for _ in 0..<Self.roundLimit {
      guard let target = try offset(reaching: goal, from: contentOffset),
        target != contentOffset || scroll.motion != nil
      else { return }
      try setContentOffset(search.next(from: contentOffset, towards: target))
    }
  }

  /// The offset at which the layout lets scrolling rest with the item in the middle; nil where it rests
  /// here too, or has no such stop. The viewport ends where it was if there is none.
  private func stop(for goal: ScrollGoal) throws(LayoutError) -> Point? {
    let asked = contentOffset
    guard !scroll.options.isPaging, let rest = try rest(from: asked), rest != asked else {
      return nil
    }
    var position: ScrollPosition = []
    if rest.x != asked.x { position.insert(.centeredHorizontally) }
    if rest.y != asked.y { position.insert(.centeredVertically) }
    let middle = ScrollGoal(path: goal.path, position: position)
    guard let guess = try offset(reaching: middle, from: asked),
      let near = try self.rest(from: guess),
      let frame = try layoutAttributesForItem(at: goal.path)?.frame,
      abs(near.x - guess.x) <= frame.width / 2, abs(near.y - guess.y) <= frame.height / 2
    else { return nil }
    try reach(middle)
    let reached = contentOffset
    // Half a pixel is below what a person can see, and above what the search leaves.
    let tolerance = 0.5 / scale
    if let stop = try self.rest(from: reached), abs(stop.x - reached.x) <= tolerance,
      abs(stop.y - reached.y) <= tolerance
    {
      return stop
    }
    return asked
  }

  /// Returns the offset at which the layout lets scrolling rest that would stop at `offset`;
  /// nil where it does not say.
  private func rest(from offset: Point) throws(LayoutError) -> Point? {
    let mirror = mirror
    let proposed = mirror.turn(offset, width: container.width)
    let chosen = try layout.connection.scrollTarget(
      proposed: proposed, velocity: .zero, bounds: scroll.bounds, afterUpdate: false)
    return chosen.map { contentOffsetEdges.clamp(mirror.turn($0, width: container.width)) }
  }

  /// The offset inside the edges at which the item is at its place; nil when it has none.
  ///
  /// - Parameter offset: Stays as it is in an axis in which no place is asked for.
  private func offset(
    reaching goal: ScrollGoal, from offset: Point
  ) throws(LayoutError) -> Point? {
    guard let frame = try layoutAttributesForItem(at: goal.path)?.frame else { return nil }
    let bounds = Rect(origin: offset, size: container)
    return contentOffsetEdges.clamp(
      goal.position.offset(for: frame, bounds: bounds, inset: contentInset))
  }
}
