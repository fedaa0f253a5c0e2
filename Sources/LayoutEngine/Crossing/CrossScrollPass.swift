// SPDX-License-Identifier: Apache-2.0
//
// Effects of a finger or a wheel on sections that scroll across, and the rest for the view.

import LayoutModel
import LayoutRuntime

/// Handles one movement of the user, as far as it affects a section.
///
/// All coordinates here are the layout's; input is mirrored first.
package struct CrossScrollPass {
  let state: EngineState
  let app: any EngineApp

  /// Works off movements of sections of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) {
    state.assertReady(for: "CrossScrollPass")
    (self.state, self.app) = (state, app)
  }

  private var cross: CrossScroll { state.cross }
  private var connection: any LayoutConnection { state.layout.connection }

  /// The track at a place in the viewport; nil if nothing scrolls across there.
  private func track(at place: Point) throws(LayoutError) -> CrossTrack? {
    guard state.layout.scrollsAcross else { return nil }
    try app.layoutIfNeeded()
    let (scroll, mirror) = (state.scroll, state.mirror)
    let x = mirror.isActive ? scroll.viewportSize.width - place.x : place.x
    return try connection.crossTrack(
      at: Point(x: scroll.offset.x + x, y: scroll.offset.y + place.y))
  }

  /// Returns the track of a section, in the layout's coordinates; nil when it does not scroll across.
  ///
  /// - Throws: `unknown-section`; the layout's error.
  package func track(ofSection section: Int) throws(LayoutError) -> CrossTrack? {
    try app.layoutIfNeeded()
    guard state.data.shape.itemCounts.indices.contains(section) else {
      throw LayoutError(
        .unknownSection, "there is no section \(section); there are \(state.numberOfSections)")
    }
    guard state.layout.scrollsAcross else { return nil }
    let finder = TrackFinder(
      layout: state.layout, bounds: state.scroll.bounds, scratch: state.frames.scratch)
    return try finder.track(ofSection: section, state.frames.front.answer)
  }

  // MARK: A finger

  /// Stops a moving section under a finger.
  ///
  /// - Returns: True if it did.
  package func hold(at place: Point) throws(LayoutError) -> Bool {
    guard cross.isMoving, let track = try track(at: place),
      cross.active(track.section)?.isMoving == true
    else { return false }
    if cross.held != track.section { try letGo(velocity: .zero) }
    cross.change(track, state.scroll.options) { $0.drag(by: .zero) }
    cross.isUndecided = true
    return true
  }

  /// Moves the section under the finger.
  ///
  /// - Returns: False when the movement is for the view.
  package func drag(by movement: Vector, at place: Point?) throws(LayoutError) -> Bool {
    let movement = state.mirror.turn(movement)
    if cross.held == nil || cross.isUndecided {
      guard try begins(with: movement, at: place) else { return false }
    }
    try FrameRunner(state, app).changeScroll { _ in
      cross.advance(to: state.clock)
      cross.changeHeld { $0.drag(by: movement) }
    }
    return true
  }

  /// Decides if the first movement of a drag is for a section. A zero movement decides nothing.
  private func begins(with movement: Vector, at place: Point?) throws(LayoutError) -> Bool {
    let isFirst = state.scroll.drag == nil || cross.isUndecided
    guard isFirst, let place else { return cross.held != nil }
    if movement == .zero {
      cross.isUndecided = true
      return cross.held != nil
    }
    cross.isUndecided = false
    guard let track = try track(at: place) else { return false }
    let section =
      cross.active(track.section)
      ?? CrossSection(track, at: cross.offsets[track.section], options: state.scroll.options)
    guard section.canMove, section.follows(movement) else {
      try letGo(velocity: .zero)
      return false
    }
    // A finger that touches moving content stops it; the release lets it go.
    if state.scroll.motion != nil { state.scroll.drag(by: .zero, at: nil) }
    cross.change(track, state.scroll.options) { $0.drag(by: .zero) }
    return true
  }

  /// Releases the section that is dragged.
  ///
  /// - Returns: The release velocity for the view; nil when the view is not dragged.
  ///
  /// - Parameter released: Also releases the content, after the layout failed.
  package func release(
    velocity: Vector, orElse released: () throws(LayoutError) -> Void
  ) throws(LayoutError) -> Vector? {
    cross.isUndecided = false
    guard cross.held != nil else { return velocity }
    do { try letGo(velocity: state.mirror.turn(velocity)) } catch {
      if state.scroll.drag != nil { try released() }
      throw error
    }
    try app.layoutIfNeeded()
    return state.scroll.drag == nil ? nil : .zero
  }

  /// Releases the dragged section towards the target of its layout.
  ///
  /// - Throws: The layout's error; the section then moves to its natural resting offset.
  private func letGo(velocity: Vector) throws(LayoutError) {
    guard let held = cross.held, let section = cross.active(held) else { return }
    let (proposed, counting) = section.proposal(velocity: velocity)
    func settle(_ target: Double) {
      cross.changeHeld {
        $0.settle(proposed: proposed, target: target, velocity: counting, at: state.clock)
      }
    }
    do throws(LayoutError) {
      settle(
        try connection.crossTarget(proposed, velocity: counting, ofSection: held) ?? proposed)
    } catch {
      settle(proposed)
      throw error
    }
  }

  // MARK: A wheel, an item

  /// Applies a wheel movement to a section: the part along its track moves it.
  ///
  /// - Returns: The rest for the view; nil when it is zero.
  package func turnWheel(by movement: Vector, at place: Point?) throws(LayoutError) -> Vector? {
    guard let place, let track = try track(at: place), track.end > 0 else { return movement }
    let turned = state.mirror.turn(movement)
    let along = track.isVertical ? turned.dy : turned.dx
    guard along != 0 else { return movement }
    try move(track, to: cross.offsets[track.section] + along, animated: false)
    let rest =
      track.isVertical ? Vector(dx: movement.dx, dy: 0) : Vector(dx: 0, dy: movement.dy)
    return rest == .zero ? nil : rest
  }

  /// Scrolls the item's section, if it scrolls across, so that the item is visible in its strip.
  package func bring(
    _ path: ItemPath, to position: ScrollPosition, animated: Bool
  ) throws(LayoutError) {
    guard let track = try self.track(ofSection: path.section),
      let frame = try LayoutQuestions(state, app).frame(ofItemAt: path)
    else { return }
    let strip = state.mirror.turn(track.frame)
    let named: ScrollPosition =
      track.isVertical
      ? position.intersection([.top, .centeredVertically, .bottom])
      : position.intersection([.left, .centeredHorizontally, .right])
    let origin = (named.isEmpty ? .nearest : named).offset(for: frame, bounds: strip, inset: .zero)
    let moved = state.mirror.turn(Vector(dx: origin.x - strip.x, dy: origin.y - strip.y))
    let along = track.isVertical ? moved.dy : moved.dx
    try move(track, to: cross.offsets[path.section] + along, animated: animated)
  }

  /// Moves a section to an offset inside its ends, at once or over time.
  package func move(_ track: CrossTrack, to offset: Double, animated: Bool) throws(LayoutError) {
    let inside = min(max(offset, 0), track.end)
    try FrameRunner(state, app).changeScroll { scroll in
      guard animated else { return cross.jump(track.section, to: inside) }
      cross.change(track, scroll.options) { $0.glide(to: inside, at: state.clock) }
    }
  }
}
