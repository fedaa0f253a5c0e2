// SPDX-License-Identifier: Apache-2.0
//
// What lies behind the room is somebody else's.

import LayoutRuntime

struct CapacityKept: LayoutRule {
  let id = "capacity-kept"
  let sentence = "Nothing is written before or behind the room, however small it is."

  func check(_ subject: Subject) throws(Finding) {
    let demand = try Demand(subject)
    for room in demand.tightRooms + [demand.needed] {
      let (_, answered) = demand.ask(room)
      try require(
        answered.isWhole,
        "attributes_in_rect with room for \(room) writes outside of it; compare with each capacity before you write"
      )
      if let name = demand.elements.first?.name {
        let single = Room(AnswerCounts(records: min(room.records, 1)))
        _ = demand.trial.attributes(for: name, into: single)
        try require(
          single.isWhole, "attributes_for writes outside of its room for \(single.capacity)")
      }
    }
  }
}
