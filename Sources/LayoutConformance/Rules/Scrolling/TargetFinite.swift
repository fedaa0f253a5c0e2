// SPDX-License-Identifier: Apache-2.0
//
// Scrolling towards a number that is none never ends.

import LayoutModel

struct TargetFinite: LayoutRule {
  let id = "target-finite"
  let sentence = "Scroll targets are finite, at any speed, and without content too."

  func check(_ subject: Subject) throws(Finding) {
    try check(try Targets(subject), "")
    // Nothing to scroll, and nothing to scroll in: what is divided by a length is divided by 0.
    for counts: [UInt32] in [[], [0], [1]] {
      try check(subject, World(counts), ", with sections of \(counts) items")
    }
    var world = World.ordinary
    world.container = .zero
    try check(subject, world, ", in a viewport without extent")
  }

  /// A layout that refuses the world or gives no finite content breaks another rule.
  private func check(_ subject: Subject, _ world: World, _ place: String) throws(Finding) {
    guard let targets = try? Targets(subject, world), targets.end.x.isFinite, targets.end.y.isFinite
    else { return }
    try check(targets, place)
  }

  private func check(_ targets: Targets, _ place: String) throws(Finding) {
    for proposed in targets.proposals {
      for speed in [-50_000.0, -300, 0, 300, 50_000] {
        let velocity = Vector(dx: speed, dy: speed)
        let target = try targets.target(proposed, velocity)
        try require(
          target.x.isFinite && target.y.isFinite,
          "target for a proposed offset of \(proposed) at a velocity of \(velocity) is \(target)\(place)"
        )
      }
    }
  }
}
