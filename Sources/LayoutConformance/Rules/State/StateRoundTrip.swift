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
    let states = try States(trial)
    trial.soil = 0x55
    let bytes = try states.save()
    trial.soil = 0xAA
    try requireSame(try states.save(), bytes, "save once more")
    trial.soil = nil
    let other = try Trial(subject)
    other.world.offset = trial.world.offset
    try other.makeReady()
    let others = try States(other)
    try other.ok(others.load(bytes, version: subject.descriptor.stateVersion), "load")
    try requireSame(try others.save(), bytes, "save after load in another instance")
    // What moves has moved on by the time that it can be compared.
    if trial.extensionTable(LAYOUT_EXT_DYNAMICS) != nil { return }
    try other.makeReady()
    try subject.requireSame(
      try other.elements(), as: try trial.elements(), "with the state loaded into another instance")
  }

  private func requireSame(
    _ bytes: [UInt8], _ expected: [UInt8], _ what: String
  ) throws(Finding) {
    guard bytes != expected else { return }
    let place = zip(bytes, expected).enumerated().first { $1.0 != $1.1 }?.offset
    throw .broken(
      "\(what) gives other bytes than the first one, from byte \(place ?? expected.count) of "
        + "\(expected.count) on; is all of it written, padding too?")
  }
}
