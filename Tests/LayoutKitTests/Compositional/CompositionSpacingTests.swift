// SPDX-License-Identifier: Apache-2.0
//
// Flexible spacing, extents that depend on others, and supplementaries at a section's sides, with numbers that can be
// checked by hand.

import Foundation
import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("Spacing and sides in CompositionalLayout")
struct CompositionSpacingTests {
  private func live(
    _ text: String, _ counts: [UInt32] = [3], inset: Insets = .zero
  ) throws -> (live: LiveLayout, layout: CompositionalLayout, scene: Scene) {
    let layout = CompositionalLayout()
    let live = LiveLayout(layout)
    try live.set("sections", Text(bytes: text))
    var scene = Scene(itemCounts: counts)
    scene.contentInset = inset
    try live.prepare(scene)
    return (live, layout, scene)
  }

  private func cells(_ live: LiveLayout) throws -> [Rect] {
    try live.elements().filter { $0.category == 0 }.map(\.frame)
  }

  @Test("a flexible gap spreads the members")
  func spread() throws {
    let text = "section { row(100%, 40, gap: 8+) { 3 * item(60, 100%) } }"
    // The remaining 320 - 180 is shared by two gaps; the last row is aligned with the others.
    #expect(try cells(live(text, [4]).live).map(\.x) == [0, 130, 260, 0])
    let tight = "section { row(100%, 40, gap: 90+) { 3 * item(60, 100%) } }"
    #expect(try cells(live(tight).live).map(\.x) == [0, 150, 300])
  }

  @Test(
    "flexible margins push, centre and align a member",
    arguments: [
      ("0 0+", 110.0, 0.0), ("0 0+ 0 0", 220, 0), ("0+", 110, 30), ("0+ 0 0 0", 0, 60),
      ("5 10+ 5 10", 210, 5), ("0+ 0", 0, 30),
    ])
  func margins(_ margin: String, _ x: Double, _ y: Double) throws {
    let text = "section { row(100%, 100) { item(100, 40, margin: \(margin)) } }"
    #expect(try cells(live(text, [1]).live) == [Rect(x: x, y: y, width: 100, height: 40)])
  }

  @Test(
    "if a member's least extent is more than an equal share, the others get less",
    arguments: [
      ("item(150+, 100%) item(fill, 100%)", [150.0, 50]),
      ("item(fill, 100%) item(90+, 100%) item(80+, 100%)", [30, 90, 80]),
      // The shares are 50 at first; without the 101 they are 33, and then 40 is too much as well.
      (
        "item(fill, 100%) item(40+, 100%) item(101+, 100%) item(fill, 100%)", [29.5, 40, 101, 29.5]
      ),
      ("item(150+, 100%) item(120+, 100%) item(fill, 100%)", [150, 120, 0]),
      ("item(50, 100%) 2 * item(60+, 100%) item(fill, 100%)", [50, 60, 60, 30]),
    ] as [(String, [Double])])
  func leastExtents(_ members: String, _ widths: [Double]) throws {
    for text in [members, members.replacingOccurrences(of: "item(50,", with: "item(~50,")] {
      let row = "section { row(200, 30) { \(text) } }"
      let frames = try cells(live(row, [UInt32(widths.count)]).live)
      #expect(frames.map(\.width) == widths)
      let ends = frames.map(\.maxX)
      #expect(zip(ends, frames.dropFirst()).allSatisfy { $0 == $1.x }, "they follow each other")
    }
  }

  @Test("a filling member of a row stays beside a member whose view prefers a size")
  func fillBesideEstimate() throws {
    let (live, layout, scene) = try live(
      "section { row(100%, 40, gap: 10) { item(~50, 100%) item item(~30, 100%) } }")
    #expect(try cells(live).map(\.width) == [50, 220, 30])
    _ = try layout.setPreferredSize(
      Size(width: 110, height: 40), for: ElementID(cell: 0), original: .zero)
    try live.prepare(scene, marks: .bounds)
    #expect(try cells(live).map(\.width) == [110, 160, 30])
    #expect(try cells(live).map(\.x) == [0, 120, 290])
  }

  @Test("the number of repetitions does not depend on the preferred size beside them")
  func countStays() throws {
    let (live, layout, scene) = try live(
      "section { row(100%, 40) { item(~20, 100%) row(fill, 100%) { fit * item(100, 100%) } } }",
      [8])
    #expect(try cells(live).map(\.x) == [0, 20, 120, 220, 0, 20, 120, 220])
    _ = try layout.setPreferredSize(
      Size(width: 150, height: 40), for: ElementID(cell: 0), original: .zero)
    try live.prepare(scene, marks: .bounds)
    #expect(try cells(live).map(\.x) == [0, 150, 250, 350, 0, 20, 120, 220])
  }

  @Test("a filling member in a row of estimated height is as high as the highest beside it")
  func equalHeights() throws {
    let (live, layout, scene) = try live(
      "section { row(100%, ~60) { item(50%, ~60) column(50%, fill) { 2 * item } } }")
    _ = try layout.setPreferredSize(
      Size(width: 160, height: 100), for: ElementID(cell: 0), original: .zero)
    #expect(try live.prepare(scene, marks: .bounds).height == 100)
    #expect(try cells(live).map(\.height) == [100, 50, 50])
  }

