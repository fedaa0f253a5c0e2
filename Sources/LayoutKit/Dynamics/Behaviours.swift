// SPDX-License-Identifier: Apache-2.0
//
// What moves the items of an animator, with UIKit's units and defaults: 100 points are a metre, an item
// of 100 points by 100 and density 1 weighs a kilogram.

import LayoutABI

/// What an item is made of.
public struct ItemProperties: Equatable, Sendable {
  /// Kilograms a square metre.
  public var density = 1.0
  /// Of two items that rub, the geometric mean counts.
  public var friction = 0.2
  /// Of two items that bounce, the larger counts; 1 loses nothing.
  public var elasticity = 0.2
  /// How fast movement dies away by itself, 1/s.
  public var resistance = 0.0
  /// How fast turning dies away by itself, 1/s.
  public var angularResistance = 0.0
  /// Whether collisions turn the item.
  public var allowsRotation = true
  /// Whether nothing moves the item.
  public var isAnchored = false

  /// The defaults of an item with no properties of its own.
  public init() {}
}

/// Pulls everything under gravity the same way.
public struct Gravity: Equatable, Sendable {
  /// 1 is 1000 points a second, each second.
  public var magnitude = 1.0
  /// Where to, times its length: (0, 2) pulls twice as hard as (0, 1). y grows downwards.
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
  /// Whether it is one blow, or acts until it is taken away.
  public enum Mode: Sendable {
    /// 1 gives an item of a kilogram 100 points a second.
    case instantaneous
    /// 1 gives an item of a kilogram 100 points a second, each second.
    case continuous
  }

  /// How it acts.
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

  /// How fast the snap's spring would swing, 1/s; UIKit names no figure.
  static var frequency: Double { 3 }
  /// ζ of the spring: damping 0 still ends, after a few swings.
  var ratio: Double { 0.2 + 0.8 * min(max(damping, 0), 1) }
}

/// What the items of a collision bounce off.
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

/// Where an item is and how it moves: all that it needs to go on from there.
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
