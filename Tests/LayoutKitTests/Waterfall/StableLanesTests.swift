// SPDX-License-Identifier: Apache-2.0
//
// Compares a waterfall whose items stay in their columns with the rule.

import LayoutABI
import LayoutTesting
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("WaterfallLayout: stable lanes")
struct StableLanesTests {
  /// One section of a waterfall with stable lanes, with sums computed from the start each time.
  private struct Rule {
    var order = ColumnOrder.shortestFirst
    var columnCount = 3
    var spacing = 10.0
    var tolerance = 16.0
    var items: [(size: Size, lane: Int)] = []
    var epoch: UInt64 = 1

    func ends(before item: Int) -> [Double] {
      var ends = [Double](repeating: 0, count: columnCount)
      for known in items[..<item] { ends[known.lane] += known.size.height + spacing }
      return ends
    }

    mutating func insert(_ size: Size, at item: Int) {
      let ends = ends(before: item)
      let before = item > 0 ? items[item - 1].lane : nil
      let lane =
        switch order {
        case .shortestFirst: ends.firstIndex(of: ends.min() ?? 0) ?? 0
        case .leftToRight: ((before ?? -1) + 1) % columnCount
        case .rightToLeft: ((before ?? columnCount) + columnCount - 1) % columnCount
        case .gridLanes: gridLane(ends, behind: before)
        }
      items.insert((size, lane), at: item)
    }

    private func gridLane(_ ends: [Double], behind before: Int?) -> Int {
      let equal = ends.indices.filter { ends[$0] <= (ends.min() ?? 0) + tolerance }
      return equal.first { $0 > before ?? -1 } ?? equal[0]
    }

    /// The frames, in a container of 100 points a column without spacing between columns.
    var frames: [Rect] {
      var ends = [Double](repeating: 0, count: columnCount)
      return items.map { item in
        defer { ends[item.lane] += item.size.height + spacing }
        return Rect(
          x: Double(item.lane) * 100, y: ends[item.lane], width: 100, height: item.size.height)
      }
    }

    var scene: Scene {
      Scene(
        itemCounts: [UInt32(items.count)],
        bounds: Rect(x: 0, y: 0, width: 100 * Double(columnCount), height: 480), epoch: epoch)
    }

    func configure(_ live: LiveLayout, lanes: ColumnLanes = .stable) throws {
      try live.set("lanes", lanes)
      try live.set("order", order)
      try live.set("flowTolerance", tolerance)
      try live.set("columnCount", columnCount)
      try live.set("columnSpacing", 0.0)
      try live.set("rowSpacing", spacing)
      try live.bindSizes([items.map(\.size)])
    }
  }

  private static func size(_ random: inout SeededGenerator) -> Size {
    Size(width: 9, height: Double(Int.random(in: 0...300, using: &random)) / 2)
  }

  private static func update(_ action: UInt32, _ before: Int?, _ after: Int?) -> layout_update {
    func path(_ item: Int?) -> layout_path { item.map { ItemPath(0, $0) } ?? .none }
    return layout_update(action: action, of_section: 0, before: path(before), after: path(after))
  }

  private static func made(_ seed: Int, _ random: inout SeededGenerator) -> Rule {
    var rule = Rule()
    rule.order = ColumnOrder(rawValue: seed % 4) ?? .shortestFirst
    rule.tolerance = [16, 0, 40][seed % 3]
    rule.columnCount = [1, 2, 3, 7, 80][seed % 5]
    rule.spacing = seed % 2 == 0 ? 10 : 0
    for _ in 0..<Int.random(in: 0...500, using: &random) {
      rule.insert(size(&random), at: rule.items.count)
    }
    return rule
  }

  private static func frames(_ live: LiveLayout) throws -> [Rect] {
    try live.elements().filter { $0.category == 0 }.sorted { $0.item < $1.item }.map(\.frame)
  }

