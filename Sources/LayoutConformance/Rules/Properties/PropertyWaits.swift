// SPDX-License-Identifier: Apache-2.0
//
// Until the host prepares, what is on screen and what the layout says have to agree.

import LayoutABI

struct PropertyWaits: LayoutRule {
  let id = "property-waits"
  let sentence = "A property that was set takes effect with the next prepare and not before."

  func check(_ subject: Subject) throws(Finding) {
    try subject.skipWithoutProperties()
    for (index, property) in subject.descriptor.properties.enumerated() {
      guard let value = property.trialValues.last(where: { $0 != property.defaultValue }) else {
        continue
      }
      let trial = try Trial(subject)
      // Nothing moves between questions, at rest or not.
      let size = try trial.prepareFrame()
      let before = try trial.elements()
      guard trial.setProperty(index, value) == LAYOUT_OK else { continue }
      try require(
        trial.contentSize().size == size,
        "\(property.name) set to \(value) changes the content's size without a prepare")
      try subject.requireSame(
        try trial.elements(), as: before,
        "with \(property.name) set to \(value) and nothing prepared yet")
    }
  }
}
