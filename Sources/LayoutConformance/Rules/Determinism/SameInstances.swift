// SPDX-License-Identifier: Apache-2.0
//
// A session can be recorded and replayed.

import CConformance

struct SameInstances: LayoutRule {
  let id = "same-instances"
  let sentence = "Instances that are told the same answer the same, bit by bit."

  func check(_ subject: Subject) throws(Finding) {
    var trials: [Trial] = []
    for byte: UInt8 in [0x00, 0x55, 0xAA, 0xFE] {
      layout_conformance_soil(byte)
      let trial = try Trial(subject)
      trial.soil = byte
      try trial.makeReady()
      trials.append(trial)
    }
    let first = try trials[0].elements()
    for trial in trials.dropFirst() {
      let (size, other) = (trial.contentSize().size, trials[0].contentSize().size)
      try require(
        size == other, "told the same as another instance, the content is \(size), not \(other)")
      try subject.requireSame(
        try trial.elements(), as: first,
        "told the same as another instance (is all memory set before it is read?)")
    }
  }
}
