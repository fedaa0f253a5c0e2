// SPDX-License-Identifier: Apache-2.0
//
// Compares plans with a plain array model, and tests the batches that are refused.

import LayoutModel
import LayoutTesting
import LayoutUpdates
import Testing

@Suite("UpdatePlan")
struct UpdatePlanTests {
  @Test("B1, B2: 2,000 random batches map every item where the array model puts it")
  func mapsLikeArrays() throws {
    for seed in 0..<2_000 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let old = ArrayModel.random(using: &generator)
      let (batch, new) = old.randomBatch(using: &generator)
      let plan = try batch.plan(from: old.counts, to: new.counts)
      expectSameMapping(plan, old, new, "seed \(seed)")
    }
  }

  private func expectSameMapping(
    _ plan: UpdatePlan, _ old: ArrayModel, _ new: ArrayModel, _ label: Comment
  ) {
    for (section, content) in old.sections.enumerated() {
      let target = new.sections.firstIndex { $0.id == content.id }
      #expect(plan.newSection(of: section) == target, label)
      for (item, id) in content.items.enumerated() {
        let path = new.path(of: id)
        #expect(plan.newPath(of: ItemPath(section, item)) == path, label)
      }
    }
    for (section, content) in new.sections.enumerated() {
      #expect(
        plan.oldSection(of: section) == old.sections.firstIndex { $0.id == content.id }, label)
      for (item, id) in content.items.enumerated() {
        #expect(plan.oldPath(of: ItemPath(section, item)) == old.path(of: id), label)
      }
    }
  }

  @Test("B3: a reloaded item keeps its place and is made again")
  func reload() throws {
    let batch = BatchUpdate([.reloadItem(ItemPath(0, 2)), .insertItem(ItemPath(0, 0))])
    let plan = try batch.plan(from: [3], to: [4])
    #expect(plan.newPath(of: ItemPath(0, 2)) == nil)
    #expect(plan.oldPath(of: ItemPath(0, 3)) == nil)
    #expect(plan.newPath(of: ItemPath(0, 1)) == ItemPath(0, 2))
    #expect(plan.changes.last?.after == .init(section: 0, item: 3))
  }

  @Test("B3: item operations inside deleted and inserted sections are dropped")
  func insideSections() throws {
    let batch = BatchUpdate([
      .deleteSection(0), .deleteItem(ItemPath(0, 1)), .insertSection(1),
      .insertItem(ItemPath(1, 0)), .moveItem(from: ItemPath(0, 0), to: ItemPath(0, 0)),
    ])
    let plan = try batch.plan(from: [2, 1], to: [2, 5])
    #expect(plan.oldPath(of: ItemPath(0, 0)) == nil)
    #expect(plan.newPath(of: ItemPath(1, 0)) == ItemPath(0, 1))
    #expect(plan.changes.map(\.action) == [.delete, .insert, .insert])
  }

  /// A batch that must be refused, and the words that the message must have.
  struct Refused: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let operations: [BatchUpdate.Operation]
    let old: [Int]
    let new: [Int]
    let names: String
  }

  static let refused = [
    Refused(
      testDescription: "delete beyond the end", operations: [.deleteItem(ItemPath(0, 3))],
      old: [3], new: [2], names: "delete of item 0.3"),
    Refused(
      testDescription: "insert beyond the end", operations: [.insertItem(ItemPath(0, 4))],
      old: [3], new: [4], names: "insert of item 0.4"),
    Refused(
      testDescription: "a section that is not there", operations: [.deleteItem(ItemPath(2, 0))],
      old: [3], new: [3], names: "delete of item 2.0"),
    Refused(
      testDescription: "deleted and moved",
      operations: [
        .deleteItem(ItemPath(0, 0)), .moveItem(from: ItemPath(0, 0), to: ItemPath(0, 1)),
      ], old: [3], new: [2], names: "move of item 0.0 to 0.1"),
    Refused(
      testDescription: "inserted and moved to",
      operations: [
        .insertItem(ItemPath(0, 1)), .moveItem(from: ItemPath(0, 0), to: ItemPath(0, 1)),
      ], old: [3], new: [4], names: "insert of item 0.1"),
    Refused(
      testDescription: "reloaded and deleted",
      operations: [.reloadItem(ItemPath(0, 0)), .deleteItem(ItemPath(0, 0))], old: [3], new: [2],
      names: "reload of item 0.0"),
    Refused(
      testDescription: "section deleted and moved",
      operations: [.deleteSection(0), .moveSection(from: 0, to: 0)], old: [1, 1], new: [1],
      names: "move of section 0 to 0"),
    Refused(
      testDescription: "negative section", operations: [.insertSection(-1)], old: [], new: [1],
      names: "insert of section -1"),
  ]

  @Test("B4: a conflicting batch is refused by the operation's name", arguments: refused)
  func refusal(_ refused: Refused) {
    #expect {
      try BatchUpdate(refused.operations).plan(from: refused.old, to: refused.new)
    } throws: { error in
      guard let error = error as? LayoutError else { return false }
      return error.code == "invalid-update" && error.message.contains(refused.names)
    }
  }

  @Test("B5: counts that do not add up are reported in UIKit's sentence")
  func counts() {
    let batch = BatchUpdate([
      .insertItem(ItemPath(0, 0)), .deleteItem(ItemPath(0, 1)),
      .moveItem(from: ItemPath(1, 0), to: ItemPath(0, 2)),
    ])
    let message =
      "Invalid update: invalid number of items in section 0. The number of items contained in an "
      + "existing section after the update (9) must be equal to the number of items contained in "
      + "that section before the update (5), plus or minus the number of items inserted or deleted "
      + "from that section (1 inserted, 1 deleted) and plus or minus the number of items moved into "
      + "or out of that section (1 moved in, 0 moved out)."
    #expect(throws: LayoutError("invalid-update", message)) {
      try batch.plan(from: [5, 2], to: [9, 1])
    }
    #expect {
      try BatchUpdate([.deleteSection(0)]).plan(from: [1, 1], to: [1, 1])
    } throws: {
      "\($0)".contains("after the update (2)") && "\($0)".contains("before the update (2)")
    }
  }
}
