// SPDX-License-Identifier: Apache-2.0
//
// Snapshots: unique identities, and the differences between two of them.

import LayoutModel
import LayoutTesting
import LayoutUpdates
import Testing

@Suite("DiffableSnapshot")
struct DiffableSnapshotTests {
  typealias Snapshot = DiffableSnapshot<Int, Int>

  @Test("M8: a duplicate identity is named and changes nothing")
  func duplicates() throws {
    var snapshot = Snapshot()
    try snapshot.appendSections([1, 2])
    try snapshot.appendItems([10, 11], to: 1)
    #expect(throws: LayoutError.self) { try snapshot.appendSections([3, 1]) }
    #expect(throws: LayoutError.self) { try snapshot.appendItems([12, 12], to: 2) }
    #expect {
      try snapshot.appendItems([12, 11], to: 2)
    } throws: { error in
      (error as? LayoutError)?.code == "duplicate-identity" && "\(error)".contains("Item 11")
    }
    #expect(throws: LayoutError.self) { try snapshot.appendItems([13], to: 9) }
    #expect(snapshot.sectionIDs == [1, 2])
    #expect(snapshot.counts == [2, 0])
    try snapshot.appendItems([12], to: 2)
    #expect(snapshot.itemCount == 3)
  }

  @Test("M8, B9: the difference of 2,000 random pairs of snapshots leads from one to the other")
  func differences() throws {
    for seed in 0..<2_000 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let old = try Self.random(using: &generator)
      let new = try Self.random(using: &generator)
      let plan = try old.difference(to: new).plan(from: old.counts, to: new.counts)
      for section in new.sectionIDs.indices {
        for (item, identity) in new.itemIDs(inSectionAt: section).enumerated() {
          guard let source = plan.oldPath(of: ItemPath(section, item)) else { continue }
          #expect(old.itemIDs(inSectionAt: source.section)[source.item] == identity, "seed \(seed)")
        }
      }
    }
  }

  @Test("B9: no snapshot moves more items than a search through all orders finds necessary")
  func fewestMoves() throws {
    for seed in 0..<1_000 {
      var dice = SeededGenerator(seed: UInt64(seed))
      let count = Int.random(in: 0...8, using: &dice)
      let order = Array(0..<count).shuffled(using: &dice)
      var (old, new) = (Snapshot(), Snapshot())
      try old.appendSections([1])
      try old.appendItems(Array(0..<count), to: 1)
      try new.appendSections([1])
      try new.appendItems(order, to: 1)
      let batch = old.difference(to: new)
      // The largest number of items that can stay: every subset is tried.
      let kept =
        (0..<(1 << count)).filter { subset in
          let chosen = order.indices.filter { subset >> $0 & 1 == 1 }.map { order[$0] }
          return chosen == chosen.sorted()
        }.map(\.nonzeroBitCount).max() ?? 0
      #expect(batch.operations.count == count - kept, "seed \(seed)")
    }
    var (old, new) = (Snapshot(), Snapshot())
    try old.appendSections([1])
    try old.appendItems(Array(0..<10_000), to: 1)
    try new.appendSections([1])
    try new.appendItems(Array(1..<10_000) + [0], to: 1)
    #expect(
      old.difference(to: new).operations
        == [.moveItem(from: ItemPath(0, 0), to: ItemPath(0, 9_999))])
  }

  @Test("M8: items that stay in their sections are kept, and those that change section move")
  func keepsItems() throws {
    var old = Snapshot()
    try old.appendSections([1, 2])
    try old.appendItems([10, 11, 12], to: 1)
    try old.appendItems([20], to: 2)
    var new = old
    new.deleteItems([11])
    try new.appendItems([21], to: 2)
    #expect(
      old.difference(to: new).operations
        == [.insertItem(ItemPath(1, 1)), .deleteItem(ItemPath(0, 1))])
    try new.reloadItems([10])
    #expect(old.difference(to: new).operations.contains(.reloadItem(ItemPath(0, 0))))
    var moved = Snapshot()
    try moved.appendSections([1, 2])
    try moved.appendItems([10, 11], to: 1)
    try moved.appendItems([12, 20], to: 2)
    #expect(
      old.difference(to: moved).operations
        == [.moveItem(from: ItemPath(0, 2), to: ItemPath(1, 0))])
  }

  @Test("M8: deleting sections takes their items out")
  func deleteSections() throws {
    var snapshot = Snapshot()
    try snapshot.appendSections([1, 2, 3])
    try snapshot.appendItems([10], to: 1)
    try snapshot.appendItems([30], to: 3)
    snapshot.deleteSections([1])
    #expect(snapshot.sectionIDs == [2, 3])
    #expect(try snapshot.index(of: 3) == 1)
    #expect(!snapshot.contains(10))
    try snapshot.appendItems([10], to: 2)
    #expect(snapshot.counts == [1, 1])
  }

  private static func random(using generator: inout SeededGenerator) throws -> Snapshot {
    var snapshot = Snapshot()
    var items = Array(100..<120).shuffled(using: &generator)
    let sections = Array(0..<5).shuffled(using: &generator)
    for section in sections.prefix(Int.random(in: 0...5, using: &generator)) {
      try snapshot.appendSections([section])
      let count = Int.random(in: 0...min(5, items.count), using: &generator)
      try snapshot.appendItems(Array(items.prefix(count)), to: section)
      items.removeFirst(count)
    }
    return snapshot
  }
}
