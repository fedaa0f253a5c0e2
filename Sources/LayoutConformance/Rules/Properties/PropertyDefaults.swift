// SPDX-License-Identifier: Apache-2.0
//
// People read the default in the descriptor, and get the layout's.

import LayoutModel

struct PropertyDefaults: LayoutRule {
  let id = "property-defaults"
  let sentence = "A new instance has the values that its descriptor gives as defaults."

  func check(_ subject: Subject) throws(Finding) {
    try subject.skipWithoutProperties()
    let trial = try Trial(subject)
    try trial.makeReady()
    for (index, property) in subject.descriptor.properties.enumerated() {
      let (status, value) = trial.property(index)
      try trial.ok(status, "get_property of \(property.name)")
      try require(
        value == property.defaultValue,
        "\(property.name) is \(value ?? .none) at first; declared is \(property.defaultValue)")
    }
  }
}
