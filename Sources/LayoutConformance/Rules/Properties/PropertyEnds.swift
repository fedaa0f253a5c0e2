// SPDX-License-Identifier: Apache-2.0
//
// The range says what may be set; all of it has to work.

import LayoutABI

struct PropertyEnds: LayoutRule {
  let id = "property-ends"
  let sentence =
    "With a property at either end of its range, a billion where it has none, or any of its cases, the layout lays out, and goes on to as time passes."

  func check(_ subject: Subject) throws(Finding) {
    try subject.skipWithoutProperties()
    // What is wrong with the defaults already is another rule's business.
    let plain = try Trial(subject)
    try plain.prepareFrame()
    let areFinite = try Self.hasFiniteFrames(plain)
    for (index, property) in subject.descriptor.properties.enumerated() {
      for value in property.trialValues {
        let trial = try Trial(subject)
        guard trial.setProperty(index, value) == LAYOUT_OK else { continue }
        do throws(Finding) {
          let size = try trial.prepareFrame()
          try trial.settle(seconds: 2)
          try require(size.width.isFinite && size.height.isFinite, "the content is \(size)")
          let isFinite = try Self.hasFiniteFrames(trial)
          try require(isFinite || !areFinite, "a frame is not finite")
        } catch {
          throw error.about("with \(property.name) at \(value)")
        }
      }
    }
  }

  private static func hasFiniteFrames(_ trial: Trial) throws(Finding) -> Bool {
    try trial.answer(in: trial.world.bounds).records.allSatisfy {
      (($0.frame.maxX + $0.frame.maxY) * 0).isZero
    }
  }
}
