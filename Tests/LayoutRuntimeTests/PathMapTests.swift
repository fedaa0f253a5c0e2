// SPDX-License-Identifier: Apache-2.0
//
// Where items go in a batch, against a model that moves names in arrays.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("Path map")
struct PathMapTests {
  private static let none = layout_path(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE)

  static func item(
    _ action: UInt32, _ before: ItemPath?, _ after: ItemPath?
  ) -> layout_update {
    layout_update(action: action, of_section: 0, before: path(before), after: path(after))
  }

  static func section(_ action: UInt32, _ before: Int?, _ after: Int?) -> layout_update {
    layout_update(
      action: action, of_section: 1,
      before: layout_path(
        section: before.map(UInt32.init) ?? LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE),
      after: layout_path(
        section: after.map(UInt32.init) ?? LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE))
  }

  private static func path(_ path: ItemPath?) -> layout_path {
    path.map { layout_path(section: UInt32($0.section), item: UInt32($0.item)) } ?? none
  }

  @Test("B1, B2: inserts, deletes and moves use their own side's indices")
  func items() {
    // old a b c d e -> new x b e c, with d in section 1
    let map = PathMap([
      Self.item(LAYOUT_UPDATE_DELETE, ItemPath(0, 0), nil),
      Self.item(LAYOUT_UPDATE_INSERT, nil, ItemPath(0, 0)),
      Self.item(LAYOUT_UPDATE_MOVE, ItemPath(0, 4), ItemPath(0, 2)),
      Self.item(LAYOUT_UPDATE_MOVE, ItemPath(0, 3), ItemPath(1, 0)),
    ])
    let new = (0..<5).map { map(ItemPath(0, $0)) }
    #expect(new == [nil, ItemPath(0, 1), ItemPath(0, 3), ItemPath(1, 0), ItemPath(0, 2)])
    #expect(map(ItemPath(1, 0)) == ItemPath(1, 1))
    #expect(map(ItemPath(7, 3)) == ItemPath(7, 3))
  }

  @Test("B3: a reload is a delete and an insert at the same place")
  func reload() {
    let map = PathMap([
      Self.item(LAYOUT_UPDATE_DELETE, ItemPath(0, 0), nil),
      Self.item(LAYOUT_UPDATE_RELOAD, ItemPath(0, 1), ItemPath(0, 0)),
    ])
    #expect(map(ItemPath(0, 1)) == nil)
    #expect(map(ItemPath(0, 2)) == ItemPath(0, 1))
  }

  @Test("B1, B2: sections go first, and their items with them")
  func sections() {
    let map = PathMap([
      Self.section(LAYOUT_UPDATE_DELETE, 0, nil), Self.section(LAYOUT_UPDATE_MOVE, 3, 0),
      Self.section(LAYOUT_UPDATE_INSERT, nil, 1),
      Self.item(LAYOUT_UPDATE_INSERT, nil, ItemPath(0, 0)),
      Self.item(LAYOUT_UPDATE_DELETE, ItemPath(1, 1), nil),
    ])
    // old 0 1 2 3 -> new 3 new 1 2
    #expect((0..<4).map { map.section($0) } == [nil, 2, 3, 0])
    #expect(map(ItemPath(0, 0)) == nil)
    #expect(map(ItemPath(3, 0)) == ItemPath(0, 1))
    #expect(map(ItemPath(1, 1)) == nil)
    #expect(map(ItemPath(1, 2)) == ItemPath(2, 1))
    #expect(map(ItemPath(2, 5)) == ItemPath(3, 5))
  }

  @Test("B2: random batches agree with names moved in arrays", arguments: 0..<200)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = 40
    let old = Array(0..<count)
    let gone = Set(old.filter { _ in random.next() % 4 == 0 })
    let moved = gone.filter { _ in random.next() % 2 == 0 }.sorted()
    let insertCount = Int(random.next() % 6)
    let newCount = count - gone.count + moved.count + insertCount
    // Distinct new places, first for the moved, then for the inserted.
    var places = Array(0..<newCount)
    for index in places.indices.reversed() where index > 0 {
      places.swapAt(index, Int(random.next() % UInt64(index + 1)))
    }
    let taken = Array(places.prefix(moved.count + insertCount))
    var updates = gone.subtracting(moved).sorted().map {
      Self.item(LAYOUT_UPDATE_DELETE, ItemPath(0, $0), nil)
    }
    var new = [Int?](repeating: nil, count: newCount)
    for (item, place) in zip(moved, taken) {
      updates.append(Self.item(LAYOUT_UPDATE_MOVE, ItemPath(0, item), ItemPath(0, place)))
      new[place] = item
    }
    for place in taken.suffix(insertCount) {
      updates.append(Self.item(LAYOUT_UPDATE_INSERT, nil, ItemPath(0, place)))
      new[place] = -1
    }
    var survivors = old.filter { !gone.contains($0) }[...]
    for place in new.indices where new[place] == nil { new[place] = survivors.removeFirst() }

    let map = PathMap(updates)
    for item in old {
      #expect(map(ItemPath(0, item))?.item == new.firstIndex(of: item))
    }
  }

  @Test("map_paths gives the batch under way to the layout, in place too; outside nothing moves")
  func hostSlot() throws {
    let bench = QueryBench()
    let host = bench.context.table.pointee
    var paths = [layout_path(section: 0, item: 1), layout_path(section: 0, item: 2)]
    func mapInPlace() -> layout_status? {
      paths.withUnsafeMutableBufferPointer {
        host.map_paths?(host.context, $0.baseAddress, 2, $0.baseAddress)
      }
    }
    #expect(mapInPlace() == LAYOUT_OK)
    #expect(paths.map(\.item) == [1, 2])
    bench.context.updates = [Self.item(LAYOUT_UPDATE_DELETE, ItemPath(0, 1), nil)]
    #expect(mapInPlace() == LAYOUT_OK)
    #expect(paths[0].section == LAYOUT_PATH_NONE && paths[0].item == LAYOUT_PATH_NONE)
    #expect(paths[1].item == 1)
    #expect(host.map_paths?(host.context, nil, 2, nil) == LAYOUT_ERROR_ARGUMENT)
    bench.context.leave()
    #expect(mapInPlace() == LAYOUT_ERROR_CONTEXT)
  }
}
