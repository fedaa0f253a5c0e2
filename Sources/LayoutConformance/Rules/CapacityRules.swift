// SPDX-License-Identifier: Apache-2.0
//
// Rules about the room for an answer.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The host brings more room once, as much as it is told.
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

/// Memory behind the room belongs to somebody else.
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

/// The pointers and capacities of the table are the host's.
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

/// The host asks again with more room.
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

/// A trial that is at rest, and what the answer for everything needs.
struct Demand {
  let trial: Trial
  let needed: AnswerCounts
  let elements: [Element]

  init(_ subject: Subject) throws(Finding) {
    trial = try Trial.ready(subject)
    let answer = try trial.everything()
    needed = AnswerCounts(
      records: answer.records.count, transforms: answer.transforms.count,
      payload: answer.payload.count)
    elements = answer.elements(subject.descriptor)
    try skip(elements.isEmpty, "the layout places nothing")
  }

  /// Rooms that are too small: none at all, and one entry too few in each array.
  var tightRooms: [AnswerCounts] {
    var rooms = [AnswerCounts()]
    for member in [\AnswerCounts.records, \.transforms, \.payload] where needed[keyPath: member] > 0
    {
      var room = needed
      room[keyPath: member] -= 1
      rooms.append(room)
    }
    return rooms
  }

  /// Asks for everything with that much room.
  func ask(_ capacity: AnswerCounts) -> (status: layout_status, room: Room) {
    let room = Room(capacity)
    return (trial.attributes(in: Trial.plane, into: room), room)
  }
}
