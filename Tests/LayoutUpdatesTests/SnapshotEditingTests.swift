// SPDX-License-Identifier: Apache-2.0
//
// Compares edits in the middle of snapshots with plain arrays.

import LayoutModel
import LayoutTesting
import LayoutUpdates
import Testing

@Suite("Editing a snapshot")
struct SnapshotEditingTests {
  typealias Snapshot = DiffableSnapshot<Int, Int>

  /// The same content as plain arrays.
  private struct Model: Equatable {
    var sections: [Int] = []
    var items: [[Int]] = []

    init() {}

    init(_ snapshot: Snapshot) {
      sections = snapshot.sectionIDs
      items = snapshot.sectionIDs.indices.map { snapshot.itemIDs(inSectionAt: $0) }
    }

    func path(of item: Int) -> (Int, Int)? {
      for (section, content) in items.enumerated() {
        if let index = content.firstIndex(of: item) { return (section, index) }
      }
      return nil
    }
  }

  @Test("M8: 300 random rounds of edits equal those of arrays, and a wrong edit changes nothing")
  func edits() throws {
    for seed in 0..<300 {
      var dice = SeededGenerator(seed: UInt64(seed))
      var (snapshot, model, next) = (Snapshot(), Model(), 100)
      try snapshot.appendSections([1, 2, 3])
      (model.sections, model.items) = ([1, 2, 3], [[], [], []])
      for section in 1...3 {
        try snapshot.appendItems([section * 10, section * 10 + 1], to: section)
        model.items[section - 1] = [section * 10, section * 10 + 1]
      }
      for _ in 0..<20 {
        Self.edit(&snapshot, &model, &next, &dice)
        #expect(Model(snapshot) == model, "seed \(seed)")
        for (section, id) in model.sections.enumerated() {
          #expect(try snapshot.index(of: id) == section, "seed \(seed)")
          #expect(try snapshot.itemCount(in: id) == model.items[section].count, "seed \(seed)")
        }
        for item in model.items.joined() {
          let path = try #require(model.path(of: item))
          #expect(snapshot.path(of: item) == ItemPath(path.0, path.1), "seed \(seed)")
          #expect(snapshot.sectionID(containing: item) == model.sections[path.0], "seed \(seed)")
        }
      }
    }
  }

  /// Makes one edit in both. Some are wrong: the snapshot refuses them and the model stays.
  private static func edit(
    _ snapshot: inout Snapshot, _ model: inout Model, _ next: inout Int,
    _ dice: inout SeededGenerator
  ) {
    let items = model.items.flatMap { $0 } + [999]
    let sections = model.sections + [99]
    let isBehind = Bool.random(using: &dice)
    next += 2
    let isFresh = Bool.random(using: &dice)
    switch Int.random(in: 0..<4, using: &dice) {
    case 0:
      let new = [
        next, isFresh ? next + 1 : Array(model.items.joined()).randomElement(using: &dice)!,
      ]
      insert(new, beside: items.randomElement(using: &dice)!, isBehind, &snapshot, &model)
    case 1:
      let (item, other) = (items.randomElement(using: &dice)!, items.randomElement(using: &dice)!)
      move(item, beside: other, isBehind, &snapshot, &model)
    case 2:
      let new = isFresh ? next : model.sections.randomElement(using: &dice)!
      let neighbour = sections.randomElement(using: &dice)!
      insert(section: new, beside: neighbour, isBehind, &snapshot, &model)
    default:
      let section = sections.randomElement(using: &dice)!
      let neighbour = sections.randomElement(using: &dice)!
      move(section: section, beside: neighbour, isBehind, &snapshot, &model)
    }
  }

