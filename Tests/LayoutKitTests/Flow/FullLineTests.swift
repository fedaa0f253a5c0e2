// SPDX-License-Identifier: Apache-2.0
//
// Items of a flow that take a line of their own, with numbers that can be checked by hand.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("FlowLayout: items that fill their lines")
struct FullLineTests {
  /// Items of 100 by 40 points in 320 points, of which some fill their lines.
  private func live(_ count: Int, filling: Set<Int>) throws -> LiveLayout {
    let live = LiveLayout(FlowLayout())
    try live.set("itemSize", Size(width: 100, height: 40))
    try live.bind("fillsLine", { filling.contains($1) ? 1 : 0 }, nothing: 0)
    try live.prepare(Scene(itemCounts: [UInt32(count)]))
    return live
  }

  private func frames(_ live: LiveLayout) throws -> [Rect] {
    try live.elements().sorted { $0.item < $1.item }.map(\.frame)
  }

  @Test("a banner ends the line before it, and the next item starts a new one")
  func banner() throws {
    let all = try frames(try live(5, filling: [2]))
    #expect(all[1].y == 0 && all[2] == Rect(x: 0, y: 50, width: 320, height: 40))
    #expect(all[3] == Rect(x: 0, y: 100, width: 100, height: 40))
    #expect(all[4] == Rect(x: 110, y: 100, width: 100, height: 40))
  }

  @Test("with every alignment a banner is as wide as the line", arguments: 0..<5)
  func alignments(_ alignment: Int) throws {
    let live = try live(4, filling: [0, 3])
    try live.set("lineAlignment", try #require(LineAlignment(rawValue: alignment)))
    try live.set("sectionInset", Insets(top: 0, left: 30, bottom: 0, right: 10))
    try live.prepare(Scene(itemCounts: [4]), marks: .properties)
    let all = try frames(live)
    #expect(all[0] == Rect(x: 30, y: 0, width: 280, height: 40))
    #expect(all[3] == Rect(x: 30, y: 100, width: 280, height: 40))
  }

  @Test("all items of a section may fill their lines, a hundred million by one answer")
  func everyItem() throws {
    let live = LiveLayout(FlowLayout())
    try live.set("itemSize", Size(width: 1, height: 40))
    try live.bindBulk("fillsLine") { _, _, _, room in
      room.storeBytes(of: 1, as: Int64.self)
      return (0, .uniform)
    }
    try live.prepare(Scene(itemCounts: [100_000_000]))
    #expect(
      try live.element(0, 0, 0, 99_999_999)?.frame
        == Rect(x: 0, y: 99_999_999 * 50, width: 320, height: 40))
    #expect(live.host.callCount <= 52)
  }

  @Test("another width changes a banner without a question")
  func anotherWidth() throws {
    let live = try live(5, filling: [2])
    let calls = live.host.callCount
    var scene = Scene(itemCounts: [5])
    scene.bounds.size.width = 500
    try live.prepare(scene, marks: .bounds)
    #expect(try live.element(0, 0, 0, 2)?.frame == Rect(x: 0, y: 50, width: 500, height: 40))
    #expect(live.host.callCount == calls)
  }

  @Test("a view's preferred size changes a banner's height, not its width")
  func preferred() throws {
    let flow = FlowLayout()
    let live = LiveLayout(flow)
    try live.set("estimatedItemSize", Size(width: 100, height: 40))
    try live.bind("fillsLine", { $1 == 1 ? 1 : 0 }, nothing: 0)
    try live.prepare(Scene(itemCounts: [3]))
    let name = ElementID(category: 0, kind: 0, section: 0, item: 1)
    for marks in [Marks.bounds, []] {
      #expect(
        try flow.setPreferredSize(
          Size(width: 77, height: 90), for: name, original: Size(width: 320, height: 40)) == marks)
      try live.prepare(Scene(itemCounts: [3]), marks: .bounds)
      #expect(try live.element(0, 0, 0, 1)?.frame == Rect(x: 0, y: 50, width: 320, height: 90))
    }
  }
}
