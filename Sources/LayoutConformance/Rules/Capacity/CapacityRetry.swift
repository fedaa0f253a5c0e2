// SPDX-License-Identifier: Apache-2.0
//
// The host asks again with more room.

struct CapacityRetry: LayoutRule {
  let id = "capacity-retry"
  let sentence = "An answer that did not fit changes nothing: asked again, all is as before."

  func check(_ subject: Subject) throws(Finding) {
    let demand = try Demand(subject)
    for room in demand.tightRooms { _ = demand.ask(room) }
    try subject.requireSame(
      try demand.trial.elements(), as: demand.elements,
      "asked again after answers that did not fit")
  }
}
