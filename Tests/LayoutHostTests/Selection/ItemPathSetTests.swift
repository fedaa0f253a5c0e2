// SPDX-License-Identifier: Apache-2.0
//
// Compares sets of index paths with plain sets, and follows them through batches.

import LayoutModel
import LayoutTesting
import LayoutUpdates
import Testing

@testable import LayoutEngine
@testable import LayoutHost

@Suite("ItemPathSet")
struct ItemPathSetTests {
  @Test(
    "any order of insertions and removals gives the same members as a plain set", arguments: 0..<40)
  func plain(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    var (set, plain) = (ItemPathSet(), Set<ItemPath>())
    for _ in 0..<200 {
      let path = ItemPath(
        Int.random(in: 0..<3, using: &dice), Int.random(in: 0..<12, using: &dice))
      if Bool.random(using: &dice) {
        set.insert(path)
        plain.insert(path)
      } else {
        set.remove(path)
        plain.remove(path)
      }
      #expect(set.paths == plain.sorted(), "seed \(seed)")
      #expect(set.count == plain.count && set.first == plain.min(), "seed \(seed)")
      #expect(set == ItemPathSet(Array(plain)), "adjacent runs are joined; seed \(seed)")
      let probe = ItemPath(
        Int.random(in: 0..<4, using: &dice), Int.random(in: 0..<13, using: &dice))
      #expect(set.contains(probe) == plain.contains(probe), "seed \(seed)")
    }
  }

  @Test("M13: through a random batch each path follows its item", arguments: 0..<200)
  func batch(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let model = ArrayModel.random(using: &dice)
    let change = RandomChange(model, using: &dice)
    let plan = try change.batch.plan(from: model.counts, to: change.result.counts)
    let all = model.sections.flatMap(\.items)
    let chosen = all.filter { _ in Int.random(in: 0..<3, using: &dice) > 0 }
    let mapped = ItemPathSet(chosen.compactMap(model.path)).mapped(through: plan)
    let wanted = chosen.filter(change.keeps).compactMap(change.result.path).sorted()
    let reloaded = Set(
      change.batch.operations.compactMap { operation -> Int? in
        if case .reloadSection(let section) = operation {
          plan.newSection(of: section)
        } else {
          nil
        }
      })
    // An item that lands in a new section has an identity only if it moved there.
    #expect(
      mapped.paths.filter { !reloaded.contains($0.section) }
        == wanted.filter { !reloaded.contains($0.section) }, "seed \(seed)")
  }

  @Test("a hundred million selected items go through a batch as a few runs")
  func large() throws {
    let count = 100_000_000
    var set = ItemPathSet()
    set.append(0, 0..<count)
    var batch = BatchUpdate()
    batch.deleteItem(at: ItemPath(0, 10))
    batch.insertItem(at: ItemPath(0, 5_000_000))
    batch.moveItem(from: ItemPath(0, 70_000_000), to: ItemPath(0, 3))
    let plan = try batch.plan(from: [count], to: [count])
    let mapped = set.mapped(through: plan)
    #expect(mapped.count == count - 1)
    #expect(!mapped.contains(ItemPath(0, 5_000_000)))
    #expect(mapped.runs.map(\.items) == [0..<5_000_000, 5_000_001..<count])
  }
}
