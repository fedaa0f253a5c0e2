// SPDX-License-Identifier: Apache-2.0
//
// Compares tables with an oracle that computes every cell, and tests tables of a thousand million cells, and columns
// that the user changes.

import LayoutABI
import LayoutTesting
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("TableLayout")
struct TableLayoutTests {
  @Test("answers equal those computed cell by cell", arguments: Soak.seeds(short: 40, long: 400))
  func oracle(_ seed: Int) throws {
    let oracle = TableOracle.random(UInt64(seed))
    var chance = Chance(UInt64(seed) &+ 7)
    let layout = TableLayout()
    let live = LiveLayout(layout)
    try oracle.configure(live)
    try live.prepare(oracle.scene)
    for place in oracle.order.indices { try layout.moveColumn(oracle.order[place], to: place) }
    let size = try live.prepare(oracle.scene, marks: .bounds)
    #expect(isClose(size.width, oracle.contentSize.width), "seed \(seed)")
    #expect(isClose(size.height, oracle.contentSize.height), "seed \(seed)")
    let all = oracle.elements
    expectEqual(try live.elements(), all, "seed \(seed)")
    for _ in 0..<20 {
      let rect = Rect(
        x: chance.halves(-400...2600), y: chance.halves(-400...1800),
        width: chance.flag(8) ? 0 : chance.halves(0...900),
        height: chance.flag(8) ? 0 : chance.halves(0...700))
      expectEqual(
        try live.elements(in: rect), all.filter { $0.frame.intersects(rect) },
        "seed \(seed), \(rect)")
    }
    for element in all.prefix(300) {
      let one = try live.element(element.category, element.kind, element.section, element.item)
      expectEqual(one.map { [$0] } ?? [], [element], "seed \(seed)")
    }
  }

  @Test(
    "a batch gives the same as a fresh table, and only a moved viewport keeps the rows",
    arguments: Soak.seeds(short: 20, long: 200))
  func batches(_ seed: Int) throws {
    let live = LiveLayout(TableLayout())
    var oracle = TableOracle.random(UInt64(seed))
    oracle.order.sort()
    try oracle.configure(live)
    try live.prepare(oracle.scene)
    for round in 1..<5 {
      var next = TableOracle.random(UInt64(seed * 10 + round + 5000))
      next.order.sort()
      // The answers of data of the same size are bound again; an unbound query is not called.
      if oracle.widths.isEmpty { next.widths = [] }
      if oracle.heights.isEmpty { next.heights = [] }
      try next.configure(live)
      var scene = next.scene
      scene.epoch = UInt64(round + 1)
      if !oracle.widths.isEmpty, next.widths.isEmpty {
        try live.bind("widthForColumn", { _, _ in nil }, nothing: Double.nan)
      }
      if !oracle.heights.isEmpty, next.heights.isEmpty {
        try live.bind("heightForRow", { _, _ in nil }, nothing: Double.nan)
      }
      try live.prepare(scene, marks: [.counts, .properties])
      expectEqual(try live.elements(), next.elements, "seed \(seed), round \(round)")
      next.bounds.x += 33
      next.bounds.y += 55
      let calls = live.host.callCount
      try live.prepare(
        Scene(
          itemCounts: scene.itemCounts, bounds: next.bounds, contentInset: next.inset,
          epoch: scene.epoch), marks: .bounds)
      #expect(live.host.callCount == calls)
      expectEqual(try live.elements(), next.elements, "seed \(seed), round \(round), moved")
      if next.widths.isEmpty, !oracle.widths.isEmpty {
        next.widths = oracle.widths.map { _ in nil }
      }
      (oracle.widths, oracle.heights) = (next.widths, next.heights)
    }
  }

  private func large() throws -> (TableLayout, LiveLayout, Scene) {
    let layout = TableLayout()
    let live = LiveLayout(layout)
    try live.set("columnHeaderHeight", 30.0)
    try live.set("pinnedColumns", 1)
    try live.bindBulk("heightForRow") { _, _, _, room in
      room.storeBytes(of: 28.0, as: Double.self)
      return (0, .uniform)
    }
    var scene = Scene()
    scene.uniform = (1_000_000, 1000)
    return (layout, live, scene)
  }

