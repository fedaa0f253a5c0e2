// SPDX-License-Identifier: Apache-2.0
//
// What a finger or a wheel does to sections that scroll across, and what it leaves to the view.

import LayoutModel
import LayoutRuntime

/// Works off one movement of a collection view's user, as far as it concerns a section.
///
/// Everything here is in the layout's coordinates; what comes from people is turned first.
struct CrossScrollPass {
  let view: CollectionView

  private var cross: CrossScroll { view.cross }
  private var connection: any LayoutConnection { view.layout.connection }

  /// The track at a place in the viewport; nil where nothing scrolls across.
  private func track(at place: Point) throws(LayoutError) -> CrossTrack? {
    guard view.layout.engine.scrollsAcross else { return nil }
    try view.layoutIfNeeded()
    let (scroll, mirror) = (view.scroll, view.mirror)
    let x = mirror.isActive ? scroll.container.width - place.x : place.x
    return try connection.crossTrack(
      at: Point(x: scroll.offset.x + x, y: scroll.offset.y + place.y))
  }

  // MARK: A finger

  /// A finger comes to rest on a section that moves, and stops it.
  ///
  /// - Returns: Whether it did.
  func hold(at place: Point) throws(LayoutError) -> Bool {
    guard cross.isMoving, let track = try track(at: place),
      cross.active(track.section)?.isMoving == true
    else { return false }
    if cross.held != track.section { try letGo(velocity: .zero) }
    cross.change(track, view.scroll.options) { $0.drag(by: .zero) }
    cross.isUndecided = true
    return true
  }

  /// Moves the section under the finger.
  ///
  /// - Returns: False when the movement is the view's.
  func drag(by movement: Vector, at place: Point?) throws(LayoutError) -> Bool {
    let movement = view.mirror.turn(movement)
    if cross.held == nil || cross.isUndecided {
      guard try begins(with: movement, at: place) else { return false }
    }
    try view.perform { _ in
      self.cross.advance(to: self.view.clock)
      self.cross.changeHeld { $0.drag(by: movement) }
    }
    return true
  }

  /// Decides whose a movement is with which a drag begins. One that does not move decides nothing.
  private func begins(with movement: Vector, at place: Point?) throws(LayoutError) -> Bool {
    let isFirst = view.scroll.drag == nil || cross.isUndecided
    guard isFirst, let place else { return cross.held != nil }
    if movement == .zero {
      cross.isUndecided = true
      return cross.held != nil
    }
    cross.isUndecided = false
    guard let track = try track(at: place) else { return false }
    let section =
      cross.active(track.section)
      ?? CrossSection(track, at: cross.offsets[track.section], options: view.scroll.options)
    guard section.canMove, section.follows(movement) else {
      try letGo(velocity: .zero)
      return false
    }
    // A finger that comes down on content that moves stops it; the release lets it go.
    if view.scroll.motion != nil { view.scroll.drag(by: .zero, at: nil) }
    cross.change(track, view.scroll.options) { $0.drag(by: .zero) }
    return true
  }

  /// The finger lifts from the section that it held.
  ///
  /// - Returns: The velocity with which the view is let go; nil when it was not held itself.
  func release(velocity: Vector) throws(LayoutError) -> Vector? {
    cross.isUndecided = false
    guard cross.held != nil else { return velocity }
    do { try letGo(velocity: view.mirror.turn(velocity)) } catch {
      if view.scroll.drag != nil { try view.release(velocity: .zero) }
      throw error
    }
    try view.layoutIfNeeded()
    return view.scroll.drag == nil ? nil : .zero
  }

  /// Lets go of the section that is held, towards where its layout wants it.
  ///
  /// - Throws: The layout's error; the section then goes where it would by itself.
  private func letGo(velocity: Vector) throws(LayoutError) {
    guard let held = cross.held, let section = cross.active(held) else { return }
    let (proposed, counting) = section.proposal(velocity: velocity)
    func settle(_ target: Double) {
      cross.changeHeld {
        $0.settle(proposed: proposed, target: target, velocity: counting, at: view.clock)
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

  /// A wheel turns over a section: the part of the movement along its track moves it.
  ///
  /// - Returns: What is left for the view; nil when that is nothing.
  func turnWheel(by movement: Vector, at place: Point?) throws(LayoutError) -> Vector? {
    guard let place, let track = try track(at: place), track.end > 0 else { return movement }
    let turned = view.mirror.turn(movement)
    let along = track.isVertical ? turned.dy : turned.dx
    guard along != 0 else { return movement }
    try move(track, to: cross.offsets[track.section] + along, animated: false)
    let rest =
      track.isVertical ? Vector(dx: movement.dx, dy: 0) : Vector(dx: 0, dy: movement.dy)
    return rest == .zero ? nil : rest
  }

  /// Moves the item's section, when it scrolls across, so that the item is in sight in its strip.
  func bring(
    _ path: ItemPath, to position: ScrollPosition, animated: Bool
  ) throws(LayoutError) {
    guard let track = try view.crossTrackInLayout(ofSection: path.section),
      let frame = try view.layoutAttributesForItem(at: path)?.frame
    else { return }
    let strip = view.mirror.turn(track.frame)
    let named: ScrollPosition =
      track.isVertical
      ? position.intersection([.top, .centeredVertically, .bottom])
      : position.intersection([.left, .centeredHorizontally, .right])
    let origin = (named.isEmpty ? .nearest : named).offset(for: frame, bounds: strip, inset: .zero)
    let moved = view.mirror.turn(Vector(dx: origin.x - strip.x, dy: origin.y - strip.y))
    let along = track.isVertical ? moved.dy : moved.dx
    try move(track, to: cross.offsets[path.section] + along, animated: animated)
  }

  /// Brings a section to an offset inside its ends, at once or by the clock.
  func move(_ track: CrossTrack, to offset: Double, animated: Bool) throws(LayoutError) {
    let inside = min(max(offset, 0), track.end)
    try view.perform { scroll in
      guard animated else { return self.cross.jump(track.section, to: inside) }
      self.cross.change(track, scroll.options) { $0.glide(to: inside, at: self.view.clock) }
    }
  }
}
