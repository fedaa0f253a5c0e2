// SPDX-License-Identifier: Apache-2.0
//
// Content that rests has to go on resting.

struct TargetIdempotent: LayoutRule {
  let id = "target-idempotent"
  let sentence = "At a target, without speed, the target is where it is."

  func check(_ subject: Subject) throws(Finding) {
    let targets = try Targets(subject)
    for proposed in targets.proposals {
      let target = try targets.target(proposed)
      // What lies outside is another rule's business.
      guard target.x.isFinite, target.y.isFinite, target.x <= targets.end.x, target.x >= 0,
        target.y >= 0, target.y <= targets.end.y
      else { continue }
      let again = try targets.target(target)
      try require(
        abs(again.x - target.x) < 1e-6 && abs(again.y - target.y) < 1e-6,
        "target for a proposed offset of \(proposed) is \(target), and for that it is \(again): content at rest "
          + "would move on")
    }
  }
}