  @Test("want of memory for other columns is an error, and the items stay in their columns")
  func memory() throws {
    let bodies = try LaneBodies(.width(100), ColumnRule(order: .shortestFirst, tolerance: 0))
    var stack = try SectionStack(sectionCount: 1)
    stack.records.append(SectionRecord(itemCount: 4))
    let answers = SizeAnswers(
      query: Query<layout_size>("sizeForItem", help: "The size of an item."),
      standard: Size(width: 9, height: 40))
    try bodies.read(&stack.records[0], section: 0, answers)
    let sections = Sections(stack: stack, bodies: bodies, epoch: 1)
    try sections.layOut(200)
    func frames() -> [Rect] {
      (0..<4).map { bodies.frame($0, sections.stack.records[0], sections.stack.direction) }
    }
    let before = frames()
    // More items than an address space has room for.
    sections.stack.records[0].itemCount = 1 << 45
    #expect(throws: (any Error).self) { try sections.layOut(400) }
    #expect(sections.stack.breadth == 200 && frames() == before)
    sections.stack.records[0].itemCount = 4
    try sections.layOut(400)
    #expect(frames().map(\.x) == [0, 100, 200, 300])
  }

  /// Bodies that have no room for the third section.
  private final class TwoRooms: SectionBodies {
    private(set) var rooms: Set<Int> = []

    override func makeRoom(
      for record: SectionRecord, _ direction: ScrollDirection
    ) throws(LayoutError) {
      if record.place == 2 { throw .memory("there is no memory for the third section") }
      rooms.insert(record.place)
    }

    override func giveRoomBack(of record: SectionRecord) { rooms.remove(record.place) }
  }

  @Test("want of memory for one section gives back the room of those before it")
  func roomOfOthers() throws {
    var stack = try SectionStack(sectionCount: 3)
    for place in 0..<3 {
      var record = SectionRecord(itemCount: 1)
      record.place = place
      stack.records.append(record)
    }
    let bodies = TwoRooms()
    let sections = Sections(stack: stack, bodies: bodies, epoch: 1)
    #expect(throws: (any Error).self) { try sections.layOut(200) }
    #expect(bodies.rooms.isEmpty && sections.stack.breadth == 0)
  }

  @Test("at first every item has the same place as without stable lanes")
  func atFirst() throws {
    for seed in 0..<30 {
      var random = SeededGenerator(seed: UInt64(seed))
      let rule = Self.made(seed, &random)
      let (stable, free) = (LiveLayout(WaterfallLayout()), LiveLayout(WaterfallLayout()))
      try rule.configure(stable)
      try rule.configure(free, lanes: .free)
      #expect(try stable.prepare(rule.scene) == free.prepare(rule.scene), "seed \(seed)")
      #expect(try Self.frames(stable) == Self.frames(free), "seed \(seed)")
      #expect(try Self.frames(stable) == rule.frames, "seed \(seed)")
    }
  }

  @Test("in batches items keep their columns, and new ones go where the columns end before them")
  func batches() throws {
    for seed in Soak.seeds(short: 45, long: 2000) {
      var random = SeededGenerator(seed: UInt64(seed))
      var rule = Self.made(seed, &random)
      let live = LiveLayout(WaterfallLayout())
      try rule.configure(live)
      try live.prepare(rule.scene)
      for round in 0..<8 {
        let updates = Self.change(&rule, &random)
        rule.epoch += 1
        try rule.configure(live)
        let size = try live.prepare(rule.scene, marks: .counts, updates: updates)
        #expect(try Self.frames(live) == rule.frames, "seed \(seed), round \(round)")
        #expect(size.height == rule.frames.map(\.maxY).max() ?? 0, "seed \(seed), round \(round)")
        try Self.checkRectangles(live, rule, &random)
      }
    }
  }

  /// Deletes, reloads and inserts some items.
  private static func change(
    _ rule: inout Rule, _ random: inout SeededGenerator
  ) -> [layout_update] {
    var updates: [layout_update] = []
    let gone = Set(
      (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in
        rule.items.indices.randomElement(using: &random)
      })
    for item in gone.sorted().reversed() {
      updates.append(update(LAYOUT_UPDATE_DELETE, item, nil))
      rule.items.remove(at: item)
    }
    let count = Int.random(in: 0...4, using: &random)
    let places = Set(
      (0..<count).map { _ in Int.random(in: 0..<rule.items.count + count, using: &random) }
    ).sorted()
    for place in places where place <= rule.items.count {
      rule.insert(size(&random), at: place)
      updates.append(update(LAYOUT_UPDATE_INSERT, nil, place))
    }
    if let item = rule.items.indices.filter({ !places.contains($0) }).randomElement(using: &random)
    {
      rule.items[item].size = size(&random)
      updates.append(update(LAYOUT_UPDATE_RELOAD, 0, item))
    }
    return updates
  }

