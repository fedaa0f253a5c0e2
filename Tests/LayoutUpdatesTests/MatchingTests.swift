// SPDX-License-Identifier: Apache-2.0
//
// The matching of two lists, by the published cases and by applying the difference.

import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutUpdates

@Suite("Matching of two lists")
struct MatchingTests {
  /// The changes that turn one list into the other, as in a snapshot's difference.
  private struct Difference {
    let deletes: [Int]
    let inserts: [Int]
    var moves: [(source: Int, target: Int)] = []

    init<Identity: Hashable>(_ old: [Identity], _ new: [Identity]) {
      let matching = Matching(old, new)
      (deletes, inserts) = (matching.unmatchedOld, matching.unmatchedNew)
      matching.forEachRun { run, hasMoved in
        guard hasMoved else { return }
        for step in 0..<run.count { moves.append((run.old + step, run.new + step)) }
      }
    }

    /// Returns true if applying it to `old` gives `new`.
    func leads<Identity: Hashable>(from old: [Identity], to new: [Identity]) throws -> Bool {
      var batch = BatchUpdate()
      for index in deletes { batch.deleteItem(at: ItemPath(0, index)) }
      for index in inserts { batch.insertItem(at: ItemPath(0, index)) }
      for move in moves {
        batch.moveItem(from: ItemPath(0, move.source), to: ItemPath(0, move.target))
      }
      let plan = try batch.plan(from: [old.count], to: [new.count])
      return new.indices.allSatisfy { index in
        guard let source = plan.oldPath(of: ItemPath(0, index))?.item else {
          return inserts.contains(index)
        }
        return old[source] == new[index]
      }
    }
  }

  @Test("B9: the published linear cases give the same deletes and inserts, and no more moves")
  func cases() throws {
    var checked = 0
    for line in try CaseFile.lines("differencekit_diff.jsonl")
    where line["kind"] as? String == "diff-linear" {
      guard let old = Self.identities(line["old"]), let new = Self.identities(line["new"]) else {
        continue
      }
      let stages = try #require((line["expect"] as? [String: Any])?["stages"] as? [[String: Any]])
      let difference = Difference(old, new)
      let name = Comment(rawValue: "\(line["id"] ?? "")")
      #expect(difference.deletes == Self.items(stages, "elementDeleted"), name)
      #expect(difference.inserts == Self.items(stages, "elementInserted"), name)
      let moves = stages.flatMap { $0["elementMoved"] as? [[String: [Int]]] ?? [] }
      #expect(difference.moves.isEmpty == moves.isEmpty, name)
      #expect(difference.moves.count <= moves.count, name)
      #expect(try difference.leads(from: old, to: new), name)
      checked += 1
    }
    #expect(checked == 12)
  }

  @Test(
    "B9: applying a difference gives the new list, and moves only items that changed their order")
  func applies() throws {
    for seed in 0..<2_000 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let old = Self.list(using: &generator)
      let new = Self.list(using: &generator)
      let difference = Difference(old, new)
      #expect(try difference.leads(from: old, to: new), "seed \(seed)")
    }
    let rotation = Difference(Array(0..<100), [99] + Array(0..<99))
    #expect(rotation.moves.map(\.source) == [99] && rotation.moves.map(\.target) == [0])
    let same = Difference([1, 2, 3], [1, 2, 3])
    #expect(same.deletes.isEmpty && same.inserts.isEmpty && same.moves.isEmpty)
  }

  private static func list(using generator: inout SeededGenerator) -> [Int] {
    Array(
      Array(0..<12).shuffled(using: &generator).prefix(Int.random(in: 0...12, using: &generator)))
  }

  /// Returns the identities of a case's list; nil for one that is not a list.
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
