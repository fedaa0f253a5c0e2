// SPDX-License-Identifier: Apache-2.0
//
// The forces on the items of an animator: springs and rods, gravity, pushes, collisions.

import CLayoutKit
import LayoutABI

extension DynamicAnimator {
  /// Holds an item's centre at a distance from a point.
  /// - Throws: An error if the item does not exist, or if a point holds it already.
  public func attach(
    _ name: ElementID, to point: Point, _ attachment: Attachment
  ) throws(LayoutError) {
    let place = try free(name)
    try Self.check(attachment, of: name)
    try Self.check([point.x, point.y], of: name)
    let body = system.bodies[place]
    let (dx, dy) = (body.x - point.x, body.y - point.y)
    var tie = Tie(body: place, point: point, law: attachment.law)
    tie.length = attachment.length ?? (dx * dx + dy * dy).squareRoot()
    system.ties.append(tie)
    hold(system.ties.count - 1)
  }

  /// Holds two items' centres at a distance from each other.
  /// - Throws: An error if an item does not exist, if both are the same, or if they hold each other
  ///   already.
  public func attach(
    _ name: ElementID, to other: ElementID, _ attachment: Attachment
  ) throws(LayoutError) {
    let (a, b) = (try known(name), try known(other))
    if a == b { throw .item("an item cannot be attached to itself", name) }
    try Self.check(attachment, of: name)
    for index in 0..<system.ties.count {
      let (one, two) = (system.ties[index].body, system.ties[index].other)
      if (one == a && two == b) || (one == b && two == a) {
        throw .item("two items were attached to each other twice", name)
      }
    }
    let (from, to) = (system.bodies[a], system.bodies[b])
    let (dx, dy) = (from.x - to.x, from.y - to.y)
    var tie = Tie(body: a, other: b, law: attachment.law)
    tie.length = attachment.length ?? (dx * dx + dy * dy).squareRoot()
    system.ties.append(tie)
    hold(system.ties.count - 1)
  }

  /// Pulls an item to a point, and turns it upright.
  /// - Throws: An error if the item does not exist, or if a point holds it already.
  public func snap(
    _ name: ElementID, to point: Point, _ snap: Snap = Snap()
  ) throws(LayoutError) {
    try Self.check([point.x, point.y], of: name)
    let law = SpringLaw(damping: snap.ratio, frequency: Snap.frequency)
    var tie = Tie(body: try free(name), point: point, law: law)
    tie.isSnap = true
    system.ties.append(tie)
    hold(system.ties.count - 1)
  }

  /// Holds an item at another point or in another way, like a new attachment after a release; does
  /// nothing if it is held in this way already. If `attachment` has no length, the present length
  /// stays.
  /// - Throws: An error if the item does not exist, if no point holds it, or if it is snapped to a
  ///   point.
  public func reattach(
    _ name: ElementID, to point: Point, _ attachment: Attachment
  ) throws(LayoutError) {
    let place = try known(name)
    try Self.check(attachment, of: name)
    try Self.check([point.x, point.y], of: name)
    for index in 0..<system.ties.count
    where system.ties[index].body == place && system.ties[index].other < 0 {
      if system.ties[index].isSnap { break }
      var tie = system.ties[index]
      (tie.point, tie.law) = (point, attachment.law)
      tie.length = attachment.length ?? tie.length
      if tie == system.ties[index] { return }
      system.ties[index] = tie
      return hold(index)
    }
    throw .item("no point holds the item; attach it first", name)
  }

  /// Releases an item: nothing holds it any more.
  public func detach(_ name: ElementID) throws(LayoutError) {
    let place = try known(name)
    removeTies { $0.body == place || $0.other == place }
    wake()
  }

  /// Returns true when a point or an item holds the item.
  public func isAttached(_ name: ElementID) -> Bool {
    guard let place = place(of: name) else { return false }
    return system.ties.contains { $0.body == place || $0.other == place }
  }

  /// Sets the gravity of the items chosen by ``setHeavy(_:_:)``.
  public func setGravity(_ gravity: Gravity) {
    system.gravity = gravity.acceleration
    wake()
  }

  /// Adds an item to gravity, or removes it.
  public func setHeavy(_ name: ElementID, _ isHeavy: Bool = true) throws(LayoutError) {
    system.bodies[try known(name)].isHeavy = isHeavy
    wake()
  }

