// SPDX-License-Identifier: Apache-2.0
//
// The last good frame stays on screen, and is scrolled on.

import LayoutABI

struct ErrorLeavesLayout: LayoutRule {
  let id = "error-leaves-layout"
  let sentence = "A prepare that fails leaves the layout as it was."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    var size = try trial.makeReady()
    var before = try trial.elements()
    var didFail = false
    for query in subject.descriptor.queries {
      var world = World.ordinary
      world.answers = .failing(query.name)
      world.counts = [1, 3]
      trial.turn(to: world)
      if trial.prepare() == LAYOUT_OK {
        // It does not ask this query: the new data are laid out.
        (size, before) = (trial.contentSize().size, try trial.elements())
        continue
      }
      didFail = true
      try require(
        trial.contentSize().size == size,
        "after a failed \(query.name) the content is \(trial.contentSize().size), it was \(size)")
      try subject.requireSame(
        try trial.elements(), as: before, "after a prepare that failed because \(query.name) did")
    }
    try skip(!didFail, "no query makes its prepare fail")
  }
}