  @Test("a thousand million cells open at once, scroll to any offset, and are not counted")
  func billion() throws {
    let (_, live, first) = try large()
    var scene = first
    let opened = countAllocations { _ = try? live.prepare(scene) }
    #expect(opened < 40, "opening allocates memory for the table, not for its rows")
    let size = try live.prepare(scene)
    #expect(size == Size(width: 120_000, height: 30 + 28_000_000))
    for (x, y) in [(0.0, 0.0), (60_000, 14_000_000), (120_000 - 320, 28_000_030 - 480)] {
      (scene.bounds.x, scene.bounds.y) = (x, y)
      try live.prepare(scene, marks: .bounds)
      let shown = try live.elements(in: scene.bounds)
      // 17 or 18 rows of 3 or 4 columns and the pinned one, and their headers.
      #expect((50...110).contains(shown.count), "\(shown.count) at \(x), \(y)")
      #expect(shown.filter { $0.item == 0 && $0.category == 0 }.allSatisfy { $0.frame.x == x })
      #expect(shown.filter { $0.category == 1 }.allSatisfy { $0.frame.y == y })
    }
    let last = try #require(try live.element(0, 0, 999_999, 999))
    #expect(last.frame.maxX == size.width && last.frame.maxY == size.height)
  }

  @Test("a warm frame allocates nothing, also with moved columns")
  func warm() throws {
    let (layout, live, first) = try large()
    var scene = first
    try live.prepare(scene)
    try layout.moveColumn(3, to: 1)
    try live.prepare(scene, marks: .bounds)
    var answer = layout_answer()
    answer.struct_size = UInt32(MemoryLayout<layout_answer>.size)
    let records = UnsafeMutablePointer<layout_attributes>.allocate(capacity: 500)
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: 1000)
    defer {
      records.deallocate()
      words.deallocate()
    }
    (answer.records, answer.record_capacity) = (records, 500)
    (answer.payload, answer.payload_capacity) = (words, 1000)
    let table = live.instance.pointee
    #expect(table.attributes_in_rect(live.context, scene.bounds, &answer) == LAYOUT_OK)
    let count = countAllocations {
      for _ in 0..<100 {
        scene.bounds.x += 37
        scene.bounds.y += 613
        _ = try? live.prepare(scene, marks: .bounds)
        _ = table.attributes_in_rect(live.context, scene.bounds, &answer)
      }
    }
    #expect(count == 0)
    #expect(answer.record_count > 60)
  }

  @Test("lines of many lengths: a length that one answer gives for many is not stored for each")
  func pages() throws {
    let live = LiveLayout(TableLayout())
    var scene = Scene()
    scene.uniform = (9_000_000, 1)
    try live.bindBulk("heightForRow") { _, first, count, room in
      guard first >= 8_000_000 else {
        room.storeBytes(of: 10.0, as: Double.self)
        return (0, .uniform)
      }
      let values = room.bindMemory(to: Double.self, capacity: count)
      for index in 0..<count { values[index] = first + index == 8_999_999 ? 50 : .nan }
      return (0, .all)
    }
    #expect(try live.prepare(scene).height > 0)
    let last = try #require(try live.element(0, 0, 8_999_999, 0))
    #expect(last.frame.height == 50)
  }

  @Test("columns are resized and moved between frames without new queries for rows")
  func columns() throws {
    let (layout, live, scene) = try large()
    try live.prepare(scene)
    let calls = live.host.callCount
    try layout.resizeColumn(2, to: 300)
    try layout.moveColumn(5, to: 0)
    #expect(live.host.invalidated == [Marks.bounds.rawValue, Marks.bounds.rawValue])
    try live.prepare(scene, marks: .bounds)
    #expect(live.host.callCount == calls)
    #expect(try live.element(0, 0, 7, 5)?.frame == Rect(x: 0, y: 226, width: 120, height: 28))
    #expect(try live.element(0, 0, 7, 2)?.frame == Rect(x: 360, y: 226, width: 300, height: 28))
    #expect(throws: LayoutError.self) { try layout.resizeColumn(1000, to: 1) }
    #expect(throws: LayoutError.self) { try layout.resizeColumn(0, to: -1) }
    #expect(throws: LayoutError.self) { try layout.moveColumn(0, to: 1000) }
    let state = try save(layout)
    layout.resetColumns()
    try live.prepare(scene, marks: .bounds)
    #expect(try live.element(0, 0, 7, 5)?.frame.x == 600)
    try load(state, into: layout)
    try live.prepare(scene, marks: .bounds)
    #expect(try live.element(0, 0, 7, 2)?.frame == Rect(x: 360, y: 226, width: 300, height: 28))
    for count in 0..<state.count {
      #expect(throws: LayoutError.self) { try load(Array(state.prefix(count)), into: layout) }
    }
  }

  private func save(_ layout: TableLayout) throws -> [UInt8] {
    var counter = StateWriter(nil, capacity: 0)
    layout.saveState(to: &counter)
    var bytes = [UInt8](repeating: 0, count: counter.count)
    bytes.withUnsafeMutableBufferPointer {
      var writer = StateWriter($0.baseAddress, capacity: $0.count)
      layout.saveState(to: &writer)
    }
    return bytes
  }

  private func load(_ bytes: [UInt8], into layout: TableLayout) throws {
    try bytes.withUnsafeBufferPointer { (room) throws(LayoutError) in
      var reader = StateReader(room.baseAddress, count: room.count)
      try layout.loadState(from: &reader, version: 1)
    }
  }

  @Test("a tap on a header requests a sort, and the other direction once it is sorted")
  func sorting() throws {
    let (layout, live, scene) = try large()
    try live.prepare(scene)
    let tap = unsafeBitCast(
      layout.actions[3].function,
      to: (@convention(c) (UnsafeMutableRawPointer?, UInt32, UInt32, UInt32) -> layout_status).self)
    #expect(tap(live.context, 1, 0, 4) == LAYOUT_OK)
    try live.set("sortColumn", 4 as Int?)
    try live.prepare(scene, marks: .properties)
    #expect(try live.element(1, 1, 0, 4)?.fields["sorted"] == 1)
    #expect(tap(live.context, 1, 0, 4) == LAYOUT_OK)
    #expect(tap(live.context, 1, 0, 5) == LAYOUT_OK)
    #expect(tap(live.context, 1, 0, 1000) == LAYOUT_ERROR_ARGUMENT)
    let values = live.host.posted.map { $0.values.map(\.as.integer) }
    #expect(values == [[4, 1], [4, 0], [5, 1]])
  }

  @Test("an invalid height leaves rows, columns and their order as they were")
  func keepsOrder() throws {
    let layout = TableLayout()
    let live = LiveLayout(layout)
    var height = 20.0
    try live.bind("heightForRow", { _, _ in height }, nothing: Double.nan)
    var scene = Scene(itemCounts: [4, 4])
    scene.bounds.width = 600
    try live.prepare(scene)
    try layout.moveColumn(3, to: 0)
    try live.prepare(scene, marks: .bounds)
    let before = try live.elements()
    #expect(before.count == 8 && before[3].frame.x == 0)
    height = -1
    (scene.epoch, scene.itemCounts) = (2, [2, 2])
    #expect(throws: SlotFailure.self) { try live.prepare(scene, marks: .counts) }
    #expect(try live.elements() == before)
    #expect(try live.element(0, 0, 1, 3) == before[7])
  }

  @Test("an invalid length is an error that names the line")
  func refusals() throws {
    for (query, place) in [("widthForColumn", "item 0.3"), ("heightForRow", "section 3")] {
      let live = LiveLayout(TableLayout())
      try live.bind(query, { max($0, $1) == 3 ? -1 : 5 }, nothing: Double.nan)
      let failure = #expect(throws: SlotFailure.self) {
        try live.prepare(Scene(itemCounts: [9, 9, 9, 9]))
      }
      #expect(failure?.message.hasPrefix("\(query), \(place)") == true, "\(failure?.message ?? "")")
    }
  }
}
