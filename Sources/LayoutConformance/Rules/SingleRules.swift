// SPDX-License-Identifier: Apache-2.0
//
// Rules about single queries and about repeated queries.

import LayoutABI

/// Both return the place of an element; a host may use either.
struct SingleEqualsBulk: LayoutRule {
  let id = "single-equals-bulk"
  let sentence = "A query for one element returns the same as a query for a rectangle, bit by bit."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial.ready(subject)
    for element in try trial.soundElements() {
      let single = try trial.single(element.name).elements(subject.descriptor)
      let name = element.name.text(subject.descriptor)
      guard let one = single.first, single.count == 1 else {
        throw .broken(
          "attributes_in_rect gives \(name) at \(element.frame); attributes_for it gives \(single.count) elements, not 1"
        )
      }
      try subject.requireSame(
        [one], as: [element], "in a single query, unlike in the answer to a rectangle")
    }
  }
}

/// A host may ask for a missing element: after a delete, or for a kind that a section lacks.
struct SingleNone: LayoutRule {
  let id = "single-none"
  let sentence = "A query for a missing element returns no element."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial.ready(subject)
    var names: [layout_element] = []
    for (section, count) in trial.world.counts.enumerated() {
      names.append(
        layout_element(
          category: UInt16(LAYOUT_CELL), kind: 0, section: UInt32(section), item: count))
      names.append(
        layout_element(
          category: UInt16(LAYOUT_CELL), kind: 0, section: UInt32(section), item: LAYOUT_PATH_NONE))
    }
    let beyond = UInt32(trial.world.counts.count)
    names.append(layout_element(category: UInt16(LAYOUT_CELL), kind: 0, section: beyond, item: 0))
    for (kind, one) in subject.descriptor.kinds.enumerated() where one.category == .supplementary {
      names.append(
        layout_element(
          category: UInt16(LAYOUT_SUPPLEMENTARY), kind: UInt16(kind), section: beyond, item: 0))
    }
    for name in names {
      let count = try trial.single(name).records.count
      try require(
        count == 0,
        "attributes_for \(name.text(subject.descriptor)) gives \(count) element; it is not in the data of "
          + "\(trial.world.counts) items, so the answer is LAYOUT_OK with a count of 0")
    }
  }
}

/// The host may repeat queries, in any order.
struct QueriesChangeNothing: LayoutRule {
  let id = "queries-change-nothing"
  let sentence = "Queries change neither the elements nor the content's size."

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
