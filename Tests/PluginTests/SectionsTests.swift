// SPDX-License-Identifier: Apache-2.0
//
// Sections of one view with different layouts: stacked, and after any batch equal to a new view.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutTesting
import LayoutUpdates
import Testing

@Suite("sections")
struct SectionsTests {
  static let room = Size(width: 360, height: 500)

  /// Data with identities: an item's size follows it.
  final class Data {
    var model: ArrayModel
    init(_ model: ArrayModel) { self.model = model }

    convenience init(_ counts: [Int]) {
      var next = 0
      self.init(
        ArrayModel(
          sections: counts.enumerated().map { section, count in
            defer { next += count }
            return (section, Array(next..<next + count))
          }))
    }

    func size(_ path: ItemPath) -> Size {
      let id = model.sections[path.section].items[path.item]
      return Size(width: Double(30 + id % 5 * 17), height: Double(24 + id % 7 * 9))
    }
  }

  static func sections(
    _ data: Data, _ layouts: String, set values: [String: LayoutValue] = [:],
    family: Family? = nil
  ) throws -> LoadedLayout {
    var values = values
    values["layouts"] = .text(layouts)
    return try LoadedLayout(
      try bundledPlugin("SectionsPlugin"), "sections", items: data.model.counts, viewportSize: room,
      set: values, family: try family ?? Family.standard()
    ) { layout in
      try layout.connection.queries.bind("sizeForItem") { (path: ItemPath) in data.size(path) }
      try layout.connection.queries.bind("aspectRatioForItem") { (path: ItemPath) in
        data.size(path).width / data.size(path).height
      }
      try layout.connection.queries.bind("headerSize") { (path: ItemPath) in
        Size(width: 10, height: Double(12 + data.model.sections[path.section].id % 3 * 5))
      }
    }
  }

  static func alone(_ plugin: String, _ id: String, _ data: Data) throws -> LoadedLayout {
    try LoadedLayout(
      try bundledPlugin(plugin), id, items: data.model.counts, viewportSize: room
    ) { layout in
      try layout.connection.queries.bind("sizeForItem") { (path: ItemPath) in data.size(path) }
    }
  }

