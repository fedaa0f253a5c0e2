// SPDX-License-Identifier: Apache-2.0
//
// Calls come one after the other, not from one thread always.

import LayoutModel

struct ThreadsAny: LayoutRule {
  let id = "threads-any"
  let sentence = "An instance may be used from another thread than the one that made it."

  func check(_ subject: Subject) throws(Finding) {
    let own = try Trial(subject)
    let size = try own.makeReady()
    let expected = try own.elements()
    let trial = try Trial(subject)
    let there = try onThread { () throws(Finding) -> (size: Size, all: [Element]) in
      (try trial.makeReady(), try trial.elements())
    }
    try require(
      there.size == size, "on another thread the content is \(there.size), it was \(size)")
    try subject.requireSame(there.all, as: expected, "on another thread")
  }
}
