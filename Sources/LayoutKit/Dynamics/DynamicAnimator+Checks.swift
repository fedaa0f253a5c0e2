// SPDX-License-Identifier: Apache-2.0
//
// What an animator takes: nothing that is not a number, and nothing so large or so fast that its steps
// could not follow.

import LayoutABI

extension DynamicAnimator {
  /// No coordinate, speed or force is larger: single precision, in which collisions are found, still
  /// tells points apart there.
  static var reach: Double { 1e7 }
  /// No item is larger, points.
  static var largestSide: Double { 1e6 }

  static func check(
    _ frame: Rect, _ properties: ItemProperties, of name: ElementName
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

  static func check(_ motion: ItemMotion, of name: ElementName) throws(LayoutError) {
    try check(
      [
        motion.center.x, motion.center.y, motion.angle, motion.velocity.dx, motion.velocity.dy,
        motion.spin,
      ], of: name)
  }

  static func check(_ attachment: Attachment, of name: ElementName) throws(LayoutError) {
    if let length = attachment.length { try check([length], of: name) }
    guard attachment.damping >= 0, isRate(attachment.law.fastestRate) else {
      throw .item("the spring of an item is stiffer or more damped than steps can follow", name)
    }
  }

  static func check(_ values: [Double], of name: ElementName) throws(LayoutError) {
    for value in values where !(value.magnitude <= reach) {
      throw .item("an item was given a number beyond ±10,000,000, or none", name)
    }
  }

  private static func isRate(_ rate: Double) -> Bool {
    rate >= 0 && rate <= BodySystem.rateLimit(for: StepClock.step)
  }
}
