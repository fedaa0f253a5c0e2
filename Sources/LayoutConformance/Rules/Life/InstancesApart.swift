// SPDX-License-Identifier: Apache-2.0
//
// Two views in one app may have the same layout.

import LayoutModel

struct InstancesApart: LayoutRule {
  let id = "instances-apart"
  let sentence = "Instances do not touch each other."

  func check(_ subject: Subject) throws(Finding) {
    let first = try Trial(subject)
    let size = try first.makeReady()
    let before = try first.elements()
    do {
      let second = try Trial(subject, World([30, 2]))
      try second.makeReady()
      _ = try second.elements()
      try requireSame(first, before, size, "beside another instance with other data")
    }
    try requireSame(first, before, size, "after the end of another instance")
  }

  private func requireSame(
    _ trial: Trial, _ elements: [Element], _ size: Size, _ what: String
  ) throws(Finding) {
    let now = trial.contentSize().size
    try require(now == size, "\(what), the content is \(now), it was \(size)")
    try trial.subject.requireSame(try trial.elements(), as: elements, what)
  }
}
