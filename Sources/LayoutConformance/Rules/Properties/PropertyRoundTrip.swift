// SPDX-License-Identifier: Apache-2.0
//
// What was set is what a person sees when looking.

import LayoutABI
import LayoutModel

struct PropertyRoundTrip: LayoutRule {
  let id = "property-round-trip"
  let sentence = "A value that was set is read back as it was; a refused one leaves the old."

  func check(_ subject: Subject) throws(Finding) {
    try subject.skipWithoutProperties()
    let trial = try Trial(subject)
    try trial.makeReady()
    for (index, property) in subject.descriptor.properties.enumerated() {
      var expected = property.defaultValue
      for value in property.trialValues + [property.defaultValue] {
        if trial.setProperty(index, value) == LAYOUT_OK { expected = value }
        let read = trial.property(index).value
        try require(
          read == expected,
          "\(property.name) was set to \(value) and reads \(read ?? .none), "
            + "expected \(expected)")
      }
    }
  }
}
