// SPDX-License-Identifier: Apache-2.0
//
// An item of a state that was saved: which it is, where it hangs, how it moves.

import LayoutABI
import LayoutKit

/// An item as a state keeps it.
struct KeptItem {
  /// The most items of a state that anybody can have saved.
  static var limit: Int { 1000 }

  let path: ItemPath
  let hook: Int
  let isFalling: Bool
  let motion: ItemMotion

  init(_ hung: Hung, _ motion: ItemMotion) {
    (path, hook, isFalling) = (hung.path, hung.hook, hung.isFalling)
    self.motion = motion
  }

  /// Reads an item.
  /// - Throws: Bytes that no pendulum wrote.
  init(from reader: inout StateReader) throws(LayoutError) {
    let (section, item) = (try reader.readInt(), try reader.readInt())
    (hook, isFalling) = (try reader.readInt(), try reader.readBool())
    let center = Point(x: try reader.readDouble(), y: try reader.readDouble())
    let angle = try reader.readDouble()
    let velocity = Vector(dx: try reader.readDouble(), dy: try reader.readDouble())
    motion = ItemMotion(
      center: center, angle: angle, velocity: velocity, spin: try reader.readDouble())
    path = ItemPath(section, item)
    // Bounds beyond which nothing real is, and single precision still counts points.
    let sizes = [center.x, center.y, angle, velocity.dx, velocity.dy, motion.spin]
    guard sizes.allSatisfy({ $0.magnitude < 1e7 }), (0...Self.limit).contains(hook),
      (0..<0xFFFF_FFFF).contains(section), (0..<0xFFFF_FFFF).contains(item)
    else { throw .argument("the state holds an item that cannot be") }
  }

  func write(to writer: inout StateWriter) {
    writer.write(Int(path.section))
    writer.write(Int(path.item))
    writer.write(hook)
    writer.write(isFalling)
    writer.write(motion.center.x)
    writer.write(motion.center.y)
    writer.write(motion.angle)
    writer.write(motion.velocity.dx)
    writer.write(motion.velocity.dy)
    writer.write(motion.spin)
  }
}
