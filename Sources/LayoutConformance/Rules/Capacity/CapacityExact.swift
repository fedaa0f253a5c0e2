// SPDX-License-Identifier: Apache-2.0
//
// The host brings more room once, as much as it is told.

import LayoutABI

struct CapacityExact: LayoutRule {
  let id = "capacity-exact"
  let sentence =
    "Too little room gives LAYOUT_CAPACITY with the counts that are needed, enough gives OK."

  func check(_ subject: Subject) throws(Finding) {
    let demand = try Demand(subject)
    for room in demand.tightRooms {
      let (status, answered) = demand.ask(room)
      try require(
        status == LAYOUT_CAPACITY && answered.counts == demand.needed,
        "attributes_in_rect with room for \(room) gives status \(status) and counts "
          + "\(answered.counts); count all \(demand.needed), write what fits, and give LAYOUT_CAPACITY (2)"
      )
    }
    let (status, answered) = demand.ask(demand.needed)
    try require(
      status == LAYOUT_OK && answered.counts == demand.needed,
      "attributes_in_rect with room for just what it needs, \(demand.needed), gives status \(status) and "
        + "counts \(answered.counts); that is LAYOUT_OK (0)")
  }
}
