// SPDX-License-Identifier: Apache-2.0
//
// Section backgrounds and separators, with numbers that can be checked by hand.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("Section backgrounds and separators")
struct DecorationTests {
  /// Two sections of 7 items of 50 by 50, five to a line; header 30, footer 20, inset 5.
  private func prepared(
    _ configure: (LiveLayout) throws -> Void
  ) throws -> LiveLayout {
    let live = LiveLayout(FlowLayout())
    try live.set("headerReferenceSize", Size(width: 0, height: 30))
    try live.set("footerReferenceSize", Size(width: 0, height: 20))
    try live.set("sectionInset", Insets(top: 5, left: 8, bottom: 5, right: 2))
    try configure(live)
    try live.prepare(Scene(itemCounts: [7, 7]))
    return live
  }

  private func decorations(_ live: LiveLayout) throws -> [Element] {
    try live.elements().filter { $0.category == LAYOUT_DECORATION }
  }

  @Test("M14: a background is behind a section's items and their inset, or the whole section")
  func backgrounds() throws {
    let around = try prepared { try $0.set("sectionBackground", SectionBackground.items) }
    let frames = try decorations(around).map(\.frame)
    #expect(frames[0] == Rect(x: 0, y: 30, width: 320, height: 120))
    #expect(frames[1] == Rect(x: 0, y: 200, width: 320, height: 120))
    let whole = try prepared {
      try $0.set("sectionBackground", SectionBackground.section)
      try $0.set("sectionBackgroundInset", Insets(top: 1, left: 2, bottom: 3, right: 4))
      try $0.set("sectionBackgroundFill", 0xFF00_00FF)
      try $0.set("sectionBackgroundCornerRadius", 9.0)
    }
    let drawn = try decorations(whole)
    #expect(drawn[1].frame == Rect(x: 2, y: 171, width: 314, height: 166))
    #expect(drawn[1].fields["fill"] == 0xFF00_00FF && drawn[1].zIndex == -1)
    #expect(drawn[1].fields["cornerRadius"] == (9.0).bitPattern)
  }

  @Test("a separator is in the middle of the space before its line, as wide as the line")
  func separators() throws {
    let live = try prepared {
      try $0.set("separators", true)
      try $0.set("separatorThickness", 4.0)
      try $0.set("separatorInset", Insets(top: 99, left: 10, bottom: 99, right: 20))
    }
    let drawn = try decorations(live)
    #expect(drawn.map { [$0.section, $0.item] } == [[0, 5], [1, 5]])
    // The line ends at 85, the next begins at 95.
    #expect(drawn[0].frame == Rect(x: 18, y: 88, width: 280, height: 4))
    #expect(drawn[0].fields["fill"] == 0xC6C6_C8FF && drawn[0].zIndex == 1)
    #expect(try live.element(2, 4, 0, 5) == drawn[0])
    for item in [0, 4, 6, 7, 99] { #expect(try live.element(2, 4, 0, item) == nil) }
    #expect(try live.element(2, 4, 7, 5) == nil)
    #expect(try live.element(2, 3, 0, 0) == nil)
  }

  @Test("without thickness, space or items there is no separator")
  func nothing() throws {
    let thin = try prepared {
      try $0.set("separators", true)
      try $0.set("separatorThickness", 0.0)
      try $0.set("sectionBackground", SectionBackground.items)
      try $0.set("sectionBackgroundInset", Insets(top: 60, left: 0, bottom: 60, right: 0))
    }
    #expect(try decorations(thin).isEmpty)
    #expect(try thin.element(2, 4, 0, 5) == nil)
    let narrow = try prepared {
      try $0.set("separators", true)
      try $0.set("separatorInset", Insets(top: 0, left: 155, bottom: 0, right: 155))
    }
    #expect(try decorations(narrow).isEmpty)
  }

  @Test("pinned headers are above a background, which scrolls with its section")
  func pinned() throws {
    let live = try prepared {
      try $0.set("sectionBackground", SectionBackground.section)
      try $0.set("sectionHeadersPinToVisibleBounds", true)
    }
    var scene = Scene(itemCounts: [7, 7])
    scene.bounds.y = 60
    try live.prepare(scene, marks: .bounds)
    let header = try #require(try live.element(1, 1, 0, 0))
    let background = try #require(try live.element(2, 3, 0, 0))
    #expect(header.frame.y == 60 && background.frame.y == 0)
    #expect(header.zIndex > background.zIndex)
  }

  @Test("separators follow lines whose sizes differ from the estimate")
  func estimates() throws {
    let live = LiveLayout(FlowLayout())
    try live.set("estimatedItemSize", Size?.some(Size(width: 300, height: 10)))
    try live.set("separators", true)
    try live.bindSizes([(0..<400).map { Size(width: 300, height: 20 + Double($0)) }])
    let scene = Scene(itemCounts: [400])
    try live.prepare(scene)
    let elements = try live.elements(in: scene.bounds)
    let cells = elements.filter { $0.category == LAYOUT_CELL }
    let separators = elements.filter { $0.category == LAYOUT_DECORATION }
    #expect(cells.count > 3 && cells[3].frame.height == 23)
    for separator in separators where separator.item < cells.count {
      let (above, below) = (cells[separator.item - 1].frame, cells[separator.item].frame)
      #expect(separator.frame.center.y == (above.maxY + below.y) / 2)
    }
    #expect(separators.count >= cells.count - 1)
  }
}
