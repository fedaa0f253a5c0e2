// SPDX-License-Identifier: Apache-2.0
//
// A host built for a newer descriptor of the layout may ask for more.

struct PropertyRefused: LayoutRule {
  let id = "property-refused"
  let sentence = "A property of an index that is not declared is refused."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    try trial.makeReady()
    for index in [subject.descriptor.properties.count, 4095] {
      try require(
        trial.setProperty(index, .number(1)) < 0, "set_property accepts the index \(index)")
      try require(trial.property(index).status < 0, "get_property answers for the index \(index)")
    }
  }
}
