// SPDX-License-Identifier: Apache-2.0
//
// The compositional plugin as bundled: defaults, text, estimates, cost of a frame.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("compositional")
struct CompositionalTests {
  private func open(
    _ text: String?, _ items: [Int], viewportSize: Size = Size(width: 390, height: 844)
  ) throws -> LoadedLayout {
    try LoadedLayout(
      try bundledPlugin("CompositionalPlugin"), "compositional", items: items,
      viewportSize: viewportSize, set: text.map { ["sections": .text($0)] } ?? [:])
  }

  @Test("without a description there are a grid, cards and a list, each under a header")
  func standard() throws {
    let layout = try open(nil, [30, 7, 9, 2])
    let all = try layout.elements()
    #expect(all.filter { $0.category == 0 }.count == 48)
    #expect(all.filter { $0.category == 1 }.map(\.path.section) == [0, 1, 2, 3])
    let heights = (0..<3).compactMap { section in
      all.first { $0.category == 0 && $0.path.section == section }?.frame.height
    }
    #expect(heights.count == 3 && heights[1] > heights[0] && heights[0] > heights[2])
    // The first scrolls down, so that one section alone fills the view; the others scroll across.
    #expect(all.filter { $0.frame.maxX > 390 }.map(\.path.section).allSatisfy { $0 != 0 })
    for section in [1, 2] {
      let cell = try #require(all.first { $0.category == 0 && $0.path.section == section })
      let inside = Point(x: 10, y: cell.frame.y + 1)
      #expect(try layout.connection.crossTrack(at: inside)?.section == section)
    }
  }

  @Test("C45, C46: badges are on their items, above the cells and behind pinned headers")
  func elements() throws {
    let layout = try open(
      """
      section(header: 20, pin: header, background: 4) {
        row(100%, 50) { 2 * item(fill, 100%, insets: 5, badge: topTrailing 10 10 2 -2) }
      }
      """, [4])
    let order = layout.buffer.records.map { $0.z_index }
    #expect(order == [0, 0, 0, 0, 1024, 1, 1, 1, 1, -1])
    let badge = try layout.element(0, 3, category: 1, kind: 3)
    #expect(badge?.frame == Rect(x: 377, y: 73, width: 10, height: 10))
    let background = try #require(try layout.elements().last)
    #expect(background.frame == Rect(x: 4, y: 24, width: 382, height: 92))
    #expect(background.fields == [.integer(0x8080_8020), .number(12)])
  }

  @Test("a wrong description is refused by name, with its place, and the old one stays")
  func refused() throws {
    let layout = try open("section { item(100%, 10) }", [10])
    let error = #expect(throws: LayoutError.self) {
      try layout.set("sections", .text("section { item(100%, 10 }"))
    }
    #expect(error?.message.contains("sections, line 1, column 25: a comma or )") == true)
    #expect(error?.plugin == "org.layouthost.compositional")
    #expect(try layout.frame(marks: LAYOUT_MARK_PROPERTIES).contentSize.height == 100)
  }

  @Test("a preferred size makes its row higher, and a size that is not estimated stays")
  func sizes() throws {
    let layout = try open("section { row(100%, ~40) { item(50%, ~40) item(50%, 30) } }", [6])
    func say(_ item: UInt32, _ height: Double) throws -> UInt32? {
      try layout.connection.setPreferredSizes([
        SizePreference(
          element: layout_element(category: UInt16(LAYOUT_CELL), kind: 0, section: 0, item: item),
          original: Size(width: 195, height: 40), preferred: Size(width: 195, height: height))
      ])
    }
    #expect(try say(1, 99) == LAYOUT_MARK_NOTHING)
    #expect(try say(2, 99) == LAYOUT_MARK_BOUNDS)
    #expect(try layout.frame(marks: LAYOUT_MARK_BOUNDS).contentSize.height == 179)
    #expect(try layout.element(0, 4)?.frame.y == 139)
    // The size follows its item through a batch.
    let inserted = [0, 1].map { item in
      layout_update(
        action: LAYOUT_UPDATE_INSERT, of_section: 0,
        before: layout_path(section: .max, item: .max),
        after: layout_path(section: 0, item: item))
    }
    #expect(try layout.update([8], inserted).contentSize.height == 219)
    #expect(try layout.element(0, 4)?.frame.height == 99)
  }

  @Test("a batch gives the same as a new layout")
  func batches() throws {
    let layout = try open(nil, [7, 9, 30])
    try layout.update(
      [7, 8, 31, 3],
      [
        layout_update(
          action: LAYOUT_UPDATE_MOVE, of_section: 0, before: layout_path(section: 1, item: 2),
          after: layout_path(section: 2, item: 0)),
        layout_update(
          action: LAYOUT_UPDATE_INSERT, of_section: 1, before: layout_path(section: .max, item: 0),
          after: layout_path(section: 3, item: 0)),
      ])
    #expect(try layout.elements() == open(nil, [7, 8, 31, 3]).elements())
  }

  @Test("a million items cost a frame as much as a thousand, and a warm frame allocates nothing")
  func scales() throws {
    let flat = "section { row(100%, 60, gap: 4) { fit * item(90+, 100%) } }"
    let lazy = """
      section(header: 30, footer: 9, pin: both) { row(100%, ~60) { 3 * item(fill, ~60) } }
      """
    let across = "section(gap: 4, scroll: groupPaging) { column(40, 800, gap: 8) { 3 * item } }"
    for (text, start) in [(flat, 5000.0), (lazy, 5000), (across, -600)] {
      var visible: [Int] = []
      for count in [10_000, 1_000_000] {
        let layout = try open(text, [count])
        layout.scroll(y: start)
        for _ in 0..<20 {
          layout.scroll(y: 11)
          try layout.frame(after: 1.0 / 120)
        }
        let allocated = try countAllocations { () throws(LayoutError) in
          for _ in 0..<50 {
            layout.scroll(y: 11)
            try layout.frame(after: 1.0 / 120)
          }
        }
        #expect(allocated == 0, "\(text)")
        visible.append(layout.buffer.count)
      }
      #expect(visible[0] == visible[1] && visible[0] > 4)
    }
  }
}
