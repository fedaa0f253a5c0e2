// SPDX-License-Identifier: Apache-2.0
//
// Rules about saved states.

import LayoutABI
import LayoutModel

/// A layout that was stopped in one process continues in another.
struct StateRoundTrip: LayoutRule {
  let id = "state-round-trip"
  let sentence =
    "A saved state that is loaded in another instance and saved again gives the same bytes and the same layout."

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
    // Moving elements are elsewhere at the time of the comparison.
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

/// States come from files, and files can be truncated.
struct StateRefuses: LayoutRule {
  let id = "state-refuses"
  let sentence =
    "A refused state leaves the layout unchanged, and a state of an unknown version is refused."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    try trial.makeReady()
    let states = try States(trial)
    let bytes = try states.save()
    let before = try trial.elements()
    let version = subject.descriptor.stateVersion
    var attempts = (0..<bytes.count).map { (Array(bytes[..<$0]), version) }
    attempts.append((bytes.map { ~$0 }, version))
    attempts.append((bytes, version + 1))
    for (wrong, version) in attempts {
      let status = states.load(wrong, version: version)
      try require(
        status != LAYOUT_OK || version == subject.descriptor.stateVersion,
        "load accepts the version \(version) of a schema that it knows up to \(version - 1)")
      guard status != LAYOUT_OK else {
        _ = states.load(bytes, version: subject.descriptor.stateVersion)
        continue
      }
      let (saved, elements) = (try states.save(), try trial.elements())
      let what = "after a load of \(wrong.count) wrong bytes that was refused"
      try require(saved == bytes, "\(what), save gives other bytes than before it")
      try subject.requireSame(elements, as: before, what)
    }
  }
}

/// The calls of `layout.state/1` on one instance.
struct States {
  let trial: Trial
  private let table: UnsafePointer<layout_state>

  /// - Throws: ``Finding/skipped(_:)`` when the layout keeps no state.
  init(_ trial: Trial) throws(Finding) {
    guard let table = trial.table(.state, as: layout_state.self) else {
      throw .skipped("the layout keeps no state")
    }
    (self.trial, self.table) = (trial, table)
  }

  /// Returns the saved bytes.
  func save() throws(Finding) -> [UInt8] {
    var count: UInt32 = 0
    guard let save = table.pointee.save else { throw .skipped("the slot save is null") }
    var status = trial.within(.extension_) { save(trial.own, nil, 0, &count) }
    try require(
      status == LAYOUT_CAPACITY || (status == LAYOUT_OK && count == 0),
      "save without room gives the status \(status)")
    var bytes = [UInt8](repeating: trial.soil ?? 0xC9, count: Int(count))
    status = trial.within(.extension_) { save(trial.own, &bytes, count, &count) }
    try trial.ok(status, "save")
    try require(Int(count) == bytes.count, "save asked for \(bytes.count) bytes and wrote \(count)")
    return bytes
  }

  /// Calls `load` and returns its status.
  func load(_ bytes: [UInt8], version: UInt32) -> layout_status {
    guard let load = table.pointee.load else { return LAYOUT_ERROR_UNSUPPORTED }
    return trial.within(.extension_) { load(trial.own, version, bytes, UInt32(bytes.count)) }
  }
}
