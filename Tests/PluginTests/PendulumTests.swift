// SPDX-License-Identifier: Apache-2.0
//
// Pendulum: items enter through batches, hang, swing, fall and are reported for removal.

import Foundation
import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("pendulum")
struct PendulumTests {
  static func layout(
    items: Int, viewportSize: Size = Size(width: 400, height: 700), inset: Insets = .zero,
    set values: [String: LayoutValue] = [:]
  ) throws -> LoadedLayout {
    try LoadedLayout(
      try bundledPlugin("PendulumPlugin"), "pendulum", items: [items], viewportSize: viewportSize,
      inset: inset, set: values)
  }

  static func insert(_ item: Int) -> layout_update {
    let none = layout_path(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE)
    return layout_update(
      action: LAYOUT_UPDATE_INSERT, of_section: 0, before: none,
      after: layout_path(section: 0, item: UInt32(item)))
  }

  static func delete(_ item: Int) -> layout_update {
    let none = layout_path(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE)
    return layout_update(
      action: LAYOUT_UPDATE_DELETE, of_section: 0,
      before: layout_path(section: 0, item: UInt32(item)), after: none)
  }

  /// The cradle: rigid, elastic, side by side.
  static let cradle: [String: LayoutValue] = [
    "frequency": .number(0), "restitution": .number(1), "anchorSpacing": .number(50),
    "attachmentPoint": .point(Point(x: 100, y: 20)),
  ]

  @Test("C158: the content is as large as the view without its upper inset")
  func contentSize() throws {
    let layout = try Self.layout(items: 0)
    #expect(try layout.frame().contentSize == Size(width: 400, height: 700))
    let inset = try Self.layout(items: 0, inset: Insets(top: 64, left: 0, bottom: 0, right: 0))
    #expect(try inset.frame().contentSize == Size(width: 400, height: 636))
    #expect(try inset.elements().isEmpty)
  }

  @Test("the properties have the names and defaults that scenarios use")
  func defaults() throws {
    let layout = try Self.layout(items: 0)
    let defaults = Dictionary(
      uniqueKeysWithValues: layout.connection.descriptor.properties.map {
        ($0.name, $0.defaultValue)
      })
    #expect(defaults["length"] == .number(300) && defaults["damping"] == .number(0.4))
    #expect(defaults["frequency"] == .number(1) && defaults["gravity"] == .number(1))
    #expect(defaults["restitution"] == .number(0.2) && defaults["removalDelay"] == .number(2))
    #expect(defaults["maximumItems"] == .integer(10) && defaults["anchorSpacing"] == .number(0))
    #expect(defaults["attachmentPoint"] == LayoutValue.none && defaults["itemSize"] != nil)
  }

  @Test("C159, C161: an inserted item enters from beyond the right edge, 300 points down")
  func entrance() throws {
    let layout = try Self.layout(items: 0)
    try layout.update([1], [Self.insert(0)])
    let start = try #require(try layout.element(0, 0)).frame
    #expect(start == Rect(x: 450, y: 300, width: 50, height: 50))
    try layout.frame(after: 0.5)
    #expect(try #require(try layout.element(0, 0)).frame.x < 400)
  }

