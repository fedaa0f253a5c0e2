// SPDX-License-Identifier: Apache-2.0
//
// Compares the paths of items and sections through a batch with a model that moves names in arrays.

import LayoutABI
import LayoutModel
import LayoutTesting
import LayoutUpdates
import Testing

@Suite("ChangeMap")
struct ChangeMapTests {
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

  private func newPath(_ map: ChangeMap, _ section: Int, _ item: Int) -> ItemPath? {
    map.newPath(of: Self.path(ItemPath(section, item))).map {
      ItemPath(Int($0.section), Int($0.item))
    }
  }

  @Test("B1, B2: inserts, deletes and moves use their own side's indices")
  func items() {
    // old a b c d e -> new x b e c, with d in section 1
    let map = ChangeMap([
      Self.item(LAYOUT_UPDATE_DELETE, ItemPath(0, 0), nil),
      Self.item(LAYOUT_UPDATE_INSERT, nil, ItemPath(0, 0)),
      Self.item(LAYOUT_UPDATE_MOVE, ItemPath(0, 4), ItemPath(0, 2)),
      Self.item(LAYOUT_UPDATE_MOVE, ItemPath(0, 3), ItemPath(1, 0)),
    ])
    let new = (0..<5).map { newPath(map, 0, $0) }
    #expect(new == [nil, ItemPath(0, 1), ItemPath(0, 3), ItemPath(1, 0), ItemPath(0, 2)])
    #expect(newPath(map, 1, 0) == ItemPath(1, 1))
    #expect(newPath(map, 7, 3) == ItemPath(7, 3))
  }

  @Test("B3: a reload is a delete and an insert at the same place")
  func reload() {
    let map = ChangeMap([
      Self.item(LAYOUT_UPDATE_DELETE, ItemPath(0, 0), nil),
      Self.item(LAYOUT_UPDATE_RELOAD, ItemPath(0, 1), ItemPath(0, 0)),
    ])
    #expect(newPath(map, 0, 1) == nil)
    #expect(newPath(map, 0, 2) == ItemPath(0, 1))
  }

  @Test("B1, B2: sections change first, and their items with them")
  func sections() {
    let map = ChangeMap([
      Self.section(LAYOUT_UPDATE_DELETE, 0, nil), Self.section(LAYOUT_UPDATE_MOVE, 3, 0),
      Self.section(LAYOUT_UPDATE_INSERT, nil, 1),
      Self.item(LAYOUT_UPDATE_INSERT, nil, ItemPath(0, 0)),
      Self.item(LAYOUT_UPDATE_DELETE, ItemPath(1, 1), nil),
    ])
    // old 0 1 2 3 -> new 3 new 1 2
    #expect((0..<4).map { map.newSection(of: $0) } == [nil, 2, 3, 0])
    #expect(newPath(map, 0, 0) == nil)
    #expect(newPath(map, 3, 0) == ItemPath(0, 1))
    #expect(newPath(map, 1, 1) == nil)
    #expect(newPath(map, 1, 2) == ItemPath(2, 1))
    #expect(newPath(map, 2, 5) == ItemPath(3, 5))
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

    let map = ChangeMap(updates)
    for item in old {
      #expect(newPath(map, 0, item)?.item == new.firstIndex(of: item))
    }
  }

  @Test("B1, B2, B3: forward and back are inverse for 1,000 random batches with reloads")
  func inverse() throws {
    for seed in 0..<1_000 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let old = ArrayModel.random(using: &generator)
      let (stated, new) = old.randomBatch(using: &generator)
      var batch = stated
      var reloaded: Set<Int> = []
      // Reloads keep the counts: every third item that no other operation names is made again.
      for (section, content) in old.sections.enumerated() where seed % 2 == 0 {
        for item in stride(from: seed % 3, to: content.items.count, by: 3) {
          var reloading = batch
          reloading.reloadItem(at: ItemPath(section, item))
          guard (try? reloading.plan(from: old.counts, to: new.counts)) != nil else { continue }
          batch = reloading
          reloaded.insert(content.items[item])
        }
      }
      let map = ChangeMap(try batch.plan(from: old.counts, to: new.counts).changes.map(\.record))
      check(map, from: old, to: new, reloaded, "seed \(seed)")
    }
  }

  /// Compares the map in both directions with the places of the model's identities.
  private func check(
    _ map: ChangeMap, from old: ArrayModel, to new: ArrayModel, _ reloaded: Set<Int>,
    _ label: String
  ) {
    for (section, content) in old.sections.enumerated() {
      for (item, id) in content.items.enumerated() {
        let (path, place) = (Self.path(ItemPath(section, item)), new.path(of: id).map(Self.path))
        let isKept = place != nil && !reloaded.contains(id)
        #expect(Self.isSame(map.newPath(of: path), isKept ? place : nil), "\(label) \(id)")
        #expect(Self.isSame(map.newPath(of: path, followsRenewed: true), place), "\(label) \(id)")
      }
    }
    for (section, content) in new.sections.enumerated() {
      for (item, id) in content.items.enumerated() {
        let (path, place) = (Self.path(ItemPath(section, item)), old.path(of: id).map(Self.path))
        let isKept = place != nil && !reloaded.contains(id)
        #expect(Self.isSame(map.oldPath(of: path), isKept ? place : nil), "\(label) \(id)")
        #expect(Self.isSame(map.oldPath(of: path, followsRenewed: true), place), "\(label) \(id)")
      }
    }
  }

  private static func isSame(_ a: layout_path?, _ b: layout_path?) -> Bool {
    a?.section == b?.section && a?.item == b?.item
  }

  @Test("The origins of new places are their old ones; counts that do not add up give nil")
  func origins() {
    let sections = ChangeMap([
      Self.section(LAYOUT_UPDATE_DELETE, 0, nil), Self.section(LAYOUT_UPDATE_MOVE, 3, 0),
      Self.section(LAYOUT_UPDATE_INSERT, nil, 1), Self.section(LAYOUT_UPDATE_RELOAD, 2, 3),
    ]).sections
    let none = PlaceMap.noOrigin
    #expect(sections.origins(oldCount: 4, newCount: 4) == [3, none, 1, none])
    #expect(sections.origins(oldCount: 6, newCount: 6) == [3, none, 1, none, 4, 5])
    #expect(sections.origins(oldCount: 4, newCount: 5) == nil)
    #expect(sections.origins(oldCount: 3, newCount: 3) == nil)
    #expect(ChangeMap().sections.origins(oldCount: 2, newCount: 2) == [0, 1])
  }
}
