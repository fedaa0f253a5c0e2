// SPDX-License-Identifier: Apache-2.0
//
// Both say where an element is; a host may use either.

struct SingleEqualsBulk: LayoutRule {
  let id = "single-equals-bulk"
  let sentence = "A query for one element gives what a query for a rectangle gives, bit by bit."

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
        [one], as: [element], "asked for alone, unlike in the answer to a rectangle")
    }
  }
}
