// SPDX-License-Identifier: Apache-2.0
//
// An animator over real rigid bodies, with a clock that the test sets.

import CRigidBodies
import LayoutABI

@testable import LayoutKitHosted

/// An animator under test.
final class AnimatorScene {
  let animator: DynamicAnimator
  private(set) var time = 0.0

  init() throws {
    animator = try DynamicAnimator(rigid_bodies_box2d())
  }

  static func name(_ item: Int) -> ElementID {
    ElementID(category: 0, kind: 0, section: 0, item: UInt32(item))
  }

  /// Adds an item by its centre.
  func add(
    _ item: Int, x: Double, y: Double, width: Double = 100, height: Double = 100,
    _ change: (inout ItemProperties) -> Void = { _ in }
  ) throws {
    var properties = ItemProperties()
    change(&properties)
    try animator.add(
      Self.name(item),
      frame: Rect(x: x - width / 2, y: y - height / 2, width: width, height: height),
      properties: properties)
  }

  func attach(
    _ item: Int, to point: Point, length: Double?, damping: Double, frequency: Double
  ) throws {
    var attachment = Attachment()
    (attachment.length, attachment.damping, attachment.frequency) = (length, damping, frequency)
    try animator.attach(Self.name(item), to: point, attachment)
  }

  func center(_ item: Int) throws -> Point {
    guard let frame = animator.frame(of: Self.name(item)) else {
      throw LayoutError.failed("no such item")
    }
    return frame.center
  }

  /// Runs frames of the given length and calls `each` after each, with the time.
  @discardableResult
  func run(
    _ seconds: Double, step: Double = 1.0 / 120, _ each: (Double) throws -> Void
  ) rethrows -> Bool {
    let (start, frames) = (time, Int((seconds / step).rounded()))
    // A host queries at once after every change.
    var isMoving = animator.advance(to: time)
    for frame in 1...max(frames, 1) {
      time = start + Double(frame) * step
      isMoving = animator.advance(to: time)
      try each(time)
    }
    return isMoving
  }

  @discardableResult
  func run(_ seconds: Double, step: Double = 1.0 / 120) -> Bool {
    run(seconds, step: step) { _ in }
  }
}