  @Test("C160, C162, C163: it oscillates on its spring under gravity as P6 says and comes to rest")
  func rests() throws {
    let layout = try Self.layout(items: 1)
    var (outcome, lowest) = (try layout.frame(after: 1.0 / 240), 0.0)
    for _ in 0..<2400 where outcome.isMoving {
      outcome = try layout.frame(after: 1.0 / 240)
      lowest = max(lowest, try #require(try layout.element(0, 0)).frame.y + 25 - 300)
    }
    #expect(!outcome.isMoving)
    // Gravity stretches the spring by g/ω², and it overshoots that by 25.38 %.
    let stretch = 1000 / (4 * Double.pi * Double.pi)
    let place = try #require(try layout.element(0, 0)).frame
    #expect(abs(place.y + 25 - 300 - stretch) < 0.1 && abs(place.x + 25 - 200) < 0.1)
    #expect(abs(lowest / stretch - 1.2538) < 0.0125)
  }

  @Test("C165: the number of hanging items is limited, and the next one enters when one leaves")
  func cap() throws {
    let layout = try Self.layout(items: 0)
    for count in 1...12 { try layout.update([count], [Self.insert(count - 1)]) }
    #expect(try layout.elements().map(\.path.item) == Array(0..<10))
    try layout.update([11], [Self.delete(3)])
    #expect(try layout.elements().map(\.path.item) == Array(0..<10))
    let entered = try #require(try layout.element(0, 9)).frame
    #expect(entered.x == 450)
    try layout.set("maximumItems", .integer(4))
    try layout.frame(marks: LAYOUT_MARK_PROPERTIES)
    #expect(try layout.elements().count == 4)
  }

  @Test("C164, C166: a detached item falls, and after two seconds the app is told to delete it")
  func detach() throws {
    let layout = try Self.layout(items: 3, set: ["anchorSpacing": .number(60)])
    try layout.frame(after: 1)
    let action = try #require(
      layout.connection.descriptor.actions.firstIndex { $0.name == "detach" })
    _ = try layout.connection.call(action: action, arguments: [.index(0), .index(1)])
    try layout.frame()
    var heights: [Double] = []
    for frame in 1...119 {
      #expect(try layout.frame(after: 1.0 / 60).isMoving)
      #expect(layout.connection.takeEvents().isEmpty)
      if frame % 30 == 0 { heights.append(try #require(try layout.element(0, 1)).frame.y) }
    }
    // Free fall: the second difference over half seconds is g/4.
    #expect(abs(heights[0] - 2 * heights[1] + heights[2] - 250) < 2.5)
    try layout.frame(after: 1.0 / 60)
    #expect(
      layout.connection.takeEvents() == [
        LayoutEvent(name: "removed", arguments: [.index(0), .index(1)])
      ])
    let out = try #require(try layout.element(0, 1)).frame
    try layout.frame(after: 0.5)
    #expect(try #require(try layout.element(0, 1)).frame == out)
    let left = try #require(try layout.element(0, 2)).frame
    try layout.update([2], [Self.delete(1)])
    #expect(try #require(try layout.element(0, 1)).frame == left)
    #expect(try layout.elements().count == 2)
  }

  @Test("detaching a falling or missing item is refused by name")
  func badDetach() throws {
    let layout = try Self.layout(items: 2)
    let detach = { (item: Int) in
      _ = try layout.connection.call(action: 0, arguments: [.index(0), .index(UInt32(item))])
    }
    try detach(1)
    let twice = #expect(throws: LayoutError.self) { try detach(1) }
    #expect(twice?.message.contains("falling") == true)
    let absent = #expect(throws: LayoutError.self) { try detach(7) }
    #expect(absent?.message.contains("item 0.7") == true)
    #expect(try layout.frame(after: 1).isMoving)
  }

  @Test("an item keeps its place while others are inserted and deleted, and when it is reloaded")
  func follows() throws {
    let layout = try Self.layout(items: 0, set: ["anchorSpacing": .number(60)])
    try layout.update([1], [Self.insert(0)])
    try layout.frame(after: 0.3)
    let swinging = try #require(try layout.element(0, 0)).frame
    try layout.update([2], [Self.insert(0)])
    #expect(try #require(try layout.element(0, 1)).frame == swinging)
    let path = layout_path(section: 0, item: 1)
    try layout.update(
      [2],
      [layout_update(action: LAYOUT_UPDATE_RELOAD, of_section: 0, before: path, after: path)])
    #expect(try #require(try layout.element(0, 1)).frame == swinging)
    try layout.update([1], [Self.delete(0)])
    #expect(try #require(try layout.element(0, 0)).frame == swinging)
  }

  @Test("Newton's cradle: the ball that swings in moves the one at the other end, and back")
  func newton() throws {
    let layout = try Self.layout(items: 4, set: Self.cradle)
    try layout.frame()
    try layout.update([5], [Self.insert(4)])
    let rests = (0..<5).map { 100 + 50 * Double($0) }
    let start = try #require(try layout.element(0, 4)).frame
    let swing = start.x + 25 - rests[4]
    #expect(swing > 100)
    var (left, right) = ([Double](), [Double]())
    var middle = 0.0
    for frame in 1...(15 * 240) {
      try layout.frame(after: 1.0 / 240)
      let places = try (0..<5).map { try #require(try layout.element(0, $0)).frame.x + 25 }
      left.append(rests[0] - places[0])
      right.append(places[4] - rests[4])
      if frame > 240 { middle = max(middle, abs(places[2] - rests[2])) }
    }
    #expect(left.suffix(4 * 240).max()! > 0.95 * swing)
    #expect(right.suffix(4 * 240).max()! > 0.95 * swing)
    #expect(left.max()! < 1.01 * swing && middle < 0.03 * swing)
  }

  @Test("the same session gives the same frames, bit for bit, for any length of the frames")
  func deterministic() throws {
    var ends: [[Element]] = []
    for rate in [30.0, 60, 120, 120] {
      let layout = try Self.layout(items: 0, set: ["anchorSpacing": .number(30)])
      for count in 1...5 {
        try layout.update([count], [Self.insert(count - 1)])
        for _ in 0..<Int(rate / 2) { try layout.frame(after: 1 / rate) }
      }
      ends.append(try layout.elements())
    }
    #expect(ends.allSatisfy { $0 == ends[0] } && ends[0].count == 5)
  }

  @Test("settings change hanging items at once, and a wrong one is refused")
  func settings() throws {
    let layout = try Self.layout(items: 1, set: ["frequency": .number(0)])
    try layout.set("length", .number(200))
    try layout.frame(marks: LAYOUT_MARK_PROPERTIES)
    #expect(try #require(try layout.element(0, 0)).frame.y == 175)
    try layout.set("itemSize", .size(Size(width: 20, height: 30)))
    try layout.set("attachmentPoint", .point(Point(x: 50, y: 10)))
    try layout.frame(marks: LAYOUT_MARK_PROPERTIES)
    let frame = try #require(try layout.element(0, 0)).frame
    #expect(frame.width == 20 && frame.height == 30)
    let (dx, dy) = (frame.x + 10 - 50, frame.y + 15 - 10)
    #expect(abs((dx * dx + dy * dy).squareRoot() - 200) < 0.01)
  }

  @Test("frames of colliding items allocate only for more contacts than before")
  func allocations() throws {
    let layout = try Self.layout(
      items: 10, set: ["damping": .number(0), "restitution": .number(1)])
    for _ in 0..<240 { try layout.frame(after: 1.0 / 60) }
    let count = try countAllocations { () throws(LayoutError) in
      for _ in 0..<120 { try layout.frame(after: 1.0 / 60) }
    }
    // Contacts have a pool, which grows by a chunk of many.
    #expect(count <= 2)
    #expect(try layout.frame(after: 1.0 / 60).isMoving)
  }

  @Test("with a state another instance continues to swing, before and after its first frame")
  func state() throws {
    let settings: [String: LayoutValue] = ["anchorSpacing": .number(70)]
    let first = try Self.layout(items: 0, set: settings)
    try first.update([1], [Self.insert(0)])
    try first.frame(after: 0.25)
    try first.update([3], [Self.insert(1), Self.insert(2)])
    try first.frame(after: 0.4)
    _ = try first.connection.call(action: 0, arguments: [.index(0), .index(1)])
    try first.frame(after: 0.1)
    let bytes = try #require(try first.connection.saveState())
    #expect(try first.connection.saveState() == bytes && bytes.count == 8 + 3 * 80)
    let second = try Self.layout(items: 3, set: settings)
    #expect(try second.elements() != first.elements())
    #expect(try second.connection.loadState(bytes, version: 1))
    for _ in 0..<60 {
      try first.frame(after: 1.0 / 60)
      try second.frame(after: 1.0 / 60)
      for (a, b) in zip(try first.elements(), try second.elements()) {
        #expect(abs(a.frame.x - b.frame.x) < 0.01 && abs(a.frame.y - b.frame.y) < 0.01)
      }
    }
    #expect(throws: LayoutError.self) {
      try second.connection.call(action: 0, arguments: [.index(0), .index(1)])
    }
  }

  @Test("a state that is cut, too long, wild or of another version is refused without a change")
  func badStates() throws {
    let layout = try Self.layout(items: 2)
    let (before, bytes) = (
      try layout.elements(), try #require(try layout.connection.saveState())
    )
    var wild = bytes
    wild.replaceSubrange(40..<48, with: repeatElement(0xFF, count: 8))
    let counted: [UInt8] = [255, 255, 255, 255, 255, 255, 255, 127]
    for bad in [[], Array(bytes.dropLast()), bytes + [0], wild, counted] {
      #expect(throws: LayoutError.self) { try layout.connection.loadState(bad, version: 1) }
      #expect(try layout.elements() == before)
    }
    #expect(throws: LayoutError.self) { try layout.connection.loadState(bytes, version: 2) }
    #expect(try layout.connection.loadState(bytes, version: 1))
    #expect(try layout.elements() == before)
  }

  /// Replaces a number of the first item of a state, counted from its section.
  private func replace(_ word: Int, of state: inout [UInt8], with bits: UInt64) {
    let start = 8 + 8 * word
    state.replaceSubrange(start..<start + 8, with: withUnsafeBytes(of: bits) { Array($0) })
  }

  @Test("a state with an item that cannot hang here is refused before any item is removed")
  func outOfReach() throws {
    let layout = try Self.layout(items: 2, set: ["anchorSpacing": .number(10_000)])
    let (before, bytes) = (
      try layout.elements(), try #require(try layout.connection.saveState())
    )
    var (far, hung) = (bytes, bytes)
    replace(4, of: &far, with: (-9_999_999.0).bitPattern)
    replace(2, of: &hung, with: 1000)
    for bad in [far, hung] {
      #expect(throws: LayoutError.self) { try layout.connection.loadState(bad, version: 1) }
      #expect(try layout.elements() == before)
      try layout.frame(marks: LAYOUT_MARK_PROPERTIES)
    }
    // Before the first frame the hooks have no points yet; the item hangs at rest then.
    let late = try LoadedLayout(
      try bundledPlugin("PendulumPlugin"), "pendulum", items: [2],
      viewportSize: Size(width: 400, height: 700), set: ["anchorSpacing": .number(10_000)]
    ) { _ = try $0.connection.loadState(hung, version: 1) }
    try late.frame(marks: LAYOUT_MARK_PROPERTIES)
    #expect(try late.elements().count == 2)
  }

  @Test("a state leaves an item out that fell further than a state may say")
  func fellFar() throws {
    let layout = try Self.layout(items: 2, set: ["removalDelay": .number(3600)])
    var bytes = try #require(try layout.connection.saveState())
    replace(3, of: &bytes, with: 1)
    replace(5, of: &bytes, with: 9_989_500.0.bitPattern)
    replace(8, of: &bytes, with: 9_000_000.0.bitPattern)
    #expect(try layout.connection.loadState(bytes, version: 1))
    for _ in 0..<60 { try layout.frame(after: 1.0 / 60) }
    let saved = try #require(try layout.connection.saveState())
    #expect(saved.count == 8 + 80)
    #expect(try Self.layout(items: 2).connection.loadState(saved, version: 1))
  }
}
