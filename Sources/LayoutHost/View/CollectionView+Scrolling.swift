// SPDX-License-Identifier: Apache-2.0
//
// Scrolling, in the coordinates that people see.

import LayoutModel

extension CollectionView {
  /// The corner of the viewport in content coordinates; beyond the edges during a bounce.
  public var contentOffset: Point { mirror.turn(scroll.offset, width: container.width) }

  /// The extent of the whole content, of the last frame.
  public var contentSize: Size { scroll.contentSize }

  /// The viewport in content coordinates.
  public var bounds: Rect { Rect(origin: contentOffset, size: container) }

  /// The offsets between which the content stands by itself.
  public var contentOffsetEdges: ScrollEdges {
    ScrollEdges(container: container, content: contentSize, inset: contentInset)
  }

  /// True when a touch, or what it set in motion, moves the content.
  public var isScrolling: Bool { scroll.isScrolling }

  /// True when the next `advance(to:)` will change what is on screen by itself: scrolling, an
  /// animation, or a layout that moves.
  public var isMoving: Bool {
    scroll.motion != nil || cross.isMoving || frames.isMoving || isAnimating
      || MovementPass(view: self).velocity != .zero
  }

  /// Sets the offset exactly, beyond the edges too, and ends every movement.
  public func setContentOffset(_ offset: Point) throws(LayoutError) {
    try noted(.setContentOffset(offset, isAnimated: false)) { () throws(LayoutError) in
      try Self.checkFinite(offset: offset)
      // What waits would move the offset; this one is exact.
      try layoutIfNeeded()
      try perform { $0.jump(to: self.mirror.turn(offset, width: $0.container.width)) }
    }
  }

  /// Sets the offset, by the clock if so wished: it then ends inside the edges, and a touch ends it.
  ///
  /// - Throws: What `setContentOffset(_:)` throws.
  public func setContentOffset(_ offset: Point, animated: Bool) throws(LayoutError) {
    try noted(.setContentOffset(offset, isAnimated: animated)) { () throws(LayoutError) in
      guard animated else { return try setContentOffset(offset) }
      try Self.checkFinite(offset: offset)
      try layoutIfNeeded()
      let target = contentOffsetEdges.clamp(offset)
      scroll.glide(to: mirror.turn(target, width: container.width), at: clock)
      try layoutIfNeeded()
    }
  }

  private static func checkFinite(offset: Point) throws(LayoutError) {
    guard offset.x.isFinite, offset.y.isFinite else {
      throw LayoutError(.notFinite, "a content offset is finite, not \(offset.x), \(offset.y)")
    }
  }

  static func checkFinite(movement: Vector) throws(LayoutError) {
    guard movement.dx.isFinite, movement.dy.isFinite else {
      throw LayoutError(.notFinite, "a movement is finite, not \(movement.dx), \(movement.dy)")
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
      try Self.checkFinite(movement: movement)
      guard seconds >= 0, seconds.isFinite else {
        throw LayoutError(.clock, "a movement takes 0 or more seconds, not \(seconds)")
      }
      guard !frames.isRunning else { throw FramePass.reentrant }
      // A finger that scrolls selects nothing.
      if movement != .zero { TouchPass(view: self).letGo() }
      let start = clock
      clock += seconds
      do throws(LayoutError) {
        let across = CrossScrollPass(view: self)
        if try !across.drag(by: movement, at: place) { try follow(movement, place) }
      } catch {
        // Never back before what is on screen.
        clock = max(start, frames.front.time)
        throw error
      }
    }
  }

  private func follow(_ movement: Vector, _ place: Point?) throws(LayoutError) {
    try perform { scroll in
      // Sections that were flung go on while the finger moves the content.
      self.cross.advance(to: self.clock)
      let mirror = self.mirror
      let finger = place.map {
        mirror.isActive ? Point(x: scroll.container.width - $0.x, y: $0.y) : $0
      }
      scroll.drag(by: mirror.turn(movement), at: finger)
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
      guard velocity.dx.isFinite, velocity.dy.isFinite else {
        throw LayoutError(.notFinite, "a velocity is finite, not \(velocity.dx), \(velocity.dy)")
      }
      guard !frames.isRunning else { throw FramePass.reentrant }
      try layoutIfNeeded()
      guard let velocity = try CrossScrollPass(view: self).release(velocity: velocity) else {
        return (contentOffset, contentOffset)
      }
      return try settle(velocity: velocity)
    }
  }

  /// Lets go of the content.
  ///
  /// - Returns: As ``release(velocity:)``.
  private func settle(
    velocity: Vector
  ) throws(LayoutError) -> (proposed: Point, target: Point) {
    let mirror = mirror
    let (proposed, velocity) = scroll.proposal(velocity: mirror.turn(velocity))
    let target: Point
    do throws(LayoutError) {
      target = scroll.edges.clamp(try self.target(proposed: proposed, velocity: velocity))
    } catch {
      scroll.settle(proposed: proposed, target: proposed, velocity: velocity, at: clock)
      throw error
    }
    scroll.settle(proposed: proposed, target: target, velocity: velocity, at: clock)
    try layoutIfNeeded()
    return (
      mirror.turn(proposed, width: container.width), mirror.turn(target, width: container.width)
    )
  }

  /// Returns the offset at which scrolling shall rest: on a page, where the layout wants it,
  /// or where it would by itself.
  private func target(proposed: Point, velocity: Vector) throws(LayoutError) -> Point {
    if scroll.options.isPaging { return scroll.pageTarget(velocity: velocity) }
    return try layout.connection.scrollTarget(
      proposed: proposed, velocity: velocity, bounds: scroll.bounds, afterUpdate: false) ?? proposed
  }
}
