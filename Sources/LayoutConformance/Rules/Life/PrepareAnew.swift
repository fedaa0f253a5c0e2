// SPDX-License-Identifier: Apache-2.0
//
// "Forget all and start over" is what LAYOUT_MARK_EVERYTHING says.

import LayoutModel

struct PrepareAnew: LayoutRule {
  let id = "prepare-anew"
  let sentence = "Told to forget everything, a layout is as good as a new one."

  func check(_ subject: Subject) throws(Finding) {
    let fresh = try Trial(subject)
    try subject.skipDynamics(fresh)
    let size = try fresh.makeReady()
    let expected = try fresh.elements()
    let trial = try Trial(subject, World([200, 3]))
    try trial.makeReady()
    var wide = World([1, 1, 90])
    wide.container = Size(width: 1000, height: 700)
    wide.edition = 5
    trial.turn(to: wide)
    try trial.makeReady()
    trial.turn(to: .ordinary)
    let next = try trial.makeReady()
    try require(next == size, "after other data the content is \(next); a new one says \(size)")
    try subject.requireSame(
      try trial.elements(), as: expected,
      "told LAYOUT_MARK_EVERYTHING after other data, unlike a new layout")
  }
}
