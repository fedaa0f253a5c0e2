// SPDX-License-Identifier: Apache-2.0
//
// The pointers and capacities of the table are the host's.

struct CapacityTable: LayoutRule {
  let id = "capacity-table"
  let sentence = "Of the answer's table only the three counts are changed."

  func check(_ subject: Subject) throws(Finding) {
    let demand = try Demand(subject)
    for room in demand.tightRooms + [demand.needed] {
      let (_, answered) = demand.ask(room)
      try require(
        answered.isUnchanged,
        "attributes_in_rect with room for \(room) changes a pointer or a capacity of the answer; only the "
          + "counts are the layout's")
    }
  }
}
