// SPDX-License-Identifier: Apache-2.0
//
// The items of an animator in time: its steps, and the places of items in a frame between two steps.

import CLayoutKit
import LayoutABI

extension DynamicAnimator {
  /// The speed below which an item does not move, points per second.
  private static var stillSpeed: Double { 1 }
  /// The distance from the place of rest below which an item is at rest, points.
  private static var restDistance: Double { 0.1 }
  /// The number of steps within which a body that leans on another body touches it again.
  private static var leaningSteps: Int { 96 }
  /// The angular velocity below which an item does not turn, radians per second.
  private static var stillSpin: Double { 0.02 }

  /// Moves the items on to `time`, seconds of the host's clock.
  /// - Returns: True when anything moves.
  /// - Complexity: O(items) per step, with 960 steps a second, and the collisions. After a first
  ///   run only the library allocates, when there are more contacts than ever before.
  public func advance(to time: Double) -> Bool {
    guard isMoving else { return false }
    var left = clock.steps(to: time)
    while left > 0 {
      left -= 1
      step()
      if clock.hasSettled(moved: moves) {
        rest()
        return false
      }
    }
    return true
  }

  /// Performs one step: free flight first, then the part of it that collisions allow.
  private func step() {
    let time = StepClock.step
    system.fly(for: time)
    for index in 0..<items.count {
      let body = system.bodies[index]
      // From the library's place, which has single precision, so that its error never adds up.
      states[index].vx = (body.x - states[index].x) / time
      states[index].vy = (body.y - states[index].y) / time
      states[index].spin = (body.angle - states[index].angle) / time
    }
    unsafe states.withUnsafeMutableBufferPointer {
      unsafe library.pointee.step(world, time, $0.baseAddress, UInt32($0.count))
    }
    var collided = false
    for index in 0..<items.count { items[index].freeSteps += 1 }
    for index in 0..<items.count where states[index].collided {
      items[index].freeSteps = 0
      limit.keep(system.bodies[index], index)
      let state = states[index]
      (system.bodies[index].x, system.bodies[index].y) = (state.x, state.y)
      (system.bodies[index].vx, system.bodies[index].vy) = (state.vx, state.vy)
      (system.bodies[index].angle, system.bodies[index].spin) = (state.angle, state.spin)
      collided = true
    }
    guard collided else { return }
    for index in 0..<system.ties.count where states[system.ties[index].body].collided {
      system.straighten(system.ties[index])
    }
    limit.apply(to: &system, states)
  }

  private var moves: Bool {
    for index in 0..<items.count {
      let body = system.bodies[index]
      if body.vx * body.vx + body.vy * body.vy > Self.stillSpeed * Self.stillSpeed { return true }
      if body.spin.magnitude > Self.stillSpin { return true }
      // A slow body may have a long way to go; a body that leans on another one does not move.
      let leans = items[index].freeSteps < Self.leaningSteps
      if !leans, system.distanceToRest(of: index) > Self.restDistance { return true }
    }
    return false
  }

  private func rest() {
    for index in 0..<items.count {
      (system.bodies[index].vx, system.bodies[index].vy, system.bodies[index].spin) = (0, 0, 0)
    }
    clock.stop()
    isMoving = false
  }

  /// Returns the frame of an item now, upright; nil when there is no such item.
  public func frame(of name: ElementID) -> Rect? { place(of: name).map { frame(at: $0) } }

  /// Returns the angle of an item now, radians, clockwise on a screen.
  public func angle(of name: ElementID) -> Double? { place(of: name).map { angle(at: $0) } }

  /// Returns the velocity of an item now, points a second.
  public func velocity(of name: ElementID) -> Vector? {
    place(of: name).map { Vector(dx: system.bodies[$0].vx, dy: system.bodies[$0].vy) }
  }

  /// Returns the place and motion of an item after its last step; nil when there is no such item.
  public func motion(of name: ElementID) -> ItemMotion? {
    guard let place = place(of: name) else { return nil }
    let body = system.bodies[place]
    return ItemMotion(
      center: Point(x: body.x, y: body.y), angle: body.angle,
      velocity: Vector(dx: body.vx, dy: body.vy), spin: body.spin)
  }

  /// Sets the place and the motion of an item, such as those of an earlier animator.
  public func setMotion(_ motion: ItemMotion, of name: ElementID) throws(LayoutError) {
    let place = try known(name)
    try Self.check(motion, of: name)
    (system.bodies[place].x, system.bodies[place].y) = (motion.center.x, motion.center.y)
    (system.bodies[place].vx, system.bodies[place].vy) = (motion.velocity.dx, motion.velocity.dy)
    (system.bodies[place].angle, system.bodies[place].spin) = (motion.angle, motion.spin)
    (states[place].x, states[place].y) = (motion.center.x, motion.center.y)
    states[place].angle = motion.angle
    unsafe library.pointee.place(world, UInt32(place), &states[place])
    wake()
  }

