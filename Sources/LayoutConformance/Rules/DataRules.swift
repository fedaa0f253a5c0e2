// SPDX-License-Identifier: Apache-2.0
//
// Rules about data of any shape.

import CConformance
import LayoutABI
import LayoutModel
import LayoutUpdates

/// An app starts with nothing and fills up later.
struct DataNone: LayoutRule {
  let id = "data-none"
  let sentence = "Data without sections are laid out."

  func check(_ subject: Subject) throws(Finding) {
    try subject.requireSound(World([]), "without a section")
  }
}

/// Headers of sections without items still have a place.
struct DataEmptySections: LayoutRule {
  let id = "data-empty-sections"
  let sentence = "Sections without items are laid out."

  func check(_ subject: Subject) throws(Finding) {
    for counts: [UInt32] in [[0, 0], [0, 0, 3, 0], [3, 0, 0]] {
      try subject.requireSound(World(counts), "\(counts) items")
    }
  }
}

/// Pages, rows and patterns break at their first and last places.
struct DataSmall: LayoutRule {
  let id = "data-small"
  let sentence = "Small numbers of items are laid out: 0, 1, 2, 12, 13 and their neighbours."

  func check(_ subject: Subject) throws(Finding) {
    for count: UInt32 in [0, 1, 2, 3, 4, 5, 11, 12, 13, 24, 25] {
      try subject.requireSound(World([count]), "\(count) items in one section")
    }
  }
}

/// Indices do not fit 16 bits, and work per item adds up.
struct DataLarge: LayoutRule {
  let id = "data-large"
  let sentence = "A section of 100,000 items is laid out."

  func check(_ subject: Subject) throws(Finding) {
    try subject.requireSound(World([100_000]), "100,000 items in one section")
  }
}

/// A section has a cost of its own.
struct DataManySections: LayoutRule {
  let id = "data-many-sections"
  let sentence = "A thousand sections are laid out."

  func check(_ subject: Subject) throws(Finding) {
    let counts = (0..<1000).map { UInt32($0 % 4) }
    try subject.requireSound(World(counts), "1000 sections")
  }
}

/// A table of a million rows answers with one size for all rows.
struct DataUniform: LayoutRule {
  let id = "data-uniform"
  let sentence =
    "Data with one uniform count for all sections are laid out like data with a list of counts."

  func check(_ subject: Subject) throws(Finding) {
    // Only one world of an empty section: several of them have a rule of their own.
    for world in [World([7, 7, 7, 7]), World([13]), World([0])] {
      let expected = try Trial.ready(subject, world).elements()
      let trial = try Trial(subject, world)
      try LentMemory.lend(trial) { (_, snapshot, invalidation) throws(Finding) in
        let changed = UnsafeMutablePointer(mutating: snapshot)
        changed.pointee.item_counts = nil
        changed.pointee.uniform_count = world.counts[0]
        try trial.ok(
          trial.prepare(snapshot, invalidation), "prepare with uniform_count \(world.counts[0])")
      }
      try trial.ok(trial.contentSize().status, "content_size")
      try trial.settle()
      try subject.requireSame(
        try trial.elements(), as: expected,
        "with uniform_count \(world.counts[0]) for \(world.counts.count) sections")
    }
  }
}

/// A search finds nothing, and the previous results are gone.
struct DataEmptied: LayoutRule {
  let id = "data-emptied"
  let sentence = "Elements of deleted data are gone."

  func check(_ subject: Subject) throws(Finding) {
    for world in [World([]), World([0])] {
      let trial = try Trial.ready(subject)
      trial.turn(to: world)
      try trial.prepareFrame()
      try requireGone(trial, "prepared for \(world.counts) items after other data")
    }
    let (trial, model) = (try Trial(subject), Model([5, 0, 13]))
    trial.turn(to: model.world)
    try trial.makeReady()
    var batch = BatchUpdate()
    for section in [2, 1, 0] { batch.deleteSection(at: section) }
    try trial.apply(batch, from: model, to: Model([]))
    try requireGone(trial, "after a batch that deleted all sections")
  }

  private func requireGone(_ trial: Trial, _ what: String) throws(Finding) {
    let inspection = trial.inspection(try trial.everything())
    for record in inspection.answer.records where !inspection.hasPath(record) {
      throw .broken(
        "\(what), attributes_in_rect gives \(inspection.name(record)), which is not in the data")
    }
  }
}

/// Promises that hold for any data and any room.
extension Subject {
  /// Throws unless the layout handles a world: every call succeeds, numbers are finite, and a query
  /// for everything returns exactly the cells and supplementaries that single queries return.
  func requireSound(_ world: World, _ what: String) throws(Finding) {
    do throws(Finding) { try checkSoundness(world) } catch {
      throw error.about(what)
    }
  }

