// SPDX-License-Identifier: Apache-2.0
//
// One movement of the content: by the app, by a finger, by a wheel.

import LayoutModel
import LayoutRuntime

/// Scrolls the content of one view. Offsets, movements and velocities are in visible coordinates.
package struct ScrollPass {
  let state: EngineState
  let app: any EngineApp

  /// Scrolls the content of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) {
    state.assertReady(for: "ScrollPass")
    (self.state, self.app) = (state, app)
  }

  private var width: Double { state.viewportSize.width }

  // MARK: Offsets

  /// Sets the offset exactly, even beyond the edges, and stops every movement.
  ///
  /// - Throws: `not-finite`; the error of the frame.
  package func setOffset(_ offset: Point) throws(LayoutError) {
    try Self.check(offset)
    // Pending changes would move the offset, so they are shown first; this offset is exact.
    try app.layoutIfNeeded()
    try FrameRunner(state, app).changeScroll {
      $0.jump(to: state.mirror.turn(offset, width: $0.viewportSize.width))
    }
  }

  /// Sets the offset, optionally animated: it then ends inside the edges.
  ///
  /// - Throws: `not-finite`; the error of the frame.
  package func setOffset(_ offset: Point, animated: Bool) throws(LayoutError) {
    guard animated else { return try setOffset(offset) }
    try Self.check(offset)
    try app.layoutIfNeeded()
    let target = state.mirror.turn(state.contentOffsetEdges.clamp(offset), width: width)
    // A distance of less than a pixel is gone at once, in a frame that may fail.
    try FrameRunner(state, app).changeScroll { $0.glide(to: target, at: state.clock) }
  }

  /// Starts a motion towards an offset.
  func glide(to offset: Point) {
    state.scroll.glide(to: state.mirror.turn(offset, width: width), at: state.clock)
  }

  private static func check(_ offset: Point) throws(LayoutError) {
    guard offset.x.isFinite, offset.y.isFinite else {
      throw LayoutError(.notFinite, "a content offset is finite, not \(offset.x), \(offset.y)")
    }
  }

  // MARK: A finger

  /// Moves the content with a finger by `movement`; the offset changes by −`movement`, less beyond
  /// an edge.
  ///
  /// - Parameters:
  ///   - place: The finger in the viewport before the movement; nil means that layouts get no
  ///     touch.
  ///   - seconds: The duration of the movement; the clock advances by it.
  /// - Throws: `not-finite`, `clock`, `reentrant`; the error of the frame.
  package func drag(
    by movement: Vector, at place: Point?, taking seconds: Double
  ) throws(LayoutError) {
    try Self.check(movement)
    guard seconds >= 0, seconds.isFinite else {
      throw LayoutError(.clock, "a movement takes 0 or more seconds, not \(seconds)")
    }
    try state.frames.checkIdle()
    // A finger that scrolls selects nothing.
    if movement != .zero { SelectionPass(state, app).letGo() }
    let start = state.clock
    state.clock += seconds
    do throws(LayoutError) {
      let across = CrossScrollPass(state, app)
      if try !across.drag(by: movement, at: place) { try follow(movement, place) }
    } catch {
      // Never earlier than the frame on screen.
      state.clock = max(start, state.frames.front.time)
      throw error
    }
  }

  private func follow(_ movement: Vector, _ place: Point?) throws(LayoutError) {
    try FrameRunner(state, app).changeScroll { scroll in
      // Sections that were flung continue while the finger moves the content.
      state.cross.advance(to: state.clock)
      let mirror = state.mirror
      let finger = place.map {
        mirror.isActive ? Point(x: scroll.viewportSize.width - $0.x, y: $0.y) : $0
      }
      scroll.drag(by: mirror.turn(movement), at: finger)
    }
  }

  /// Ends the drag; the content moves to its natural resting offset, or to the layout's target.
  ///
  /// - Returns: The natural resting offset, and the target; both inside the edges.
  /// - Throws: `not-finite`, `reentrant`; the layout's error, and the content then moves to its
  ///   natural resting offset.
  @discardableResult
  package func release(
    velocity: Vector
  ) throws(LayoutError) -> (proposed: Point, target: Point) {
    guard velocity.dx.isFinite, velocity.dy.isFinite else {
      throw LayoutError(.notFinite, "a velocity is finite, not \(velocity.dx), \(velocity.dy)")
    }
    try state.frames.checkIdle()
    try app.layoutIfNeeded()
    let left = try CrossScrollPass(state, app).release(velocity: velocity) {
      () throws(LayoutError) in
      try release(velocity: .zero)
    }
    guard let left else { return (state.contentOffset, state.contentOffset) }
    return try letGo(velocity: left)
  }

  private func letGo(
    velocity: Vector
  ) throws(LayoutError) -> (proposed: Point, target: Point) {
    let (mirror, time) = (state.mirror, state.clock)
    let (proposed, velocity) = state.scroll.proposal(velocity: mirror.turn(velocity))
    let target: Point
    do throws(LayoutError) {
      target = state.scroll.edges.clamp(try rest(proposed: proposed, velocity: velocity))
    } catch {
      state.scroll.settle(proposed: proposed, target: proposed, velocity: velocity, at: time)
      throw error
    }
    state.scroll.settle(proposed: proposed, target: target, velocity: velocity, at: time)
    try app.layoutIfNeeded()
    return (mirror.turn(proposed, width: width), mirror.turn(target, width: width))
  }

  /// Returns the resting offset of scrolling: on a page, at the layout's target, or the natural
  /// one.
  private func rest(proposed: Point, velocity: Vector) throws(LayoutError) -> Point {
    let scroll = state.scroll
    if scroll.options.isPaging { return scroll.pageTarget(velocity: velocity) }
    return try state.layout.connection.scrollTarget(
      proposed: proposed, velocity: velocity, bounds: scroll.bounds, afterUpdate: false) ?? proposed
  }

  // MARK: A wheel

  /// Applies a wheel movement: the offset changes by `movement`, as far as the edges allow.
  ///
  /// - Parameter place: The pointer in the viewport; nil moves only the content.
  /// - Throws: `not-finite`; the error of the frame.
  package func turnWheel(by movement: Vector, at place: Point?) throws(LayoutError) {
    try Self.check(movement)
    try app.layoutIfNeeded()
    guard let movement = try CrossScrollPass(state, app).turnWheel(by: movement, at: place) else {
      return
    }
    let offset = state.contentOffset
    let wanted = Point(x: offset.x + movement.dx, y: offset.y + movement.dy)
    try setOffset(state.contentOffsetEdges.clamp(wanted))
  }

  private static func check(_ movement: Vector) throws(LayoutError) {
    guard movement.dx.isFinite, movement.dy.isFinite else {
      throw LayoutError(.notFinite, "a movement is finite, not \(movement.dx), \(movement.dy)")
    }
  }
}