  /// Gives an item other properties; its place and its motion do not change.
  public func setProperties(
    _ properties: ItemProperties, of name: ElementID
  ) throws(LayoutError) {
    let place = try known(name)
    if items[place].properties == properties { return }
    try Self.check(Rect(origin: .zero, size: items[place].size), properties, of: name)
    items[place].properties = properties
    system.bodies[place].mass = items[place].mass
    system.bodies[place].inertia = items[place].inertia
    system.bodies[place].resistance = properties.resistance
    system.bodies[place].angularResistance = properties.angularResistance
    system.bodies[place].isAnchored = properties.isAnchored
    var shape = items[place].shape
    unsafe library.pointee.change(world, UInt32(place), &shape)
    wake()
  }

  /// Pushes an item; a continuous push replaces the last one.
  public func push(_ name: ElementID, _ push: Push) throws(LayoutError) {
    let place = try known(name)
    try Self.check([push.force.dx, push.force.dy], of: name)
    switch push.mode {
    case .continuous: system.bodies[place].force = push.force
    case .instantaneous:
      let share = 100 / system.bodies[place].mass
      system.bodies[place].vx += share * push.force.dx
      system.bodies[place].vy += share * push.force.dy
    }
    wake()
  }

  /// Starts or stops collisions of an item.
  /// - Parameters:
  ///   - name: An item of the animator.
  ///   - mode: The objects off which it bounces.
  ///   - collision: 0 to 63; items of one collision bounce off each other and off its boundaries.
  public func collide(
    _ name: ElementID, _ mode: CollisionMode = .everything, in collision: Int = 0
  ) throws(LayoutError) {
    let place = try known(name)
    let bit = UInt64(1) << UInt64(collision & 63)
    let (items, edges) = (mode.contains(.items), mode.contains(.boundaries))
    self.items[place].itemGroups = self.items[place].itemGroups & ~bit | (items ? bit : 0)
    self.items[place].edgeGroups = self.items[place].edgeGroups & ~bit | (edges ? bit : 0)
    var shape = self.items[place].shape
    unsafe library.pointee.change(world, UInt32(place), &shape)
    wake()
  }

  /// Adds a boundary to a collision.
  public func addBoundary(from start: Point, to end: Point, collision: Int = 0) {
    unsafe library.pointee.add_edge(world, UInt32(collision & 63), start.x, start.y, end.x, end.y)
    wake()
  }

  /// Adds the edges of a rectangle to a collision's boundaries.
  public func addBoundary(_ rect: Rect, collision: Int = 0) {
    let (left, top, right, bottom) = (rect.x, rect.y, rect.maxX, rect.maxY)
    addBoundary(from: Point(x: left, y: top), to: Point(x: right, y: top), collision: collision)
    addBoundary(from: Point(x: right, y: top), to: Point(x: right, y: bottom), collision: collision)
    addBoundary(
      from: Point(x: right, y: bottom), to: Point(x: left, y: bottom), collision: collision)
    addBoundary(from: Point(x: left, y: bottom), to: Point(x: left, y: top), collision: collision)
  }

  /// Removes a collision's boundaries.
  public func removeBoundaries(collision: Int = 0) {
    unsafe library.pointee.remove_edges(world, UInt32(collision & 63))
    wake()
  }

  /// Returns the index of the item's body, if no point holds the item yet.
  private func free(_ name: ElementID) throws(LayoutError) -> Int {
    let place = try known(name)
    if system.ties.contains(where: { $0.body == place && $0.other < 0 }) {
      throw .item("an item was attached to a second point; detach it from the first", name)
    }
    return place
  }

  /// Starts a tie that is new or was changed.
  ///
  /// A rod to a point is held here, up to rounding. The library knows it only to transmit impulses
  /// along it, with enough tolerance that the two never contradict each other. A rod between items is
  /// held by the library.
  private func hold(_ index: Int) {
    let tie = system.ties[index]
    if let handle = tie.handle { unsafe library.pointee.untie(world, handle) }
    system.ties[index].handle = nil
    if tie.isRod {
      let (other, play) = tie.other < 0 ? (RIGID_NONE, 0.01) : (UInt32(tie.other), 0)
      system.ties[index].handle = unsafe library.pointee.tie(
        world, UInt32(tie.body), other, tie.point.x, tie.point.y, max(0, tie.length - play),
        tie.length + play)
      system.straighten(tie)
    }
    wake()
  }

  /// Removes the ties for which `body` is true.
  func removeTies(where body: (Tie) -> Bool) {
    var index = system.ties.count
    while index > 0 {
      index -= 1
      guard body(system.ties[index]) else { continue }
      if let handle = system.ties[index].handle { unsafe library.pointee.untie(world, handle) }
      system.ties.remove(at: index)
    }
  }
}

extension Attachment {
  var law: SpringLaw { SpringLaw(damping: damping, frequency: max(0, frequency)) }
}
