// SPDX-License-Identifier: Apache-2.0
//
// Differences by the published cases and by applying them.

import LayoutModel
import LayoutTesting
import LayoutUpdates
import Testing

@Suite("ListDifference")
struct ListDifferenceTests {
  @Test("B9: the published linear cases give the same deletes, inserts and moves")
  func cases() throws {
    var checked = 0
    for line in try CaseFile.lines("differencekit_diff.jsonl")
    where line["kind"] as? String == "diff-linear" {
      guard let old = Self.identities(line["old"]), let new = Self.identities(line["new"]) else {
        continue
      }
      let stages = try #require((line["expect"] as? [String: Any])?["stages"] as? [[String: Any]])
      let difference = ListDifference(from: old, to: new)
      let name = Comment(rawValue: "\(line["id"] ?? "")")
      #expect(difference.deletes == Self.items(stages, "elementDeleted"), name)
      #expect(difference.inserts == Self.items(stages, "elementInserted"), name)
      // The cases state sources after the deletes.
      let targets = difference.moves.map(\.target).sorted()
      let sources = difference.moves.map { move in
        move.source - difference.deletes.filter { $0 < move.source }.count
      }.sorted()
      let moves = stages.flatMap { $0["elementMoved"] as? [[String: [Int]]] ?? [] }
      #expect(targets == moves.compactMap { $0["target"]?[1] }.sorted(), name)
      #expect(sources == moves.compactMap { $0["source"]?[1] }.sorted(), name)
      checked += 1
    }
    #expect(checked == 12)
  }

  @Test("B9: applying a difference gives the new list, and moves only what changed its order")
  func applies() throws {
    for seed in 0..<2_000 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let old = Self.list(using: &generator)
      let new = Self.list(using: &generator)
      let difference = ListDifference(from: old, to: new)
      var batch = BatchUpdate()
      for index in difference.deletes { batch.deleteItem(at: ItemPath(0, index)) }
      for index in difference.inserts { batch.insertItem(at: ItemPath(0, index)) }
      for move in difference.moves {
        batch.moveItem(from: ItemPath(0, move.source), to: ItemPath(0, move.target))
      }
      let plan = try batch.plan(from: [old.count], to: [new.count])
      for (index, identity) in new.enumerated() {
        let source = plan.oldPath(of: ItemPath(0, index))?.item
        #expect(source.map { old[$0] } ?? identity == identity, "seed \(seed)")
        #expect(source != nil || difference.inserts.contains(index), "seed \(seed)")
      }
    }
    let rotation = ListDifference(from: Array(0..<100), to: [99] + Array(0..<99))
    #expect(rotation.moves == [.init(source: 99, target: 0)])
    #expect(ListDifference(from: [1, 2, 3], to: [1, 2, 3]).isEmpty)
  }

  private static func list(using generator: inout SeededGenerator) -> [Int] {
    Array(
      Array(0..<12).shuffled(using: &generator).prefix(Int.random(in: 0...12, using: &generator)))
  }

  /// Identities of a case's list; nil for one that is not a list.
  private static func identities(_ value: Any?) -> [String]? {
    (value as? [Any])?.map { element in
      guard let object = element as? [String: Any] else { return "\(element)" }
      return "\(object["id"] ?? object["v"] ?? "")"
    }
  }

  private static func items(_ stages: [[String: Any]], _ key: String) -> [Int] {
    stages.flatMap { $0[key] as? [[Int]] ?? [] }.map { $0[1] }
  }
}
