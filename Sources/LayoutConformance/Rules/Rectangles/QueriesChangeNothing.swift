// SPDX-License-Identifier: Apache-2.0
//
// The host asks as often as it likes, in any order.

struct QueriesChangeNothing: LayoutRule {
  let id = "queries-change-nothing"
  let sentence = "Asking changes nothing: neither the elements nor the content's size."

  func check(_ subject: Subject) throws(Finding) {
    let content = try Content(subject)
    let trial = content.trial
    let (before, size) = (try trial.elements(), trial.contentSize().size)
    var generator = Randomness(seed: 4)
    for rect in content.randomRects(200) {
      _ = try trial.answer(in: rect)
      let names = trial.names()
      if !names.isEmpty { _ = try trial.single(names[generator.index(below: names.count)]) }
    }
    try subject.requireSame(
      try trial.elements(), as: before, "after 200 calls of attributes_in_rect and attributes_for")
    try require(
      trial.contentSize().size == size,
      "200 queries later the content is \(trial.contentSize().size) and no longer \(size)")
  }
}
