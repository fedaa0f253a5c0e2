// SPDX-License-Identifier: Apache-2.0
//
// Data with identities, that batches change: an item keeps its size wherever it goes.

import LayoutABI
import LayoutModel
import LayoutUpdates

/// Sections and items by identity.
struct Model: Equatable {
  /// The identities of sections and items, in order.
  var sections: [(id: Int, items: [Int])]
  private var nextID = 1_000

  init(_ counts: [Int]) {
    var next = 0
    sections = counts.enumerated().map { section, count in
      defer { next += count }
      return (section, Array(next..<next + count))
    }
  }

  static func == (a: Self, b: Self) -> Bool {
    a.sections.map(\.id) == b.sections.map(\.id)
      && a.sections.map(\.items) == b.sections.map(\.items)
  }

  /// Items of each section.
  var counts: [Int] { sections.map(\.items.count) }

  /// The model as a world whose answers go with the identities.
  var world: World {
    var world = World(counts.map(UInt32.init))
    world.identities = sections
    return world
  }

  /// Puts a new item at a path, stated in the data as it will be.
  mutating func insert(at path: ItemPath) {
    sections[path.section].items.insert(nextID, at: path.item)
    nextID += 1
  }

  /// Takes the item at a path away, stated in the data as it is now.
  mutating func remove(at path: ItemPath) { sections[path.section].items.remove(at: path.item) }

  /// Puts a new section of so many items somewhere.
  mutating func insertSection(at index: Int, items count: Int) {
    sections.insert((nextID, Array(nextID..<nextID + count)), at: index)
    nextID += count + 1
  }

  /// Gives an item another identity, and with it another size.
  mutating func renew(_ path: ItemPath) {
    sections[path.section].items[path.item] = nextID
    nextID += 1
  }
}

extension Trial {
  /// Tells the layout of a batch, as a host does.
  func apply(_ batch: BatchUpdate, from old: Model, to new: Model) throws(Finding) {
    let plan: UpdatePlan
    do throws(LayoutError) { plan = try batch.plan(from: old.counts, to: new.counts) } catch {
      throw .skipped("the check's own batch is wrong: \(error)")
    }
    let updates = plan.changes.map(\.record)
    turn(to: new.world)
    try ok(prepare(LAYOUT_MARK_COUNTS, updates: updates), "prepare for an update")
    // The batch is under way, and paths map through it, until the layout was told of its end.
    context.updates = updates
    defer { context.updates = [] }
    let table = table(.updates, as: layout_updates.self)
    if let call = table?.pointee.prepare_for_updates {
      let status = within(.prepareForUpdates) { call(own, updates, UInt32(updates.count)) }
      try ok(status, "prepare_for_updates")
    }
    try ok(contentSize().status, "content_size")
    if let call = table?.pointee.finalize_updates {
      try ok(within(.finalizeUpdates) { call(own) }, "finalize_updates")
    }
    // What moves by itself is not compared: a second of it has to run.
    try settle(seconds: 1)
  }

  /// Throws unless the layout answers what a new one answers for the same data.
  func requireLikeNew(_ model: Model, _ what: String) throws(Finding) {
    try requireLikeNew(model.world, what)
  }

  /// Throws unless the layout answers what a new one answers for the same data and room.
  func requireLikeNew(_ world: World, _ what: String) throws(Finding) {
    let fresh = try Trial(subject, world)
    let size = try fresh.makeReady()
    try require(
      contentSize().size == size,
      "\(what), the content is \(contentSize().size); a new layout says \(size)")
    try subject.requireSame(
      try elements(), as: try fresh.elements(), "\(what), unlike a new layout")
  }
}

extension Subject {
  /// Throws that updates cannot be compared bit by bit where elements move by themselves.
  func skipDynamics(_ trial: Trial) throws(Finding) {
    try skip(
      trial.extensionTable(LAYOUT_EXT_DYNAMICS) != nil,
      "the elements move by themselves, so where they are depends on where they were")
  }
}
