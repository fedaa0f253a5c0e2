// SPDX-License-Identifier: Apache-2.0
//
// A session can be recorded and replayed.

struct SameInstances: LayoutRule {
  let id = "same-instances"
  let sentence = "Instances that are told the same answer the same, bit by bit."

  func check(_ subject: Subject) throws(Finding) {
    var trials: [Trial] = []
    for _ in 0..<4 { trials.append(try Trial.ready(subject)) }
    let first = try trials[0].elements()
    for trial in trials.dropFirst() {
      try require(
        try trial.elements() == first && trial.contentSize().size == trials[0].contentSize().size,
        "four instances that are told the same differ")
    }
  }
}
