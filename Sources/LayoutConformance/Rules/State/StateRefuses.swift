// SPDX-License-Identifier: Apache-2.0
//
// States come from files, and files get cut off.

import LayoutABI

struct StateRefuses: LayoutRule {
  let id = "state-refuses"
  let sentence =
    "A state that is refused leaves the layout as it was, and one of an unknown version is refused."

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
