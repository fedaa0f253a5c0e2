// SPDX-License-Identifier: Apache-2.0
//
// Section backgrounds and separators of the bundled layouts, by path.

import LayoutABI
import LayoutModel
import LayoutTesting
import Testing

@Suite("decorations of stacked layouts")
struct DecorationTests {
  private static let drawn: [String: LayoutValue] = [
    "sectionBackground": .enumeration(2), "separators": .bool(true),
  ]

  private func flow(
    _ items: [Int], _ plugin: String = "FlowPlugin", _ id: String = "flow"
  ) throws -> LoadedLayout {
    try LoadedLayout(
      try bundledPlugin(plugin), id, items: items, viewportSize: Size(width: 320, height: 480),
      set: Self.drawn)
  }

  @Test("with a hundred million items only the queried decorations are made, at any place")
  func scales() throws {
    let layout = try flow([100_000_000, 3])
    for line in [0, 9_999_999, 19_999_990] {
      layout.bounds.y = Double(line) * 60
      try layout.frame()
      let decorations = layout.listed().filter { $0.category == LAYOUT_DECORATION }
      #expect((8...11).contains(decorations.count), "line \(line)")
      let separator = try #require(decorations.last { $0.path.section == 0 && $0.kind == 4 })
      #expect(try layout.element(0, separator.path.item, category: 2, kind: 4) == separator)
    }
  }

  @Test("C9, C10: a rectangle gives exactly the elements that intersect it, decorations too")
  func complete() throws {
    let layout = try flow([40, 0, 13])
    let all = try layout.elements()
    #expect(all.filter { $0.category == LAYOUT_DECORATION }.count == 11)
    try expectComplete(layout, all)
  }

  @Test("a warm frame with backgrounds and separators allocates nothing")
  func allocations() throws {
    let layout = try flow([4000, 4000])
    for _ in 0..<20 {
      layout.scroll(y: 30)
      try layout.frame()
    }
    let count = try countAllocations {
      for _ in 0..<100 {
        layout.scroll(y: 30)
        try layout.frame()
      }
    }
    #expect(count <= 3, "the host's room may grow; a frame of the layout allocates nothing")
  }

  @Test("backgrounds and separators of a spring do not move while cells swing")
  func springs() throws {
    let spring = try flow([400], "SpringPlugin", "spring")
    let flow = try flow([400])
    spring.touch = Point(x: 160, y: 240)
    spring.scroll(y: 40)
    flow.scroll(y: 40)
    try spring.frame(after: 1 / 60)
    try flow.frame()
    let (mine, theirs) = (spring.listed(), flow.listed())
    #expect(
      mine.first { $0.category == LAYOUT_CELL } != theirs.first { $0.category == LAYOUT_CELL })
    let still = theirs.filter { $0.category == LAYOUT_DECORATION }
    #expect(still.count > 8 && mine.filter { $0.category == LAYOUT_DECORATION } == still)
  }
}