  @Test("each section is placed by its layout, one below the other")
  func stacked() throws {
    let data = Data([23, 31, 9, 14])
    let all = try LoadedLayout(
      try bundledPlugin("SectionsPlugin"), "sections", items: data.model.counts,
      viewportSize: Self.room, set: ["layouts": .text("flow, waterfall, orbit")],
      family: try Family.standard()
    ) { layout in
      try layout.connection.queries.bind("sizeForItem") { (path: ItemPath) in data.size(path) }
    }
    let flow = try Self.alone("FlowPlugin", "flow", Data([23]))
    let second = Data(ArrayModel(sections: [data.model.sections[1]]))
    let waterfall = try Self.alone("WaterfallPlugin", "waterfall", second)
    let top = try flow.frame().contentSize.height
    let middle = try waterfall.frame().contentSize.height
    let cells = try all.elements().filter { $0.category == LAYOUT_CELL }
    func frames(_ section: Int) -> [Rect] {
      cells.filter { $0.path.section == section }.map(\.frame)
    }
    #expect(try frames(0) == flow.elements().map(\.frame))
    #expect(
      try frames(1)
        == waterfall.elements().map {
          Rect(
            x: $0.frame.x, y: $0.frame.y + top, width: $0.frame.width, height: $0.frame.height)
        })
    #expect(frames(2).count == 9 && frames(3).count == 14)
    #expect(frames(2).allSatisfy { $0.y > top + middle })
    // One layout for both, so that its second section is below its first.
    #expect(frames(3).map(\.y).min() ?? 0 > frames(2).map(\.y).max() ?? 0)
    let size = try all.frame().contentSize
    #expect(cells.allSatisfy { $0.frame.maxY <= size.height })
    try expectComplete(all, try all.elements(), rounds: 60)
  }

  @Test(
    "after any batch the elements equal those of a new view, in trees of two and three levels",
    arguments: [
      "flow", "flow,waterfall", "waterfall,flow,gallery", "orbit,flow,orbit", "spring,mosaic,flow",
      "flow,sections",
    ], Soak.seeds(short: 3, long: 200))
  func batches(_ layouts: String, _ seed: Int) throws {
    var dice = SeededGenerator(seed: UInt64(seed * 77 + layouts.utf8.count))
    let data = Data([9, 14, 0, 21])
    let family = try Self.family()
    let old = try Self.sections(data, layouts, family: family)
    for step in 0..<34 {
      let change = RandomChange(data.model, calm: 6, using: &dice)
      let plan = try change.batch.plan(from: data.model.counts, to: change.result.counts)
      data.model = change.result
      try old.update(data.model.counts, plan.changes.map(\.record))
      let fresh = try Self.sections(data, layouts, family: family)
      let (one, two) = (try old.elements(), try fresh.elements())
      #expect(one == two, "\(layouts), seed \(seed), step \(step)")
      #expect(try old.frame().contentSize == fresh.frame().contentSize)
      if one != two { return }
    }
  }

  @Test(
    "after inserts, deletes and moves between layouts the elements equal those of a new view",
    arguments: ["flow,waterfall", "waterfall,flow,gallery", "orbit,flow,orbit", "flow,sections"],
    Soak.seeds(short: 3, long: 200))
  func items(_ layouts: String, _ seed: Int) throws {
    var dice = SeededGenerator(seed: UInt64(seed * 91 + layouts.utf8.count))
    let data = Data([9, 14, 3, 21])
    let family = try Self.family()
    let old = try Self.sections(data, layouts, family: family)
    for step in 0..<34 {
      let (batch, result) = Self.itemBatch(data.model, 10_000 + step * 10, &dice)
      let plan = try batch.plan(from: data.model.counts, to: result.counts)
      data.model = result
      try old.update(data.model.counts, plan.changes.map(\.record))
      let fresh = try Self.sections(data, layouts, family: family)
      let (one, two) = (try old.elements(), try fresh.elements())
      #expect(one == two, "\(layouts), seed \(seed), step \(step)")
      if one != two { return }
    }
  }

  /// Makes a random batch that leaves the sections unchanged.
  static func itemBatch(
    _ model: ArrayModel, _ firstID: Int, _ dice: inout SeededGenerator
  ) -> (BatchUpdate, ArrayModel) {
    var (batch, result) = (BatchUpdate(), model)
    var coming: [(id: Int, from: ItemPath?)] = []
    for (section, content) in model.sections.enumerated() {
      result.sections[section].items = []
      for (item, id) in content.items.enumerated() {
        switch Int.random(in: 0..<10, using: &dice) {
        case 0: batch.deleteItem(at: ItemPath(section, item))
        case 1: coming.append((id, ItemPath(section, item)))
        default: result.sections[section].items.append(id)
        }
      }
    }
    for count in 0..<Int.random(in: 0...4, using: &dice) { coming.append((firstID + count, nil)) }
    for (id, _) in coming {
      let section = Int.random(in: 0..<model.sections.count, using: &dice)
      let place = Int.random(in: 0...result.sections[section].items.count, using: &dice)
      result.sections[section].items.insert(id, at: place)
    }
    for (id, from) in coming {
      guard let target = result.path(of: id) else { continue }
      if let from { batch.moveItem(from: from, to: target) } else { batch.insertItem(at: target) }
    }
    return (batch, result)
  }

  static func family() throws -> Family {
    var family = try Family.standard()
    family.paths["sections"] = try bundledPlugin("SectionsPlugin")
    return family
  }

  @Test("the list changes while it runs, and layouts that stay keep their state")
  func changes() throws {
    let data = Data([9, 14, 5])
    let layout = try Self.sections(data, "flow,waterfall")
    for list in ["waterfall,flow", "orbit", "flow, flow, waterfall", "gallery,flow"] {
      try layout.set("layouts", .text(list))
      try layout.frame(marks: LAYOUT_MARK_PROPERTIES)
      #expect(try layout.elements() == Self.sections(data, list).elements(), "\(list)")
    }
  }

  @Test("settings go to the layouts that have them, also to later ones")
  func settings() throws {
    let data = Data([9, 14])
    let values: [String: LayoutValue] = [
      "columnCount": .integer(4),
      "sectionInset": .insets(Insets(top: 3, left: 5, bottom: 7, right: 9)),
    ]
    let one = try Self.sections(data, "flow,waterfall", set: values)
    let two = try Self.sections(data, "flow")
    try two.set("columnCount", .integer(4))
    try two.set("sectionInset", .insets(Insets(top: 3, left: 5, bottom: 7, right: 9)))
    try two.set("layouts", .text("flow,waterfall"))
    try two.frame(marks: LAYOUT_MARK_PROPERTIES)
    #expect(try one.elements() == two.elements())
    #expect(try one.elements() != Self.sections(data, "flow,waterfall").elements())
  }

  @Test("a missing name, or one of no layout, is refused, and the old list stays")
  func refused() throws {
    let data = Data([9, 14])
    let layout = try Self.sections(data, "flow,waterfall")
    let before = try layout.elements()
    for (list, words) in [("flow,,flow", "commas"), ("", "commas"), ("flow,nothing", "nothing")] {
      let error = #expect(throws: LayoutError.self) { try layout.set("layouts", .text(list)) }
      #expect(error?.message.contains(words) == true, "\(String(describing: error))")
    }
    try layout.frame(marks: LAYOUT_MARK_PROPERTIES)
    #expect(try layout.elements() == before)
  }

  @Test(
    "an inner layout gets batches, and gives the start of its elements",
    arguments: [
      ("SectionsPlugin", "sections", "layouts"), ("SpringPlugin", "spring", "base"),
    ])
  func ends(_ plugin: String, _ id: String, _ property: String) throws {
    let alone = try LoadedLayout(
      try bundledPlugin("PendulumPlugin"), "pendulum", items: [6], viewportSize: Self.room)
    let tree = try LoadedLayout(
      try bundledPlugin(plugin), id, items: [6], viewportSize: Self.room,
      set: [property: .text("pendulum")], family: try Family.standard())
    #expect(tree.connection.offers(LAYOUT_EXT_UPDATES))
    var insertion = layout_update()
    insertion.action = LAYOUT_UPDATE_INSERT
    insertion.before = layout_path(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE)
    insertion.after = layout_path(section: 0, item: 2)
    let (given, other) = (AnswerBuffer(), AnswerBuffer())
    for layout in [alone, tree] { try layout.update([7], [insertion]) }
    #expect(try tree.elements().map(\.frame) == alone.elements().map(\.frame))
    #expect(try tree.elements().count == 7)
    func first(_ layout: LoadedLayout, _ item: UInt32) throws -> layout_attributes {
      given.clear()
      try given.append(
        layout_attributes(
          frame: Rect(x: 3, y: 4, width: 50, height: 50), section: 0, item: item, category: 0,
          kind: 0, z_index: 0, alpha: 0, flags: 0, transform: 0, payload: 0), payload: [])
      #expect(try layout.connection.updateAttributes(.initial, defaults: given, into: other))
      return try #require(other.records.first)
    }
    // New ones are already attached; the others start at the host's default.
    for item in [2 as UInt32, 4] {
      let (one, two) = (try first(tree, item), try first(alone, item))
      #expect(one.frame == two.frame && one.alpha == two.alpha)
      #expect(one.alpha == (item == 2 ? 1 : 0))
    }
    for layout in [alone, tree] { try layout.connection.finalizeUpdates() }
  }

  @Test("sections that scroll across, and pinned headers, work inside of it")
  func across() throws {
    let data = Data([40, 30])
    let layout = try Self.sections(
      data, "flow", set: ["sectionHeadersPinToVisibleBounds": .bool(true)])
    layout.scroll(y: 120)
    try layout.frame()
    let headers = layout.listed().filter { $0.category == LAYOUT_SUPPLEMENTARY }
    #expect(headers.contains { $0.frame.y == 120 })
  }

  @Test("a hundred thousand sections of one layout cost a frame no more calls")
  func many() throws {
    let layout = try LoadedLayout(
      try bundledPlugin("SectionsPlugin"), "sections", items: Array(repeating: 3, count: 100_000),
      viewportSize: Self.room, set: ["layouts": .text("waterfall,flow")],
      family: try Family.standard())
    layout.scroll(y: 1_000_000)
    #expect(try layout.frame().callCount == 2)
    #expect(layout.buffer.count > 10)
  }
}
