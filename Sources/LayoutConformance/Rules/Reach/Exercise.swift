// SPDX-License-Identifier: Apache-2.0
//
// A life of a layout with a call of each kind, for the rules about what it reaches for.

import LayoutABI
import LayoutModel

/// Drives a layout; what it answers is for other rules to judge.
struct Exercise: LayoutRule {
  let id = "exercise"
  let sentence = "A life with a call of each kind."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial.ready(subject)
    for step in 0..<4 {
      try trial.step(to: Point(x: 0, y: Double(step * 40)))
      _ = try trial.answer(in: trial.world.bounds)
    }
    _ = try trial.singles()
    for index in subject.descriptor.properties.indices {
      if let value = trial.property(index).value { _ = trial.setProperty(index, value) }
    }
    if let states = try? States(trial), let bytes = try? states.save() {
      _ = states.load(bytes, version: subject.descriptor.stateVersion)
    }
    trial.turn(to: World([3, 0, 7]))
    try trial.makeReady()
    _ = try trial.elements()
  }
}
