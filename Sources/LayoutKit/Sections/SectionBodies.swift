// SPDX-License-Identifier: Apache-2.0
//
// How the items of a section are placed: the part in which stacked layouts differ.

/// Receives a cell: section, item and frame.
typealias CellVisitor = (_ section: Int, _ item: Int, _ frame: Rect) -> Void

/// Places the items of every section of a stack. One object belongs to one stack.
class SectionBodies {
  /// Makes room for what `layOut` will keep, so that laying out again cannot fail.
  func reserve(for stack: borrowing SectionStack) throws(LayoutError) {}

  /// Places all items within their sections' rooms and sets each section's `body`.
  func layOut(_ stack: borrowing SectionStack) {}

  /// Calls `visit` with each cell of `section` that intersects `rect`, in order.
  func visit(
    _ section: Int, of stack: borrowing SectionStack, in rect: Rect, _ visit: CellVisitor
  ) {}

  /// The frame of an item that exists.
  func frame(_ section: Int, _ item: Int, of stack: borrowing SectionStack) -> Rect { .zero }
}

/// Everything that one successful `prepare` worked out; the next one puts another in its place.
final class Sections {
  var stack: SectionStack
  let bodies: SectionBodies
  /// The data that it belongs to.
  let epoch: UInt64

  init(stack: consuming SectionStack, bodies: SectionBodies, epoch: UInt64) {
    self.stack = stack
    self.bodies = bodies
    self.epoch = epoch
  }

  /// Lays out for a container that leaves `breadth` across the scroll axis.
  func layOut(_ breadth: Double) {
    stack.breadth = breadth
    stack.measureRooms()
    bodies.layOut(stack)
    stack.stack()
  }
}