  /// Expects that a rectangle's answer has all items that meet it.
  private static func checkRectangles(
    _ live: LiveLayout, _ rule: Rule, _ random: inout SeededGenerator
  ) throws {
    let frames = rule.frames
    let height = frames.map(\.maxY).max() ?? 0
    let rect = Rect(
      x: Double.random(in: 0...200, using: &random),
      y: Double.random(in: -100...height + 100, using: &random), width: 150, height: 300)
    let found = try live.elements(in: rect).filter { $0.category == 0 }
    #expect(
      Set(found.map(\.item)) == Set(frames.indices.filter { frames[$0].intersects(rect) }),
      "of \(frames.count)")
    #expect(rule.columnCount > 64 || found.map(\.item) == found.map(\.item).sorted())
  }

  @Test("appending or removing items at the end equals a fresh layout, bit for bit")
  func atTheEnd() throws {
    var random = SeededGenerator(seed: 7)
    var rule = Self.made(3, &random)
    let live = LiveLayout(WaterfallLayout())
    try rule.configure(live)
    try live.prepare(rule.scene)
    for round in 0..<40 {
      rule.epoch += 1
      let count = rule.items.count
      let update: layout_update
      if round % 3 == 2 {
        rule.items.removeLast()
        update = Self.update(LAYOUT_UPDATE_DELETE, count - 1, nil)
      } else {
        rule.insert(Self.size(&random), at: count)
        update = Self.update(LAYOUT_UPDATE_INSERT, nil, count)
      }
      try rule.configure(live)
      try live.prepare(rule.scene, marks: .counts, updates: [update])
      let fresh = LiveLayout(WaterfallLayout())
      try rule.configure(fresh)
      try fresh.prepare(rule.scene)
      #expect(try live.elements() == fresh.elements(), "round \(round)")
    }
  }

  @Test("another width keeps the columns if their number stays, and another number places again")
  func widths() throws {
    var random = SeededGenerator(seed: 11)
    var rule = Self.made(2, &random)
    let live = LiveLayout(WaterfallLayout())
    try rule.configure(live)
    try live.prepare(rule.scene)
    rule.insert(Size(width: 9, height: 400), at: 0)
    rule.epoch = 2
    try rule.configure(live)
    try live.prepare(
      rule.scene, marks: .counts, updates: [Self.update(LAYOUT_UPDATE_INSERT, nil, 0)])
    var scene = rule.scene
    scene.bounds.width += 60
    try live.prepare(scene, marks: .bounds)
    let tops = try Self.frames(live).map(\.y)
    #expect(tops == rule.frames.map(\.y))
    rule.columnCount = 4
    try rule.configure(live)
    try live.prepare(rule.scene, marks: .properties)
    let fresh = LiveLayout(WaterfallLayout())
    try rule.configure(fresh)
    try fresh.prepare(rule.scene)
    #expect(try live.elements() == fresh.elements())
  }

  @Test("a preferred cell size moves only the items below it in its column")
  func resized() throws {
    var random = SeededGenerator(seed: 5)
    var rule = Self.made(2, &random)
    let live = LiveLayout(WaterfallLayout())
    try rule.configure(live)
    try live.prepare(rule.scene)
    let before = try Self.frames(live)
    let item = rule.items.count / 2
    let marks = try live.prefer(Size(width: 100, height: 777), for: item)
    #expect(marks == .bounds)
    try live.prepare(rule.scene, marks: .bounds)
    rule.items[item].size.height = 777
    let after = try Self.frames(live)
    #expect(after == rule.frames)
    for (old, new) in zip(before, after) where old.x != before[item].x { #expect(old == new) }
  }
}

extension LiveLayout {
  /// Passes the preferred size of a cell's view.
  fileprivate func prefer(_ size: Size, for item: Int) throws -> Marks {
    let id: StaticString = "layout.self-sizing/1"
    let raw = try #require(instance.pointee.extension(context, id.text))
    let table = raw.load(as: layout_self_sizing.self)
    let name = layout_element(category: 0, kind: 0, section: 0, item: UInt32(item))
    let original = try #require(try element(0, 0, 0, item)).frame.size
    var marks: UInt32 = 0
    #expect(table.preferred_size(context, name, original, size, &marks) == LAYOUT_OK)
    return Marks(rawValue: marks)
  }
}
