// SPDX-License-Identifier: Apache-2.0
//
// Rules about the memory that a layout borrows: room for an answer, and its inputs.

import Glibc
import LayoutABI
import LayoutModel
import LayoutRuntime

// MARK: - Room for an answer

/// The host provides more room once, with exactly the requested counts.
struct CapacityExact: LayoutRule {
  let id = "capacity-exact"
  let sentence =
    "Too little room gives LAYOUT_CAPACITY with the needed counts; enough room gives LAYOUT_OK."

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

/// Memory behind the room belongs to other data.
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
  let sentence = "Only the three counts of the answer's table are changed."

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
  let sentence =
    "An answer that did not fit changes nothing: a repeated query gives the same elements."

  func check(_ subject: Subject) throws(Finding) {
    let demand = try Demand(subject)
    for room in demand.tightRooms { _ = demand.ask(room) }
    try subject.requireSame(
      try demand.trial.elements(), as: demand.elements,
      "in a repeated query after answers that did not fit")
  }
}

/// A trial that is at rest, and the room for the answer to a query for everything.
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

  /// Asks for everything with this much room.
  func ask(_ capacity: AnswerCounts) -> (status: layout_status, room: Room) {
    let room = Room(capacity)
    return (trial.attributes(in: Trial.plane, into: room), room)
  }
}

// MARK: - Memory of the host

/// Records that are lent belong to the host.
struct InputsUnmodified: LayoutRule {
  let id = "inputs-unmodified"
  let sentence = "The host's records are only read."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    try LentMemory.lend(trial) { (memory, snapshot, invalidation) throws(Finding) in
      memory.protect()
      try trial.ok(
        trial.prepare(snapshot, invalidation), "prepare with records in read-only memory")
    }
    _ = try trial.elements()
  }
}

/// Pointers are borrowed for the duration of the call.
struct InputsNotKept: LayoutRule {
  let id = "inputs-not-kept"
  let sentence = "Memory lent to prepare is not used after the call."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    try LentMemory.lend(trial) { (memory, snapshot, invalidation) throws(Finding) in
      try trial.ok(trial.prepare(snapshot, invalidation), "prepare")
    }
    // The memory is unmapped now: a layout that kept a pointer into it crashes here.
    try trial.ok(trial.contentSize().status, "content_size")
    try trial.settle()
    _ = try trial.elements()
    _ = try trial.singles()
  }
}

/// A newer host's tables are longer; an older plugin reads the part that it knows.
struct TablesGrow: LayoutRule {
  let id = "tables-grow"
  let sentence = "Tables longer than in the plugin's headers are read like its own."

  func check(_ subject: Subject) throws(Finding) {
    let plain = try Trial.ready(subject)
    let expected = try plain.elements()
    let trial = try Trial(subject) { host in host.pointee.struct_size += 64 }
    try LentMemory.lend(trial) { (_, snapshot, invalidation) throws(Finding) in
      // The rest of the page is zeros, like new members without a value.
      UnsafeMutablePointer(mutating: snapshot).pointee.struct_size += 64
      UnsafeMutablePointer(mutating: invalidation).pointee.struct_size += 64
      try trial.ok(trial.prepare(snapshot, invalidation), "prepare with longer tables")
    }
    try trial.ok(trial.contentSize().status, "content_size")
    try trial.settle()
    try subject.requireSame(
      try trial.elements(), as: expected, "with tables that are 64 bytes longer than known")
  }
}

/// Memory pages for the records of one prepare; unmapped afterwards.
struct LentMemory: ~Copyable {
  private let pages: UnsafeMutableRawPointer
  private let byteCount: Int

  private init(_ byteCount: Int) throws(Finding) {
    let size = (byteCount + 4095) / 4096 * 4096
    let place = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let place, place != MAP_FAILED else { throw .skipped("there is no memory to lend") }
    (pages, self.byteCount) = (place, size)
  }

  deinit { munmap(pages, byteCount) }

  /// Makes the pages read-only.
  func protect() { mprotect(pages, byteCount, PROT_READ) }

  /// Writes the records for the trial's world into pages, and lends them to `body`.
  static func lend(
    _ trial: Trial,
    _ body: (
      borrowing LentMemory, UnsafePointer<layout_snapshot>, UnsafePointer<layout_invalidation>
    ) throws(Finding) -> Void
  ) throws(Finding) {
    let counts = trial.world.counts
    let memory = try LentMemory(1024 + counts.count * 4)
    let snapshot = memory.pages.bindMemory(to: layout_snapshot.self, capacity: 1)
    let invalidation = (memory.pages + 512).bindMemory(to: layout_invalidation.self, capacity: 1)
    let lent = (memory.pages + 1024).bindMemory(to: UInt32.self, capacity: counts.count)
    lent.update(from: counts, count: counts.count)
    snapshot.pointee = trial.makeSnapshot(UnsafeBufferPointer(start: lent, count: counts.count))
    invalidation.pointee = trial.makeReason(
      LAYOUT_MARK_EVERYTHING, UnsafeBufferPointer(start: nil, count: 0),
      UnsafeBufferPointer(start: nil, count: 0))
    try body(memory, snapshot, invalidation)
  }
}
