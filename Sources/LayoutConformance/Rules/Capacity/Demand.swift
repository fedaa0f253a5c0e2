// SPDX-License-Identifier: Apache-2.0
//
// Rooms around what an answer needs.

import LayoutABI
import LayoutModel
import LayoutRuntime

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
