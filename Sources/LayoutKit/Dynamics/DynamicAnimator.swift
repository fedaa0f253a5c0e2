// SPDX-License-Identifier: Apache-2.0
//
// Items that move by the laws of mechanics, for any layout: the list of items and their present
// places.

import CLayoutKit
import LayoutABI

/// Moves items under gravity, pushes, springs, rods and collisions.
///
/// The free flight between collisions is computed here, in double precision; the collisions by a
/// library of rigid bodies that the plugin links and passes in. Time has steps of its own, so that
/// frames of any length show the same movement, bit for bit. An item has the name of its element and
/// one body; the units and defaults are UIKit's.
///
/// Memory safety: it owns its world. The library is passed as a pointer, which is unsafe by its type: it must
/// outlive the animator.
@safe
public final class DynamicAnimator {
  /// An item, and the values that the library of rigid bodies has of it.
  struct Item {
    var name: ElementID
    var size: Size
    var zIndex: Int32 = 0
    var properties: ItemProperties
    var itemGroups: UInt64 = 0
    var edgeGroups: UInt64 = 0
    /// The number of steps since its last collision.
    var freeSteps = 0
  }

  let library: UnsafePointer<rigid_bodies>
  let world: UnsafeMutableRawPointer
  // The items and, at the same indices, their bodies and the last states from the library.
  var items: ContiguousArray<Item> = []
  var system = BodySystem()
  var states: ContiguousArray<rigid_state> = []
  /// The indices of the items, ascending by name.
  var order: ContiguousArray<Int> = []
  var clock = StepClock()
  var limit = EnergyLimit()

  /// True when anything moves.
  public internal(set) var isMoving = false

  /// An animator without items.
  /// - Parameter library: The library of rigid bodies; it must outlive the animator.
  public init(_ library: UnsafePointer<rigid_bodies>) throws(LayoutError) {
    guard let world = unsafe library.pointee.make() else {
      throw .memory("there is no memory for rigid bodies")
    }
    unsafe self.library = unsafe library
    unsafe self.world = unsafe world
  }

  deinit { unsafe library.pointee.destroy(world) }

  /// The number of items.
  public var count: Int { items.count }

  /// Returns true when the item exists.
  public func contains(_ name: ElementID) -> Bool { place(of: name) != nil }

  /// Adds an item, which no force moves yet.
  /// - Throws: An error if the item exists already: one item has one body.
  /// - Complexity: O(items).
  public func add(
    _ name: ElementID, frame: Rect, zIndex: Int32 = 0,
    properties: ItemProperties = ItemProperties()
  ) throws(LayoutError) {
    let rank = rank(of: name)
    if rank < order.count, items[order[rank]].name == name {
      throw .item("an item was given to the animator twice; it has one body", name)
    }
    try Self.check(frame, properties, of: name)
    let item = Item(name: name, size: frame.size, zIndex: zIndex, properties: properties)
    var body = FreeBody(mass: item.mass, x: frame.center.x, y: frame.center.y)
    body.resistance = properties.resistance
    body.angularResistance = properties.angularResistance
    body.isAnchored = properties.isAnchored
    body.inertia = item.inertia
    var state = rigid_state()
    (state.x, state.y) = (body.x, body.y)
    order.insert(items.count, at: rank)
    items.append(item)
    system.bodies.append(body)
    states.append(state)
    var shape = item.shape
    unsafe library.pointee.add(world, &shape, &state)
    wake()
  }

  /// Removes an item and everything that holds it.
  /// - Returns: True when it was there.
  /// - Complexity: O(items).
  @discardableResult
  public func remove(_ name: ElementID) -> Bool {
    guard let place = place(of: name) else { return false }
    removeTies { $0.body == place || $0.other == place }
    unsafe library.pointee.remove(world, UInt32(place))
    order.remove(at: rank(of: name))
    items.remove(at: place)
    system.bodies.remove(at: place)
    states.remove(at: place)
    for index in 0..<order.count where order[index] > place { order[index] -= 1 }
    for index in 0..<system.ties.count {
      if system.ties[index].body > place { system.ties[index].body -= 1 }
      if system.ties[index].other > place { system.ties[index].other -= 1 }
    }
    wake()
    return true
  }

  /// Takes the items through the batch of `layout`: deleted items are removed, the others get their
  /// new paths; reloaded items stay.
  public func follow(_ layout: Layout, _ updates: borrowing Updates) throws(LayoutError) {
    var paths: [ItemPath] = []
    for item in items { paths.append(ItemPath(section: item.name.section, item: item.name.item)) }
    try layout.mapPaths(&paths, keepingReloads: updates)
    var index = items.count
    while index > 0 {
      index -= 1
      if paths[index].isNone {
        remove(items[index].name)
        paths.remove(at: index)
      }
    }
    for index in 0..<items.count {
      items[index].name.section = paths[index].section
      items[index].name.item = paths[index].item
    }
    var ranks: [NameRank] = []
    for index in 0..<items.count { ranks.append(NameRank(items[index].name, at: index)) }
    ranks.sortByFirstWords()
    for index in 0..<ranks.count { order[index] = ranks[index].index }
  }

  /// Wakes all items after a change: items at rest may move again.
  func wake() {
    isMoving = true
    clock.stir()
    system.fastestRate = nil
  }

  /// Returns the first index in ``order`` whose name does not precede `name`.
  private func rank(of name: ElementID) -> Int {
    partition(0..<order.count) { items[order[$0]].name.precedes(name) }
  }

  /// Returns the index of the item's body.
  func place(of name: ElementID) -> Int? {
    let rank = rank(of: name)
    guard rank < order.count, items[order[rank]].name == name else { return nil }
    return order[rank]
  }

  /// Returns the index of the item's body.
  /// - Throws: An error if there is no such item.
  func known(_ name: ElementID) throws(LayoutError) -> Int {
    if let place = place(of: name) { return place }
    throw .item("the animator has no such item; add it first", name)
  }
}

extension DynamicAnimator.Item {
  /// The mass in kilograms: 100 points are a metre.
  var mass: Double { max(size.width * size.height / 10_000 * properties.density, 1e-6) }

  /// The moment of inertia, kilograms times square points: of the collision rectangle about its
  /// centre.
  var inertia: Double {
    let shape = shape
    return shape.mass * (shape.width * shape.width + shape.height * shape.height) / 12
  }

  /// The collision rectangle, one point smaller at each edge: Box2D keeps a skin of this size
  /// around a body, so the frames touch when the bodies do. The mass is that of the frame.
  var shape: rigid_body {
    rigid_body(
      width: max(size.width - 2, 1), height: max(size.height - 2, 1), mass: mass,
      friction: properties.friction, elasticity: properties.elasticity, items: itemGroups,
      edges: edgeGroups, rotates: properties.allowsRotation, anchored: properties.isAnchored)
  }
}

extension LayoutError {
  /// Returns an error about an item.
  static func item(_ message: StaticString, _ name: ElementID) -> Self {
    .failed(message, section: Int(name.section), item: Int(name.item))
  }
}
