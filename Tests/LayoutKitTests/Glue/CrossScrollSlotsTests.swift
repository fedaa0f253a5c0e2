// SPDX-License-Identifier: Apache-2.0
//
// The C table of sections that scroll across calls the layout's own methods.

import CLayoutKit
import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

/// One section of 1000 points in a strip of 320, found only by its height.
private class Across: Layout {
  var offset = 0.0
  var isVertical = false
  override var abilities: Abilities { .crossScroll }

  override func crossTrack(at point: Point) -> CrossTrack? {
    guard point.y >= 100, point.y < 150 else { return nil }
    return CrossTrack(
      section: 3, frame: Rect(x: 0, y: 100, width: 320, height: 50), contentLength: 1000,
      offset: offset, isVertical: isVertical)
  }

  override func setCrossOffset(_ offset: Double, ofSection section: Int) {
    if section == 3 { self.offset = offset }
  }
}

/// A layout that chooses a rest.
private final class Choosing: Across {
  override func crossTarget(_ proposed: Double, velocity: Double, section: Int) -> Double {
    proposed + velocity + Double(section)
  }
}

/// A layout that forwards its base's sections.
private final class Wrapped: WrappingLayout {
  let inner = Choosing()
  override var base: Layout { inner }
}

@Suite("The kit's table of sections that scroll across")
struct CrossScrollSlotsTests {
  private func table(_ live: LiveLayout) throws -> layout_cross_scroll {
    let id: StaticString = "layout.cross-scroll/1"
    let raw = try #require(live.instance.pointee.extension(live.context, id.text))
    let table = raw.load(as: layout_cross_scroll.self)
    #expect(table.struct_size == UInt32(MemoryLayout<layout_cross_scroll>.size))
    return table
  }

  @Test("a track has its offset inside the ends, for any content of the layout")
  func tracks() throws {
    let layout = Across()
    let live = LiveLayout(layout)
    try live.prepare(Scene(itemCounts: [0, 0, 0, 9]))
    let table = try table(live)
    var track = layout_cross_track()
    let point = Point(x: 320, y: 100)
    for (offset, told) in [(-20.0, 0.0), (0, 0), (250, 250), (680, 680), (700, 680)] {
      #expect(table.set_offset(live.context, 3, offset) == LAYOUT_OK)
      #expect(layout.offset == offset)
      #expect(table.track_at(live.context, point, &track) == LAYOUT_OK)
      #expect(track.offset == told)
    }
    #expect(track.section == 3)
    #expect(track.frame == Rect(x: 0, y: 100, width: 320, height: 50))
    #expect(track.content_length == 1000)
    #expect(track.flags == 0)
    layout.isVertical = true
    #expect(table.track_at(live.context, point, &track) == LAYOUT_OK)
    #expect(track.flags == LAYOUT_CROSS_VERTICAL)
    #expect(track.offset == 700)
  }

  @Test("no track exists where the layout has none, or beside a strip that is found by height")
  func elsewhere() throws {
    let live = LiveLayout(Across())
    let table = try table(live)
    var track = layout_cross_track()
    track.section = 77
    for point in [Point(x: 5, y: 99), Point(x: 321, y: 120), Point(x: -1, y: 120)] {
      #expect(table.track_at(live.context, point, &track) == LAYOUT_UNANSWERED)
    }
    #expect(track.section == 77)
  }

  @Test("a section rests at its natural rest, unless the layout chooses another")
  func targets() throws {
    var target = 0.0
    let plain = LiveLayout(Across())
    let withoutWish = try table(plain)
    #expect(withoutWish.cross_target(plain.context, 3, 40, 7, &target) == LAYOUT_OK)
    #expect(target == 40)
    let wrapped = LiveLayout(Wrapped())
    let withWish = try table(wrapped)
    #expect(withWish.cross_target(wrapped.context, 3, 40, 7, &target) == LAYOUT_OK)
    #expect(target == 50)
  }

  @Test("an offset of a section that is not in the data is refused and not stored")
  func noSection() throws {
    let live = LiveLayout(CompositionalLayout())
    let table = try table(live)
    try live.set("sections", Text("section(scroll: continuous) { item(100, 50) }"))
    #expect(table.set_offset(live.context, 0, 50) == LAYOUT_ERROR_ARGUMENT)
    try live.prepare(Scene(itemCounts: [9, 9, 9, 9, 9]))
    #expect(table.set_offset(live.context, 4, 50) == LAYOUT_OK)
    #expect(table.set_offset(live.context, 5, 50) == LAYOUT_ERROR_ARGUMENT)
    #expect(table.set_offset(live.context, 7, 50) == LAYOUT_ERROR_ARGUMENT)
    try live.prepare(Scene(itemCounts: [9, 9, 9, 9, 9, 9, 9, 9], epoch: 2))
    #expect(try live.element(0, 0, 4, 0)?.frame.x == -50)
    #expect(try live.element(0, 0, 7, 0)?.frame.x == 0)
    #expect(table.set_offset(live.context, 7, 50) == LAYOUT_OK)
  }

  @Test("wrong arguments are refused, and a layout without the ability has no table")
  func refuses() throws {
    let layout = Across()
    let live = LiveLayout(layout)
    try live.prepare(Scene(itemCounts: [0, 0, 0, 9]))
    let table = try table(live)
    #expect(table.track_at(live.context, Point(x: 0, y: 120), nil) == LAYOUT_ERROR_ARGUMENT)
    #expect(table.set_offset(live.context, 3, .nan) == LAYOUT_ERROR_ARGUMENT)
    #expect(table.set_offset(live.context, 3, .infinity) == LAYOUT_ERROR_ARGUMENT)
    #expect(table.cross_target(live.context, 3, 1, 1, nil) == LAYOUT_ERROR_ARGUMENT)
    #expect(layout.offset == 0)
    let id: StaticString = "layout.cross-scroll/1"
    let bare = LiveLayout(Layout())
    #expect(bare.instance.pointee.extension(bare.context, id.text) == nil)
  }
}
