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
          "\(name) is in the rectangle's answer; asked for it alone, \(single.count) come")
      }
      try require(
        one == element,
        "\(name) at \(element.frame) differs when it is asked for alone: "
          + "\(one.frame), z \(one.record.z_index), alpha \(one.record.alpha)")
    }
  }
}
