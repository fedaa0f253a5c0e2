// SPDX-License-Identifier: Apache-2.0
//
// The host would move what lies outside to the edge, and the layout's choice would be lost.

import LayoutModel

struct TargetInside: LayoutRule {
  let id = "target-inside"
  let sentence = "Scroll targets lie where the content can be scrolled to."

  func check(_ subject: Subject) throws(Finding) {
    let targets = try Targets(subject)
    for proposed in targets.proposals {
      for speed in [-300.0, 0, 300] {
        let target = try targets.target(proposed, Vector(dx: speed, dy: speed))
        guard target.x.isFinite, target.y.isFinite else { continue }
        try require(
          target.x >= -1e-6 && target.y >= -1e-6 && target.x <= targets.end.x + 1e-6
            && target.y <= targets.end.y + 1e-6,
          "target for a proposed offset of \(proposed) at a velocity of \(speed) is \(target), outside of [0, 0] "
            + "to \(targets.end)")
      }
    }
  }
}