  /// Moves an item to another place; its velocity does not change.
  public func move(_ name: ElementID, to frame: Rect) throws(LayoutError) {
    let place = try known(name)
    try Self.check(frame, items[place].properties, of: name)
    (system.bodies[place].x, system.bodies[place].y) = (frame.center.x, frame.center.y)
    (states[place].x, states[place].y) = (frame.center.x, frame.center.y)
    unsafe library.pointee.place(world, UInt32(place), &states[place])
    if items[place].size != frame.size {
      items[place].size = frame.size
      system.bodies[place].mass = items[place].mass
      system.bodies[place].inertia = items[place].inertia
      var shape = items[place].shape
      unsafe library.pointee.change(world, UInt32(place), &shape)
    }
    wake()
  }

  /// Sets an item's velocity to zero.
  public func stop(_ name: ElementID) throws(LayoutError) {
    let place = try known(name)
    (system.bodies[place].vx, system.bodies[place].vy, system.bodies[place].spin) = (0, 0, 0)
  }

  /// Adds to an item's velocity.
  public func addVelocity(
    _ velocity: Vector, spin: Double = 0, to name: ElementID
  ) throws(LayoutError) {
    let place = try known(name)
    try Self.check([velocity.dx, velocity.dy, spin], of: name)
    system.bodies[place].vx += velocity.dx
    system.bodies[place].vy += velocity.dy
    system.bodies[place].spin += spin
    wake()
  }

  /// Answers the items whose present frames intersect `rect`, ascending by name.
  public func answer(in rect: Rect, into answer: inout Answer) {
    for index in 0..<order.count {
      let place = order[index]
      if frame(at: place).intersects(rect) { self.answer(place, into: &answer) }
    }
  }

  /// Answers one item.
  /// - Returns: True when there is such an item.
  @discardableResult
  public func answer(_ name: ElementID, into answer: inout Answer) -> Bool {
    guard let place = place(of: name) else { return false }
    self.answer(place, into: &answer)
    return true
  }

  private func answer(_ place: Int, into answer: inout Answer) {
    let item = items[place]
    answer.element(
      Category(rawValue: item.name.category) ?? .cell, kind: Int(item.name.kind),
      Int(item.name.section), Int(item.name.item), frame(at: place), zIndex: item.zIndex)
    let angle = angle(at: place)
    if angle != 0 { answer.transform(Transform(rotation: angle)) }
  }

  private func frame(at place: Int) -> Rect {
    let (body, size) = (system.bodies[place], items[place].size)
    return Rect(
      x: body.x + clock.lag * body.vx - size.width / 2,
      y: body.y + clock.lag * body.vy - size.height / 2, width: size.width, height: size.height)
  }

  private func angle(at place: Int) -> Double {
    system.bodies[place].angle + clock.lag * system.bodies[place].spin
  }
}

// MARK: - Equal steps
//
// Time in equal steps, independent of the frames: the time of the next step, and the detection of
// rest.

/// Divides the host's time into steps that do not depend on its frames.
struct StepClock {
  /// Steps per second. A collision is detected at most one step late; a row of balls then keeps its
  /// swing.
  static var rate: Double { 960 }
  /// The length of a step, seconds.
  static var step: Double { 1 / rate }
  /// The maximal number of seconds that one frame advances: a host that slept for a day does not
  /// compute for a minute.
  static var longest: Double { 60 }
  /// The time without motion after which all items are at rest, seconds.
  static var calmSeconds: Double { 0.5 }

  /// The start of the first step; nil at rest, when time is not counted.
  private var origin: Double?
  private var taken = 0.0
  private var calmSteps = 0
  /// The time of the frame after the last step, seconds, less than one step.
  private(set) var lag = 0.0

  /// Starts the time without motion again, after a change.
  mutating func stir() { calmSteps = 0 }

  /// Stops the clock at rest: the next frame starts a new count.
  mutating func stop() {
    origin = nil
    lag = 0
    calmSteps = 0
  }

  /// Returns the number of steps up to `time`.
  mutating func steps(to time: Double) -> Int {
    guard let origin else {
      self.origin = time
      taken = 0
      lag = 0
      return 0
    }
    // A frame at the end of a step includes it, even if its time was rounded.
    let whole = ((time - origin) * Self.rate + 1e-6).rounded(.down)
    var due = whole - taken
    if due > Self.longest * Self.rate {
      self.origin = time - Self.longest
      taken = 0
      due = Self.longest * Self.rate
    }
    taken += max(0, due)
    let behind = time - (self.origin ?? origin) - taken * Self.step
    // A smaller value is the rounding of the frames' times, and would be visible.
    lag = behind < 1e-6 * Self.step ? 0 : behind
    return Int(max(0, due))
  }

  /// Counts a step, in which something moved or nothing did; returns true when nothing moved for
  /// long enough.
  mutating func hasSettled(moved: Bool) -> Bool {
    calmSteps = moved ? 0 : calmSteps + 1
    return Double(calmSteps) >= Self.calmSeconds * Self.rate
  }
}