  private func checkSoundness(_ world: World) throws(Finding) {
    let trial = try Trial(self, world)
    // Not at rest yet: elements on the way must be sound too.
    let size = try trial.prepareFrame()
    try require(
      size.width.isFinite && size.height.isFinite || world.counts.count == 1,
      "the content is \(size)")
    let bulk = try trial.soundElements().filter { $0.record.category != LAYOUT_DECORATION }
    let keys = Set(bulk.map(\.key))
    for name in Self.sample(trial.names()) {
      let single = trial.inspection(try trial.single(name)).soundElements
      guard let element = single.first, !keys.contains(element.key) else { continue }
      throw .broken(
        "attributes_for gives \(element.name.text(descriptor)) at \(element.frame), and attributes_in_rect "
          + "for everything leaves it out")
    }
    for element in Self.sample(bulk) where try trial.single(element.name).records.isEmpty {
      throw .broken(
        "attributes_in_rect gives \(element.name.text(descriptor)) at \(element.frame), and attributes_for "
          + "answers none")
    }
  }

  /// All of a short list; some thousands of a long one, including its ends.
  private static func sample<Member>(_ list: [Member]) -> [Member] {
    let step = max(1, list.count / 3000)
    return stride(from: 0, to: list.count, by: step).map { list[$0] } + list.suffix(1)
  }
}

// MARK: - Huge data
//
// Counts are 32 bits wide, their sum is not: tables can be larger than the author of a layout
// expected.

struct DataHuge: LayoutRule {
  let id = "data-huge"
  let sentence =
    "A million items and a hundred thousand sections are laid out. Billions are laid out or refused; after a refusal the layout works with other data."

  func check(_ subject: Subject) throws(Finding) {
    for (counts, what) in Self.large {
      do throws(Finding) { try Self.layOut(try Trial(subject, Self.world(counts))) } catch {
        throw error.about(what)
      }
    }
    // Limits memory, so that an allocation without bound fails before the machine runs out of
    // memory.
    layout_conformance_limit_memory(512 << 20)
    for (counts, what) in Self.huge {
      do throws(Finding) { try Self.layOutOrRefuse(subject, counts) } catch {
        throw error.about(what)
      }
    }
  }

  private static let large: [([UInt32], String)] = [
    ([1_000_000], "1,000,000 items in one section"),
    ([UInt32](repeating: 3, count: 100_000), "100,000 sections of 3 items"),
  ]

  private static let huge: [([UInt32], String)] = [
    ([100_000_000], "100,000,000 items in one section"),
    ([UInt32.max], "4,294,967,295 items in one section"),
    ([3, UInt32.max, UInt32.max, 7], "8,589,934,600 items in four sections"),
  ]

  /// Without answers from the app: this rule is about the counts.
  private static func world(_ counts: [UInt32]) -> World {
    var world = World(counts)
    world.answers = .unbound
    return world
  }

  /// Prepares, and queries the start, the middle and the end of the content and the last item.
  private static func layOut(_ trial: Trial) throws(Finding) {
    let size = try trial.prepareFrame()
    try require(
      size.width.isFinite && size.height.isFinite && size.width >= 0 && size.height >= 0,
      "the content is \(size)")
    let viewportSize = trial.world.viewportSize
    for part in [0.5, 1, 0] {
      try trial.step(
        to: Point(
          x: max(0, size.width - viewportSize.width) * part,
          y: max(0, size.height - viewportSize.height) * part))
      _ = try trial.answer(in: trial.world.bounds)
    }
    try findLast(trial)
  }

  /// Throws when the last item is not where a query for its rectangle finds it, as after an
  /// overflow of a sum.
  private static func findLast(_ trial: Trial) throws(Finding) {
    guard let section = trial.world.counts.lastIndex(where: { $0 > 0 }),
      let kind = trial.subject.descriptor.kinds.firstIndex(where: { $0.category == .cell })
    else { return }
    let name = layout_element(
      category: UInt16(LAYOUT_CELL), kind: UInt16(kind), section: UInt32(section),
      item: trial.world.counts[section] - 1)
    guard let last = trial.inspection(try trial.single(name)).soundElements.first else { return }
    let found = try trial.soundElements(in: last.frame)
    try require(
      found.contains { $0.key == last.key } || last.frame.isEmpty,
      "\(name.text(trial.subject.descriptor)) at \(last.frame) is missing in that very rectangle")
  }

  /// Lays the world out; a layout that refuses it must then work with other data.
  private static func layOutOrRefuse(_ subject: Subject, _ counts: [UInt32]) throws(Finding) {
    let trial = try Trial(subject, world(counts))
    let status = trial.prepare()
    try require(
      status <= 0, "prepare gives the status \(status); a refusal is LAYOUT_ERROR_MEMORY")
    if status == LAYOUT_OK { return try layOut(trial) }
    trial.world = world([5, 0, 13])
    try layOut(trial)
  }
}

extension Finding {
  /// Returns the finding with a subject in front.
  func about(_ what: String) -> Finding {
    if case .broken(let text) = self { .broken("\(what): \(text)") } else { self }
  }
}