  private static func insert(
    _ new: [Int], beside item: Int, _ isBehind: Bool, _ snapshot: inout Snapshot,
    _ model: inout Model
  ) {
    let isDone = succeeds {
      if isBehind {
        try snapshot.insertItems(new, afterItem: item)
      } else {
        try snapshot.insertItems(new, beforeItem: item)
      }
    }
    let path = model.path(of: new[1]) == nil ? model.path(of: item) : nil
    #expect(isDone == (path != nil))
    guard let path else { return }
    model.items[path.0].insert(contentsOf: new, at: path.1 + (isBehind ? 1 : 0))
  }

  private static func move(
    _ item: Int, beside other: Int, _ isBehind: Bool, _ snapshot: inout Snapshot,
    _ model: inout Model
  ) {
    let isDone = succeeds {
      if isBehind {
        try snapshot.moveItem(item, afterItem: other)
      } else {
        try snapshot.moveItem(item, beforeItem: other)
      }
    }
    let isKnown = model.path(of: item) != nil && model.path(of: other) != nil
    #expect(isDone == isKnown)
    guard isKnown, item != other, let source = model.path(of: item) else { return }
    model.items[source.0].remove(at: source.1)
    let path = model.path(of: other)!
    model.items[path.0].insert(item, at: path.1 + (isBehind ? 1 : 0))
  }

  private static func insert(
    section new: Int, beside section: Int, _ isBehind: Bool, _ snapshot: inout Snapshot,
    _ model: inout Model
  ) {
    let isDone = succeeds {
      if isBehind {
        try snapshot.insertSections([new], afterSection: section)
      } else {
        try snapshot.insertSections([new], beforeSection: section)
      }
    }
    let place = model.sections.contains(new) ? nil : model.sections.firstIndex(of: section)
    #expect(isDone == (place != nil))
    guard let place else { return }
    model.sections.insert(new, at: place + (isBehind ? 1 : 0))
    model.items.insert([], at: place + (isBehind ? 1 : 0))
  }

  private static func move(
    section: Int, beside other: Int, _ isBehind: Bool, _ snapshot: inout Snapshot,
    _ model: inout Model
  ) {
    let isDone = succeeds {
      if isBehind {
        try snapshot.moveSection(section, afterSection: other)
      } else {
        try snapshot.moveSection(section, beforeSection: other)
      }
    }
    let isKnown = model.sections.contains(section) && model.sections.contains(other)
    #expect(isDone == isKnown)
    guard isKnown, section != other, let source = model.sections.firstIndex(of: section)
    else { return }
    let (id, content) = (model.sections.remove(at: source), model.items.remove(at: source))
    let place = model.sections.firstIndex(of: other)! + (isBehind ? 1 : 0)
    model.sections.insert(id, at: place)
    model.items.insert(content, at: place)
  }

  private static func succeeds(_ body: () throws -> Void) -> Bool {
    do { try body() } catch { return false }
    return true
  }

  @Test("M8: a reloaded section is a new one, and items that left it are new elsewhere")
  func reloadedSections() throws {
    var old = Snapshot()
    try old.appendSections([1, 2, 3])
    try old.appendItems([10, 11], to: 1)
    try old.appendItems([20], to: 2)
    var new = old
    try new.moveItem(10, afterItem: 20)
    try new.reloadSections([1])
    let batch = old.difference(to: new)
    #expect(
      Set(batch.operations.map(\.description))
        == ["delete of section 0", "insert of section 0", "insert of item 1.1"])
    _ = try batch.plan(from: old.counts, to: new.counts)
    #expect(throws: LayoutError.self) { try new.reloadSections([9]) }
    #expect(throws: LayoutError.self) { try new.reconfigureItems([9]) }
  }

  @Test("M8: a snapshot without its items equals a new one")
  func deletesAll() throws {
    var snapshot = Snapshot()
    try snapshot.appendSections([1])
    try snapshot.appendItems([10], to: 1)
    snapshot.deleteAllItems()
    #expect(snapshot.sectionIDs.isEmpty && snapshot.itemCount == 0)
    try snapshot.appendSections([1])
    try snapshot.appendItems([10], to: 1)
    #expect(snapshot.counts == [1])
  }
}
