// SPDX-License-Identifier: Apache-2.0
//
// Every service of a host can fail.

import LayoutABI

struct HostRefuses: LayoutRule {
  let id = "host-refuses"
  let sentence = "Whatever the host refuses, a layout goes on or fails with a status."

  func check(_ subject: Subject) throws(Finding) {
    for refusal in HostRefusal.allCases {
      // Not to be made at all is a way to fail too.
      guard let trial = try? Trial(subject, spoil: refusal.spoil) else { continue }
      let status = trial.prepare()
      try require(status <= 0, "without \(refusal.rawValue) prepare gives the status \(status)")
      guard status == LAYOUT_OK else { continue }
      try trial.ok(trial.contentSize().status, "content_size without \(refusal.rawValue)")
      _ = try trial.answer(in: trial.world.bounds)
    }
  }
}
