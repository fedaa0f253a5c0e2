// SPDX-License-Identifier: Apache-2.0
//
// The compositional layout with numbers that can be checked by hand, at its limits, and through
// batches.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("CompositionalLayout")
struct CompositionalLayoutTests {
  private func live(
    _ text: String, _ counts: [UInt32], width: Double = 320
  ) throws -> (live: LiveLayout, layout: CompositionalLayout, scene: Scene) {
    let layout = CompositionalLayout()
    let live = LiveLayout(layout)
    try live.set("sections", Text(bytes: text))
    var scene = Scene(itemCounts: counts)
    scene.bounds.width = width
    try live.prepare(scene)
    return (live, layout, scene)
  }

  private func cells(_ live: LiveLayout) throws -> [Rect] {
    try live.elements().filter { $0.category == 0 }.map(\.frame)
  }

  @Test("UIKit's nested group: a large item beside two small ones")
  func nested() throws {
    let (live, _, _) = try live(
      """
      section(gap: 10) {
        row(100%, 200, gap: 8) { item(70%, 100%) column(fill, 100%, gap: 4) { 2 * item } }
      }
      """, [5])
    #expect(
      try cells(live) == [
        Rect(x: 0, y: 0, width: 224, height: 200), Rect(x: 232, y: 0, width: 88, height: 98),
        Rect(x: 232, y: 102, width: 88, height: 98), Rect(x: 0, y: 210, width: 224, height: 200),
        Rect(x: 232, y: 210, width: 88, height: 98),
      ])
  }

  @Test(
    "as many columns as fit share the width",
    arguments: [(320.0, 3), (327, 3), (328, 3), (100, 1), (95, 1), (416, 4), (415.9, 3)])
  func fits(_ width: Double, _ columns: Int) throws {
    let (live, _, _) = try live(
      "section { row(100%, 50, gap: 8) { fit * item(98+, 100%) } }", [40], width: width)
    let all = try cells(live)
    let column = max(98, (width - 8 * Double(columns - 1)) / Double(columns))
    #expect(all.filter { $0.y == 0 }.count == columns)
    #expect(all.allSatisfy { isClose($0.width, column) })
  }

  @Test("descriptions can alternate, and empty sections keep their header")
  func turns() throws {
    let (live, _, _) = try live(
      "section(header: 10) { item(100%, 20) } section(insets: 1 0) { row(100%, 5) { 2 * item } }",
      [2, 3, 0, 0, 1])
    #expect(try live.elements().filter { $0.category == 1 }.map(\.section) == [0, 2, 4])
    // 10 + 2·20, 1 + 2·5 + 1, 10, 2, 10
    #expect(try live.element(0, 0, 4, 0)?.frame.y == 84)
    #expect(try cells(live).count == 6)
  }

  @Test("a million items are neither stored nor queried, at any offset of the viewport")
  func scales() throws {
    let text = "section { column(100%, 90, gap: 10) { 2 * row(100%, 40) { 4 * item } } }"
    let (live, layout, _) = try live(text, [100_000_000])
    #expect(layout.sections?.measured.groups.isEmpty == true && live.host.callCount == 0)
    #expect(layout.contentSize.height == 12_500_000 * 90)
    let rect = Rect(x: 0, y: 9_000_000 * 90, width: 320, height: 90)
    #expect(try live.elements(in: rect).map(\.item) == Array(72_000_000..<72_000_008))
    #expect(
      try live.element(0, 0, 0, 99_999_999)?.frame
        == Rect(x: 240, y: 12_499_999 * 90 + 50, width: 80, height: 40))
  }

  @Test("a list of estimated heights opens as fast, and a preferred size moves the items after it")
  func estimates() throws {
    let (live, layout, scene) = try live(
      "section(gap: 1) { row(100%, ~40) { 2 * item(50%, ~40) } }", [1_000_001])
    let assumed = 500_001.0 * 41 - 1
    #expect(layout.contentSize.height == assumed)
    func say(_ item: Int, _ height: Double) throws -> Marks {
      try layout.setPreferredSize(
        Size(width: 1, height: height), for: ElementID(item: item), original: .zero)
    }
    #expect(try say(6, 40) == [])
    #expect(try say(6, 100) == .bounds)
    #expect(try say(7, 30) == .bounds)
    #expect(try live.prepare(scene, marks: .bounds).height == assumed + 60)
    #expect(try live.element(0, 0, 0, 6)?.frame == Rect(x: 0, y: 123, width: 160, height: 100))
    #expect(try live.element(0, 0, 0, 7)?.frame == Rect(x: 160, y: 123, width: 160, height: 30))
    #expect(try live.element(0, 0, 0, 8)?.frame.y == 224)
    #expect(try live.element(0, 0, 0, 1_000_000)?.frame.y == 20_500_060)
    // Smaller than estimated: the row has the height of its higher item.
    #expect(try say(6, 20) == .bounds)
    #expect(try live.element(0, 0, 0, 8)?.frame.y == 164 - 10)
    #expect(try say(5_000_000, 20) == [])
    #expect(try say(1, .nan) == [])
    #expect(try say(1, -.infinity) == [])
  }

  @Test("measured views keep their size through a batch, and it follows the item")
  func batch() throws {
    let (live, layout, start) = try live("section { item(100%, ~40) }", [10, 4])
    _ = try layout.setPreferredSize(
      Size(width: 320, height: 70), for: ElementID(item: 3), original: .zero)
    _ = try layout.setPreferredSize(
      Size(width: 320, height: 90), for: ElementID(section: 1, item: 0), original: .zero)
    var scene = start
    (scene.epoch, scene.itemCounts) = (2, [9, 5])
    // Item 0.0 is deleted, 0.3 moves to 1.0.
    live.host.mapping = { path in
      if path == ItemPath(0, 3) { return ItemPath(1, 0) }
      if path == ItemPath(1, 0) { return ItemPath(1, 1) }
      return path
    }
    let moved = layout_update(
      action: 2, of_section: 0, before: ItemPath(0, 3), after: ItemPath(1, 0))
    let size = try live.prepare(scene, marks: .counts, updates: [moved])
    #expect(size.height == 640)  // 12 of 40, one of 70, one of 90
    #expect(try live.element(0, 0, 1, 0)?.frame.height == 70)
    #expect(try live.element(0, 0, 1, 1)?.frame.height == 90)
    // Other data, without information about the fate of the old.
    scene.epoch = 3
    #expect(try live.prepare(scene, marks: .counts).height == 14 * 40)
  }

  @Test("preferred sizes belong to the description and the direction in which they were given")
  func otherDescription() throws {
    let described = "section(header: ~20) { item(100%, ~44) }"
    func measured() throws -> (LiveLayout, Scene) {
      let (live, layout, scene) = try live(described, [3], width: 390)
      _ = try layout.setPreferredSize(
        Size(width: 390, height: 200), for: ElementID(item: 0), original: .zero)
      _ = try layout.setPreferredSize(
        Size(width: 390, height: 90), for: .header(0), original: .zero)
      #expect(try live.prepare(scene, marks: .bounds).height == 90 + 200 + 2 * 44)
      return (live, scene)
    }
    let other = "section(header: ~30) { item(~100, 50) }"
    let (rewritten, scene) = try measured()
    try rewritten.set("sections", Text(bytes: other))
    try rewritten.prepare(scene, marks: .properties)
    #expect(try rewritten.elements() == live(other, [3], width: 390).live.elements())
    let (turned, _) = try measured()
    try turned.set("scrollDirection", ScrollDirection.horizontal)
    try turned.prepare(scene, marks: .properties)
    let fresh = LiveLayout(CompositionalLayout())
    try fresh.set("sections", Text(bytes: described))
    try fresh.set("scrollDirection", ScrollDirection.horizontal)
    try fresh.prepare(scene)
    #expect(try turned.elements() == fresh.elements())
  }

  @Test("other settings change no preferred size")
  func otherSettings() throws {
    let (live, layout, scene) = try live("section { item(100%, ~44) }", [3])
    _ = try layout.setPreferredSize(
      Size(width: 320, height: 200), for: ElementID(item: 0), original: .zero)
    try live.set("sectionBackgroundCornerRadius", 3.0)
    #expect(try live.prepare(scene, marks: .properties).height == 200 + 2 * 44)
  }

  @Test("the layout prepares for the viewport's size, and for its offset if an element is pinned")
  func follows() throws {
    let plain = try live("section(header: 9) { item(100%, 40) }", [100]).live
    let pinned = try live("section(header: 9, pin: header) { item(100%, 40) }", [100]).live
    let old = Rect(x: 0, y: 0, width: 320, height: 480)
    let moved = Rect(x: 0, y: 1, width: 320, height: 480)
    let larger = Rect(x: 0, y: 0, width: 320, height: 481)
    #expect(try plain.shouldInvalidate(from: old, to: moved) == [])
    #expect(try pinned.shouldInvalidate(from: old, to: moved) == .bounds)
    #expect(try plain.shouldInvalidate(from: old, to: larger) == .bounds)
  }

  @Test("a background without extent is left out, and all layouts of sections draw theirs the same")
  func backgrounds() throws {
    let none = try live("section(background: items 20) { item(100%, 40) }", [1]).live
    #expect(try none.elements().map(\.category) == [0])
    #expect(try none.element(2, 4, 0, 0) == nil)
    let drawn = try live("section(background: section 5) { item(100%, 40) }", [1]).live
    let flow = LiveLayout(FlowLayout())
    try flow.set("sectionBackground", SectionBackground.section)
    try flow.prepare(Scene(itemCounts: [1]))
    let (one, two) = (try drawn.elements()[1], try flow.elements()[1])
    #expect(one.frame == Rect(x: 5, y: 5, width: 310, height: 30))
    #expect(one.fields == two.fields && one.zIndex == two.zIndex)
  }

  @Test("in a view without length a group is a point behind the other, so that few are in sight")
  func noLength() throws {
    let (live, _, start) = try live("section { item(100%, 100%) }", [50_000])
    var scene = start
    scene.bounds.height = 0
    #expect(try live.prepare(scene, marks: .bounds) == Size(width: 320, height: 49_999))
    for offset in [0.0, 20_000] {
      let seen = try live.elements(in: Rect(x: 0, y: offset, width: 320, height: 2))
      #expect(!seen.isEmpty && seen.count < 10)
      for element in seen {
        #expect(element.frame == Rect(x: 0, y: Double(element.item), width: 320, height: 0))
        #expect(try live.element(0, 0, 0, element.item) == element)
      }
    }
    scene.bounds.height = 480
    #expect(try live.prepare(scene, marks: .bounds) == Size(width: 320, height: 24_000_000))
  }

  @Test("groups without length follow each other by a point too where views decide about items")
  func noLengthOfEstimates() throws {
    let (live, _, start) = try live(
      "section { column(100%, 100%) { item(100%, ~40) } }", [50_000])
    var scene = start
    scene.bounds.height = 0
    #expect(try live.prepare(scene, marks: .bounds) == Size(width: 320, height: 50_000))
    let seen = try live.elements(in: Rect(x: 0, y: 20_000, width: 320, height: 2))
    #expect(seen.contains { $0.item == 20_000 } && seen.count < 100)
    for element in seen {
      #expect(element.frame.y == Double(element.item))
      #expect(try live.element(0, 0, 0, element.item) == element)
    }
  }

  @Test("groups of more than 4096 items are cut")
  func limit() throws {
    let (live, _, _) = try live(
      "section { column(100%, 1000, gap: 0) { fit * item(100%, 0.1) } }", [10_000])
    #expect(try live.element(0, 0, 0, 4096)?.frame.y == 1000)
    #expect(try live.elements().count == 10_000)
  }
}

extension layout_element {
  /// The cell of an item.
  fileprivate init(section: Int = 0, item: Int) {
    self.init(category: 0, kind: 0, section: UInt32(section), item: UInt32(item))
  }

  /// The header of a section.
  fileprivate static func header(_ section: Int) -> Self {
    Self(category: 1, kind: 1, section: UInt32(section), item: 0)
  }
}
