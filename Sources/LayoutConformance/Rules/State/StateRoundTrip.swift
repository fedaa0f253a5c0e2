// SPDX-License-Identifier: Apache-2.0
//
// A layout that was stopped here goes on there.

import LayoutABI
import LayoutModel

struct StateRoundTrip: LayoutRule {
  let id = "state-round-trip"
  let sentence =
    "A state that was saved, loaded elsewhere and saved again is the same bytes and the same layout."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    try trial.makeReady()
    try trial.move(to: Point(x: 0, y: 60))
    let bytes = try States(trial).save()
    try require(try States(trial).save() == bytes, "the same state is saved as other bytes")
    let other = try Trial(subject)
    other.world.offset = trial.world.offset
    try other.makeReady()
    let states = try States(other)
    try other.ok(states.load(bytes, version: subject.descriptor.stateVersion), "load")
    try require(try states.save() == bytes, "a state that was loaded is saved as other bytes")
    // What moves has moved on by the time that it can be compared.
    if trial.extensionTable(LAYOUT_EXT_DYNAMICS) != nil { return }
    try other.makeReady()
    try require(
      try other.elements() == trial.elements(), "with the state loaded, the elements are others")
  }
}
