// SPDX-License-Identifier: Apache-2.0
//
// All that a stacked layout knows of its data.

import LayoutABI

/// The result of `prepare`. A whole `prepare` puts another in its place; one that is told what
/// changed changes it.
final class Sections {
  var stack: SectionStack
  let bodies: SectionBodies
  /// The data that it belongs to.
  var epoch: UInt64

  init(stack: consuming SectionStack, bodies: SectionBodies, epoch: UInt64) {
    self.stack = stack
    self.bodies = bodies
    self.epoch = epoch
  }

  /// Lays out for a container that leaves `breadth` across the scroll axis.
  func layOut(_ breadth: Double) {
    stack.breadth = breadth
    for section in stack.all { layOut(section) }
    stack.stack()
  }

  /// Lays out one section; the others are to be stacked anew.
  func layOut(_ section: Int) {
    stack.measureRoom(section)
    bodies.layOut(&stack.records.start[section], stack.direction)
  }

  /// Changes the items of a section; the others are to be stacked anew.
  func apply(_ changes: ItemChanges, to section: Int) {
    bodies.apply(changes, to: &stack.records.start[section], stack.direction)
  }
}
