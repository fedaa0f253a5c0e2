// SPDX-License-Identifier: Apache-2.0
//
// Scrolling towards a number that is none never ends.

import LayoutModel

struct TargetFinite: LayoutRule {
  let id = "target-finite"
  let sentence = "Scroll targets are finite, at any speed."

  func check(_ subject: Subject) throws(Finding) {
    let targets = try Targets(subject)
    for proposed in targets.proposals {
      for speed in [-50_000.0, -300, 0, 300, 50_000] {
        let velocity = Vector(dx: speed, dy: speed)
        let target = try targets.target(proposed, velocity)
        try require(
          target.x.isFinite && target.y.isFinite,
          "proposed \(proposed) at \(velocity) the target is \(target)")
      }
    }
  }
}
