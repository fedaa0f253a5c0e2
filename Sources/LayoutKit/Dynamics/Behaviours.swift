// SPDX-License-Identifier: Apache-2.0
//
// The forces on the items of an animator, with UIKit's units and defaults: 100 points are a metre, and
// an item of 100 by 100 points with density 1 has a mass of one kilogram.

import LayoutABI

/// The mass, friction and other properties of an item.
public struct ItemProperties: Equatable, Sendable {
  /// Kilograms a square metre.
  public var density = 1.0
  /// The coefficient of friction, 0 and above; two touching items have the geometric mean of theirs.
  public var friction = 0.2
  /// The restitution, 0 to 1, to which other values are limited; two colliding items have the larger of theirs,
  /// and 1 loses no energy.
  public var elasticity = 0.2
  /// The damping rate of movement, 1/s.
  public var resistance = 0.0
  /// The damping rate of rotation, 1/s.
  public var angularResistance = 0.0
  /// True when collisions turn the item.
  public var allowsRotation = true
  /// True when nothing moves the item.
  public var isAnchored = false

  /// The defaults of an item with no properties of its own.
  public init() {}
}

/// Pulls all items under gravity in the same direction.
public struct Gravity: Equatable, Sendable {
  /// The magnitude; 1 is 1000 points per second squared.
  public var magnitude = 1.0
  /// The direction times its length: (0, 2) pulls twice as hard as (0, 1). y grows downwards.
  public var direction = Vector(dx: 0, dy: 1)

  /// Downwards, as on earth.
  public init() {}

  /// The acceleration, points per second squared.
  var acceleration: Vector {
    Vector(dx: 1000 * magnitude * direction.dx, dy: 1000 * magnitude * direction.dy)
  }
}

/// Holds an item at a distance from a point or from another item: x″ + 2ζωx′ + ω²x = 0 along the line
/// between the two, with ω = 2πf.
public struct Attachment: Equatable, Sendable {
  /// The length, points; nil for the distance at the time of attachment. 0 pulls to the point
  /// itself.
  public var length: Double?
  /// ζ: 0 swings for ever, 1 is critical damping.
  public var damping = 0.0
  /// f, swings per second without damping; 0 is a rigid rod.
  public var frequency = 0.0

  /// A rigid rod of the present length.
  public init() {}
}

/// A force.
public struct Push: Equatable, Sendable {
  /// True when the push is one impulse, or acts until it is removed.
  public enum Mode: Sendable {
    /// An impulse; 1 gives an item of one kilogram 100 points per second.
    case instantaneous
    /// A lasting force; 1 gives an item of one kilogram 100 points per second squared.
    case continuous
  }

  /// The kind of push.
  public var mode: Mode
  /// Its direction and magnitude.
  public var force: Vector

  /// A push.
  public init(_ mode: Mode, _ force: Vector) {
    self.mode = mode
    self.force = force
  }
}

/// Pulls an item to a point, and turns it upright.
public struct Snap: Equatable, Sendable {
  /// The damping: 0 swings most, 1 does not swing.
  public var damping = 0.5

  /// The default.
  public init() {}

  /// The frequency of the snap's spring, 1/s; UIKit documents no value.
  static var frequency: Double { 3 }
  /// ζ of the spring; with damping 0 it still stops after a few swings.
  var ratio: Double { 0.2 + 0.8 * min(max(damping, 0), 1) }
}

/// The objects off which the items of a collision bounce.
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

/// The place and the motion of an item: enough to continue from there.
public struct ItemMotion: Equatable, Sendable {
  /// The centre in content coordinates, points.
  public var center: Point
  /// The angle in radians, clockwise on a screen.
  public var angle: Double
  /// The velocity, points per second.
  public var velocity: Vector
  /// The angular velocity, radians per second.
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
// The values that an animator accepts: only numbers, and none so large or so fast that its steps could
// not follow.

extension DynamicAnimator {
  /// The maximum of coordinates, speeds and forces: up to this value single precision, which the
  /// collision search uses, still distinguishes points.
  static var reach: Double { 1e7 }
  /// The maximal side of an item, points.
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
    guard properties.friction >= 0 else {
      throw .item("the friction of an item is negative; 0 is none", name)
    }
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