  @Test("cards of a row are as high as the highest preferred height")
  func highest() throws {
    let (live, layout, scene) = try live(
      "section { row(100%, ~60) { 2 * item(50%, ~60+) } }", [4])
    func say(_ item: UInt32, _ height: Double) throws -> Marks {
      try layout.setPreferredSize(
        Size(width: 160, height: height), for: ElementID(cell: item), original: .zero)
    }
    #expect(try say(0, 100) == .bounds && say(1, 80) == .bounds)
    #expect(try say(1, 80) == [])
    #expect(try live.prepare(scene, marks: .bounds).height == 160)
    #expect(try cells(live).map(\.height) == [100, 100, 60, 60])
    #expect(try say(0, 70) == .bounds)
    #expect(try live.prepare(scene, marks: .bounds).height == 140)
    #expect(try cells(live).map(\.height) == [80, 80, 60, 60])
  }

  @Test(
    "headers and footers have their views' heights, and keep them through a batch",
    arguments: [Marks.counts, [.counts, .items]])
  func estimatedEnds(_ marks: Marks) throws {
    let (live, layout, start) = try live(
      "section(header: ~40, footer: ~10) { item(100%, 20) }", [1, 1])
    #expect(layout.contentSize.height == 140)
    func say(_ kind: UInt16, _ section: UInt32, _ height: Double) throws -> Marks {
      let name = layout_element(category: 1, kind: kind, section: section, item: 0)
      return try layout.setPreferredSize(
        Size(width: 320, height: height), for: name, original: .zero)
    }
    #expect(try say(1, 1, 40) == [] && say(1, 9, 50) == [] && say(5, 0, 50) == [])
    #expect(try say(1, 1, 90) == .bounds && say(2, 0, 30) == .bounds)
    #expect(try live.prepare(start, marks: .bounds).height == 210)
    #expect(try live.element(1, 1, 1, 0)?.frame == Rect(x: 0, y: 90, width: 320, height: 90))
    // A section is inserted between: the second one becomes the third.
    var scene = start
    (scene.epoch, scene.itemCounts) = (2, [1, 1, 1])
    let none = UInt32.max
    let inserted = layout_update(
      action: 0, of_section: 1, before: layout_path(section: none, item: none),
      after: layout_path(section: 1, item: none))
    #expect(try live.prepare(scene, marks: marks, updates: [inserted]).height == 280)
    #expect(try live.element(1, 1, 1, 0)?.frame.height == 40)
    #expect(try live.element(1, 1, 2, 0)?.frame.height == 90)
    #expect(try live.element(1, 2, 0, 0)?.frame.height == 30)
  }

  @Test("supplementaries beside the groups take room, and stay below a pinned header")
  func sides() throws {
    let (live, _, start) = try live(
      """
      section(header: 30, leading: 60 40, pin: header leading, insets: 5 10) { item(100%, 50) }
      """, [20])
    #expect(try cells(live)[0] == Rect(x: 70, y: 35, width: 240, height: 50))
    #expect(try live.element(1, 5, 0, 0)?.frame == Rect(x: 10, y: 35, width: 60, height: 40))
    var scene = start
    scene.bounds.y = 200
    try live.prepare(scene, marks: .bounds)
    #expect(try live.element(1, 1, 0, 0)?.frame.y == 200)
    #expect(try live.element(1, 5, 0, 0)?.frame.y == 230)
    scene.bounds.y = 1020
    try live.prepare(scene, marks: .bounds)
    // The items end at 1035.
    #expect(try live.element(1, 5, 0, 0)?.frame.maxY == 1035)
  }

  @Test("supplementaries that overlap their section take no room")
  func overlay() throws {
    let (live, layout, _) = try live(
      "section(header: 30, trailing: 20, overlay: header trailing) { item(100%, 50) }", [1])
    #expect(layout.contentSize.height == 50)
    #expect(
      try live.elements().map(\.frame) == [
        Rect(x: 0, y: 0, width: 320, height: 50), Rect(x: 0, y: 0, width: 320, height: 30),
        Rect(x: 300, y: 0, width: 20, height: 50),
      ])
    #expect(try live.elements().map(\.zIndex) == [0, 1024, 1024])
  }

  @Test("a section may be as wide as the viewport, beyond the content inset")
  func reference() throws {
    let (live, _, _) = try live(
      """
      section(insetsReference: none, scroll: paging, header: 10) { item(100%, 50) }
      section { item(100%, 50) }
      """, [2, 1], inset: Insets(top: 0, left: 20, bottom: 0, right: 30))
    let cells = try cells(live)
    #expect(cells[0] == Rect(x: -20, y: 10, width: 320, height: 50))
    #expect(cells[1].x == 300)
    #expect(cells[2] == Rect(x: 0, y: 60, width: 270, height: 50))
    #expect(try live.element(1, 1, 0, 0)?.frame.width == 320)
  }
}

extension layout_element {
  /// The cell of an item of the first section.
  fileprivate init(cell item: UInt32) {
    self.init(category: 0, kind: 0, section: 0, item: item)
  }
}
