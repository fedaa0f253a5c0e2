// SPDX-License-Identifier: Apache-2.0
//
// What moves the items of an animator, with UIKit's units and defaults: 100 points are a metre, an item
// of 100 points by 100 and density 1 weighs a kilogram.

import LayoutABI

/// The mass, friction and other properties of an item.
public struct ItemProperties: Equatable, Sendable {
  /// Kilograms a square metre.
  public var density = 1.0
  /// Of two items that rub, the geometric mean counts.
  public var friction = 0.2
  /// Of two items that bounce, the larger counts; 1 loses nothing.
  public var elasticity = 0.2
  /// The rate at which movement dies away by itself, 1/s.
  public var resistance = 0.0
  /// The rate at which turning dies away by itself, 1/s.
  public var angularResistance = 0.0
  /// True when collisions turn the item.
  public var allowsRotation = true
  /// True when nothing moves the item.
  public var isAnchored = false

  /// The defaults of an item with no properties of its own.
  public init() {}
}

/// Pulls everything under gravity the same way.
public struct Gravity: Equatable, Sendable {
  /// 1 is 1000 points a second, each second.
  public var magnitude = 1.0
  /// The direction times its length: (0, 2) pulls twice as hard as (0, 1). y grows downwards.
  public var direction = Vector(dx: 0, dy: 1)

  /// Downwards as on earth.
  public init() {}

  /// Points a second, each second.
  var acceleration: Vector {
    Vector(dx: 1000 * magnitude * direction.dx, dy: 1000 * magnitude * direction.dy)
  }
}

/// Holds an item at a distance from a point or from another item: x″ + 2ζωx′ + ω²x = 0 along the line
/// between the two, with ω = 2πf.
public struct Attachment: Equatable, Sendable {
  /// Points; nil for the distance there is when it is attached. 0 pulls to the point itself.
  public var length: Double?
  /// ζ: 0 swings for ever, 1 is critical.
  public var damping = 0.0
  /// f, swings a second without damping; 0 is a rigid rod.
  public var frequency = 0.0

  /// A rigid rod of the present length.
  public init() {}
}

/// A force.
public struct Push: Equatable, Sendable {
  /// True when it is one blow, or acts until it is taken away.
  public enum Mode: Sendable {
    /// 1 gives an item of a kilogram 100 points a second.
    case instantaneous
    /// 1 gives an item of a kilogram 100 points a second, each second.
    case continuous
  }

  /// The way in which it acts.
  public var mode: Mode
  /// Its direction and magnitude.
  public var force: Vector

  /// A push.
  public init(_ mode: Mode, _ force: Vector) {
    self.mode = mode
    self.force = force
  }
}

/// Pulls an item to a point, and upright.
public struct Snap: Equatable, Sendable {
  /// 0 swings most, 1 not at all.
  public var damping = 0.5

  /// The default.
  public init() {}

  /// The frequency of the snap's spring, 1/s; UIKit names no figure.
  static var frequency: Double { 3 }
  /// ζ of the spring: damping 0 still ends, after a few swings.
  var ratio: Double { 0.2 + 0.8 * min(max(damping, 0), 1) }
}

/// The things off which the items of a collision bounce.
public struct CollisionMode: OptionSet, Sendable {
  /// The bits.
  public var rawValue: UInt8
  /// The set of these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The other items of the collision.
  public static var items: Self { Self(rawValue: 1) }
  /// The boundaries of the collision.
  public static var boundaries: Self { Self(rawValue: 2) }
  /// Both.
  public static var everything: Self { Self(rawValue: 3) }
}

/// The place and the motion of an item: all that it needs to go on from there.
public struct ItemMotion: Equatable, Sendable {
  /// Content coordinates, points.
  public var center: Point
  /// Radians, clockwise on a screen.
  public var angle: Double
  /// Points a second.
  public var velocity: Vector
  /// Radians a second.
  public var spin: Double

  /// A motion.
  public init(center: Point, angle: Double, velocity: Vector, spin: Double) {
    self.center = center
    self.angle = angle
    self.velocity = velocity
    self.spin = spin
  }
}

// MARK: - Checks
//
// What an animator takes: nothing that is not a number, and nothing so large or so fast that its steps
// could not follow.

extension DynamicAnimator {
  /// No coordinate, speed or force is larger: single precision, in which collisions are found, still
  /// tells points apart there.
  static var reach: Double { 1e7 }
  /// No item is larger, points.
  static var largestSide: Double { 1e6 }

  static func check(
    _ frame: Rect, _ properties: ItemProperties, of name: ElementID
  ) throws(LayoutError) {
    try check([frame.x, frame.y], of: name)
    guard frame.width >= 0, frame.width <= largestSide, frame.height >= 0,
      frame.height <= largestSide
    else {
      throw .item("an item of the animator is larger than 1,000,000 points, or no rectangle", name)
    }
    try check([properties.density, properties.friction, properties.elasticity], of: name)
    guard isRate(properties.resistance), isRate(properties.angularResistance) else {
      throw .item("the resistance of an item is negative, or more than steps can follow", name)
    }
  }

  static func check(_ motion: ItemMotion, of name: ElementID) throws(LayoutError) {
    try check(
      [
        motion.center.x, motion.center.y, motion.angle, motion.velocity.dx, motion.velocity.dy,
        motion.spin,
      ], of: name)
  }

  static func check(_ attachment: Attachment, of name: ElementID) throws(LayoutError) {
    if let length = attachment.length { try check([length], of: name) }
    guard attachment.damping >= 0, isRate(attachment.law.fastestRate) else {
      throw .item("the spring of an item is stiffer or more damped than steps can follow", name)
    }
  }

  static func check(_ values: [Double], of name: ElementID) throws(LayoutError) {
    for value in values where !(value.magnitude <= reach) {
      throw .item("an item was given a number beyond ±10,000,000, or none", name)
    }
  }

  private static func isRate(_ rate: Double) -> Bool {
    rate >= 0 && rate <= BodySystem.rateLimit(for: StepClock.step)
  }
}
