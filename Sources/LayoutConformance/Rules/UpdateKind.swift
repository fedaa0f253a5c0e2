// SPDX-License-Identifier: Apache-2.0
//
// Every kind of change of data, applied to a model whose items keep their identities, and stated as
// a batch.

import LayoutABI
import LayoutModel
import LayoutUpdates

// MARK: - Kinds

/// One kind of change.
enum UpdateKind: String, CaseIterable {
  case insertItems = "inserted items"
  case deleteItems = "deleted items"
  case moveItems = "moved items"
  case reloadItems = "reloaded items"
  case insertSection = "an inserted section"
  case deleteSection = "a deleted section"
  case moveSection = "a moved section"
  case reloadSection = "a reloaded section"
  case insertFirstSection = "a section inserted at the front"
  case deleteAndMove = "a deleted section while items moved"
  case moveAndInsert = "a moved section while items came and went"

  /// Changes a model and returns the batch.
  /// - Returns: An empty batch when this kind of change does not apply to the model.
  func change(_ model: inout Model, _ random: inout Randomness) -> BatchUpdate {
    switch self {
    case .insertItems, .deleteItems, .moveItems, .reloadItems: changeItems(&model, &random)
    case .deleteAndMove, .moveAndInsert: changeBoth(&model, &random)
    default: changeSection(&model, &random)
    }
  }

  private func changeItems(_ model: inout Model, _ random: inout Randomness) -> BatchUpdate {
    var batch = BatchUpdate()
    let full = model.sections.indices.filter { model.sections[$0].items.count > 1 }
    guard let section = full.isEmpty ? nil : full[random.index(below: full.count)] else {
      return batch
    }
    let count = model.sections[section].items.count
    let (one, other) = (random.index(below: count), count - 1)
    switch self {
    case .insertItems:
      for path in [ItemPath(section, one), ItemPath(section, count + 1)] {
        model.insert(at: path)
        batch.insertItem(at: path)
      }
    case .deleteItems:
      for item in Set([other, one]).sorted(by: >) {
        model.remove(at: ItemPath(section, item))
        batch.deleteItem(at: ItemPath(section, item))
      }
    case .reloadItems:
      for item in Set([other, one]) {
        model.renew(ItemPath(section, item))
        batch.reloadItem(at: ItemPath(section, item))
      }
    default: model.moveEnds(of: section, &batch)
    }
    return batch
  }

  private func changeSection(_ model: inout Model, _ random: inout Randomness) -> BatchUpdate {
    var batch = BatchUpdate()
    let count = model.sections.count
    if self == .insertFirstSection || self == .insertSection || count < 3 {
      let index = self == .insertFirstSection ? 0 : random.index(below: count + 1)
      model.insertSection(at: index, items: random.index(below: 9))
      batch.insertSection(at: index)
      return batch
    }
    let (source, target) = (random.index(below: count), random.index(below: count))
    let gone = model.sections.remove(at: source)
    switch self {
    case .deleteSection: batch.deleteSection(at: source)
    case .reloadSection:
      model.insertSection(at: source, items: gone.items.count + random.index(below: 3))
      batch.reloadSection(at: source)
    default:
      model.sections.insert(gone, at: target)
      batch.moveSection(from: source, to: target)
    }
    return batch
  }

  /// Changes sections and items at once: the batch names deleted items by old paths and inserted
  /// items by new paths.
  private func changeBoth(_ model: inout Model, _ random: inout Randomness) -> BatchUpdate {
    var batch = BatchUpdate()
    let count = model.sections.count
    guard count > 2, let full = model.sections.firstIndex(where: { $0.items.count > 2 }) else {
      return batch
    }
    let source = (full + 1 + random.index(below: count - 1)) % count
    let last = model.sections[full].items.count - 1
    let item = model.sections[full].items.remove(at: last)
    let id = model.sections[full].id
    let section = model.sections.remove(at: source)
    if self == .moveAndInsert {
      let target = random.index(below: count)
      model.sections.insert(section, at: target)
      batch.moveSection(from: source, to: target)
    } else {
      batch.deleteSection(at: source)
    }
    let place = model.sections.firstIndex { $0.id == id } ?? 0
    if self == .moveAndInsert {
      model.insert(at: ItemPath(place, 0))
      batch.deleteItem(at: ItemPath(full, last))
      batch.insertItem(at: ItemPath(place, 0))
    } else {
      model.sections[place].items.insert(item, at: 0)
      batch.moveItem(from: ItemPath(full, last), to: ItemPath(place, 0))
    }
    return batch
  }
}

extension Model {
  /// Moves a section's first item to its end, and its last one to the front of another section.
  fileprivate mutating func moveEnds(of section: Int, _ batch: inout BatchUpdate) {
    let last = sections[section].items.count - 1
    let moved = sections[section].items.remove(at: last)
    let first = sections[section].items.remove(at: 0)
    let other = (section + 1) % sections.count
    sections[other].items.insert(moved, at: 0)
    batch.moveItem(from: ItemPath(section, last), to: ItemPath(other, 0))
    let end = sections[section].items.count
    sections[section].items.append(first)
    batch.moveItem(from: ItemPath(section, 0), to: ItemPath(section, end))
  }
}

// MARK: - The model
//
// Data with identities, changed by batches: an item keeps its size when it moves.

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

  /// The model as a world whose answers depend on the identities.
  var world: World {
    var world = World(counts.map(UInt32.init))
    world.identities = sections
    return world
  }

  /// Inserts a new item at a path of the data after the change.
  mutating func insert(at path: ItemPath) {
    sections[path.section].items.insert(nextID, at: path.item)
    nextID += 1
  }

  /// Removes the item at a path of the data before the change.
  mutating func remove(at path: ItemPath) { sections[path.section].items.remove(at: path.item) }

  /// Inserts a new section with this many items.
  mutating func insertSection(at index: Int, items count: Int) {
    sections.insert((nextID, Array(nextID..<nextID + count)), at: index)
    nextID += count + 1
  }

  /// Gives an item another identity, and so another size.
  mutating func renew(_ path: ItemPath) {
    sections[path.section].items[path.item] = nextID
    nextID += 1
  }
}

extension Trial {
  /// Sends a batch to the layout, as a host does.
  func apply(_ batch: BatchUpdate, from old: Model, to new: Model) throws(Finding) {
    let plan: UpdatePlan
    do throws(LayoutError) { plan = try batch.plan(from: old.counts, to: new.counts) } catch {
      throw .skipped("the check's own batch is wrong: \(error)")
    }
    let updates = plan.changes.map(\.record)
    turn(to: new.world)
    try ok(prepare(LAYOUT_MARK_COUNTS, updates: updates), "prepare for an update")
    // The batch is open, and paths map through it, until `finalize_updates` has returned.
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
    // Dynamics are not compared: one second of them must run.
    try settle(seconds: 1)
  }

  /// Throws unless the answers equal those of a new layout for the same data.
  func requireLikeNew(_ model: Model, _ what: String) throws(Finding) {
    try requireLikeNew(model.world, what)
  }

  /// Throws unless the answers equal those of a new layout for the same data and room.
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
  /// Skips the bitwise comparison of updates for layouts whose elements move by themselves.
  func skipDynamics(_ trial: Trial) throws(Finding) {
    try skip(
      trial.extensionTable(LAYOUT_EXT_DYNAMICS) != nil,
      "the elements move by themselves, so where they are depends on where they were")
  }
}
