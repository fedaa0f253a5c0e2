// SPDX-License-Identifier: Apache-2.0
//
// Marks tell the host what to make anew.

import LayoutABI
import LayoutModel

struct MarksKnown: LayoutRule {
  let id = "marks-known"
  let sentence = "A change of the viewport invalidates declared marks only."

  func check(_ subject: Subject) throws(Finding) {
    let known =
      LAYOUT_MARK_EVERYTHING | LAYOUT_MARK_COUNTS | LAYOUT_MARK_ITEMS | LAYOUT_MARK_SUPPLEMENTARIES
      | LAYOUT_MARK_DECORATIONS | LAYOUT_MARK_BOUNDS | LAYOUT_MARK_PROPERTIES
    let trial = try Trial.ready(subject)
    let old = trial.world.bounds
    for next in [
      old.offset(by: Vector(dx: 0, dy: 10)), old.offset(by: Vector(dx: 400, dy: 4000)),
      Rect(x: 0, y: 0, width: 480, height: 320),
    ] {
      let (status, marks) = trial.shouldInvalidate(from: old, to: next)
      try trial.ok(status, "should_invalidate")
      try require(
        marks & ~known == 0,
        "should_invalidate from \(old) to \(next) gives the marks 0x\(String(marks, radix: 16)), of which some are "
          + "not declared")
    }
  }
}
