// SPDX-License-Identifier: Apache-2.0
//
// Answers while an item is shown at another place than in the data.

import LayoutABI
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutRuntime

@Suite("Queries over a moved item")
struct QueryMoveTests {
  /// Sections of six, none and four items; identities by section and place.
  private static let counts = [6, 0, 4]

  /// Every way to move one item of these sections.
  static let moves: [ItemMove] = {
    var moves: [ItemMove] = []
    for (section, count) in counts.enumerated() {
      for item in 0..<count {
        for (other, room) in counts.enumerated() {
          for place in 0..<(other == section ? room : room + 1) {
            moves.append(ItemMove(from: ItemPath(section, item), to: ItemPath(other, place)))
          }
        }
      }
    }
    return moves
  }()

  /// The identities in the shown order.
  private static func shown(_ move: ItemMove) -> [[Int]] {
    var data = counts.enumerated().map { section, count in (0..<count).map { section * 10 + $0 } }
    let id = data[move.source.section].remove(at: move.source.item)
    data[move.target.section].insert(id, at: move.target.item)
    return data
  }

  @Test("M7: paths convert both ways, and every range is answered in the shown order")
  func ranges() throws {
    for move in Self.moves {
      let shown = Self.shown(move)
      let bench = QueryBench(itemCounts: SectionCounts(shown.map { UInt32($0.count) }))
      try bench.table.bind("ask") { path in
        let id = path.section * 10 + path.item
        return id % 4 == 1 ? nil : Size(width: Double(id), height: 1)
      }
      bench.table.move = move
      for (section, ids) in shown.enumerated() {
        for (item, id) in ids.enumerated() {
          let path = ItemPath(section, item)
          #expect(move.dataPath(of: path) == ItemPath(id / 10, id % 10), "\(move)")
          #expect(move.shownPath(of: move.dataPath(of: path)) == path, "\(move)")
          let one = bench.askOne(UInt32(section), UInt32(item), Size(width: -7, height: -7))
          #expect(one.0 == (id % 4 == 1 ? LAYOUT_UNANSWERED : LAYOUT_OK), "\(move)")
        }
        for start in ids.indices {
          for end in start + 1...ids.count {
            let mark = Size(width: -7, height: -7)
            let many = bench.askMany(UInt32(section), UInt32(start), UInt32(end - start), mark)
            let wanted = ids[start..<end].map { $0 % 4 == 1 ? nil : Double($0) }
            guard wanted.contains(where: { $0 != nil }) else {
              #expect(many.how == LAYOUT_ANSWERED_NONE, "\(move)")
              continue
            }
            #expect(many.how == LAYOUT_ANSWERED_ALL, "\(move)")
            #expect(many.values.map { $0.width.isNaN ? nil : $0.width } == wanted, "\(move)")
          }
        }
      }
    }
  }

  @Test("equal items stay one answer, and an item from another section is distinguished")
  func uniform() throws {
    let bench = QueryBench(result: .number, itemCounts: [100_001, 9])
    var askedCount = 0
    try bench.table.bind("ask") {
      (section: Int, _: Range<Int>, out: inout MutableSpan<Double>) in
      askedCount += 1
      out[0] = Double(section)
      return .uniform
    }
    bench.table.move = ItemMove(from: ItemPath(0, 70), to: ItemPath(0, 99_000))
    let same = bench.askMany(0, 0, 100_001, -1.0)
    #expect(same.how == LAYOUT_ANSWERED_UNIFORM && same.values[0] == 0 && askedCount <= 5)
    bench.table.move = ItemMove(from: ItemPath(1, 2), to: ItemPath(0, 3))
    let mixed = bench.askMany(0, 0, 6, -1.0)
    #expect(mixed.how == LAYOUT_ANSWERED_ALL && mixed.values == [0, 0, 0, 1, 0, 0])
  }

  @Test("a type without a value for unanswered is answered completely or not at all")
  func partial() throws {
    let bench = QueryBench(result: .bool, itemCounts: [3, 3])
    try bench.table.bind("ask") {
      (section: Int, _: Range<Int>, out: inout MutableSpan<Bool>) in
      guard section == 0 else { return .none }
      out[0] = true
      return .uniform
    }
    bench.table.move = ItemMove(from: ItemPath(1, 0), to: ItemPath(0, 1))
    #expect(bench.askMany(0, 0, 3, false).status == LAYOUT_ERROR_QUERY)
  }

  @Test("queries about sections ignore the move")
  func sections() throws {
    let bench = QueryBench(scope: .section, result: .number, itemCounts: [3, 3])
    try bench.table.bind("ask") { path in Double(path.section) }
    bench.table.move = ItemMove(from: ItemPath(1, 0), to: ItemPath(0, 0))
    #expect(bench.askMany(0, 0, 2, -1.0).values == [0, 1])
    #expect(bench.askOne(1, 0, -1.0).1 == 1)
  }
}
