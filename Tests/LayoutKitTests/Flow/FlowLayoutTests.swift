// SPDX-License-Identifier: Apache-2.0
//
// The flow rules one by one, with numbers that can be checked by hand.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("FlowLayout")
struct FlowLayoutTests {
  private func prepared(
    _ widths: [Double], _ configure: (LiveLayout) throws -> Void = { _ in }
  ) throws -> LiveLayout {
    let live = LiveLayout(FlowLayout())
    try live.bindSizes([widths.map { Size(width: $0, height: 50) }])
    try configure(live)
    try live.prepare(Scene(itemCounts: [UInt32(widths.count)]))
    return live
  }

  @Test("F1, F15: without bound queries and settings, the defaults hold")
  func defaults() throws {
    let live = LiveLayout(FlowLayout())
    #expect(try live.prepare(Scene(itemCounts: [7, 0, 2])) == Size(width: 320, height: 160))
    let frames = try live.elements().map(\.frame)
    #expect(frames[0] == Rect(x: 0, y: 0, width: 50, height: 50))
    #expect(frames[1].x == 67.5 && frames[4].x == 270 && frames[5].origin == Point(x: 0, y: 60))
    #expect(frames[7].origin == Point(x: 0, y: 110))
    #expect(try live.elements().allSatisfy { $0.category == 0 })
    #expect(try live.get("estimatedItemSize", as: Size?.self) == .some(.none))
  }

  @Test("F3: an exact fit stays on its line, and half a point more does not")
  func exactFit() throws {
    #expect(try prepared([155, 155]).elements().map(\.frame.y) == [0, 0])
    #expect(try prepared([155, 155.5]).elements().map(\.frame.y) == [0, 60])
  }

  @Test("F3: equal shares of the width stand on one line, for any rounding of their sum")
  func thirds() throws {
    for count in 2...40 {
      let share = (320 - Double(count - 1) * 10) / Double(count)
      if share <= 0 { continue }
      // Once as equal items and once with an unequal one after them.
      let widths = [Double](repeating: share, count: count)
      #expect(try prepared(widths).elements().allSatisfy { $0.frame.y == 0 }, "\(count)")
      let mixed = try prepared(widths + [7]).elements()
      #expect(mixed.dropLast().allSatisfy { $0.frame.y == 0 }, "\(count)")
    }
  }

  @Test("F5: an item wider than the line is alone at the leading edge", arguments: 0..<5)
  func tooWide(_ alignment: Int) throws {
    let line = try #require(LineAlignment(rawValue: alignment))
    let live = try prepared([40, 500, 40]) { try $0.set("lineAlignment", line) }
    let frames = try live.elements().map(\.frame)
    #expect(frames[1] == Rect(x: 0, y: 60, width: 500, height: 50))
    #expect(frames[2].y == 120)
  }

  @Test("F4-F7: the last line follows the columns only when all items are equal")
  func lastLine() throws {
    #expect(try prepared([100, 100, 100, 100]).elements().map(\.frame.x) == [0, 110, 220, 0])
    #expect(try prepared([100, 100, 90, 100]).elements().map(\.frame.x)[3] == 0)
    #expect(try prepared([200, 200]).elements().map(\.frame.x) == [60, 60])
    #expect(try prepared([200, 250]).elements().map(\.frame.x) == [60, 0])
    #expect(try prepared([150, 150, 80, 90]).elements().map(\.frame.x) == [0, 170, 0, 90])
  }

  @Test("F13: headers and footers stay at the edges and are pushed by their section")
  func pinning() throws {
    let live = LiveLayout(FlowLayout())
    try live.set("sectionHeadersPinToVisibleBounds", true)
    try live.set("sectionFootersPinToVisibleBounds", true)
    try live.set("headerReferenceSize", Size(width: 0, height: 30))
    try live.set("footerReferenceSize", Size(width: 0, height: 20))
    // Two sections of 50 lines: header 0, lines 30…3020, footer 3020…3040.
    var scene = Scene(itemCounts: [250, 250])
    scene.contentInset.top = 8
    func header(_ offset: Double) throws -> Element? {
      scene.bounds.y = offset
      try live.prepare(scene, marks: .bounds)
      return try live.element(1, 1, 0, 0)
    }
    #expect(try header(-8)?.frame.y == 0)
    #expect(try header(100)?.frame.y == 108)
    #expect(try header(100)?.zIndex == 1024)
    #expect(try header(3000)?.frame.y == 2990)
    #expect(try live.element(1, 2, 0, 0)?.frame.y == 3020)
    #expect(try live.element(1, 2, 1, 0)?.frame.y == 3460)
    scene.bounds.y = 2590
    try live.prepare(scene, marks: .bounds)
    #expect(try live.element(1, 2, 1, 0)?.frame.y == 3070)
  }

  @Test("a property has an effect from the next prepare on, and a failed prepare restores it")
  func properties() throws {
    let live = LiveLayout(FlowLayout())
    let scene = Scene(itemCounts: [7])
    var isFailing = false
    try live.bindBulk("sizeForItem") { _, _, _, _ in
      (isFailing ? LAYOUT_ERROR_QUERY : LAYOUT_OK, .none)
    }
    try live.prepare(scene)
    let before = try live.elements()
    try live.set("itemSize", Size(width: 50, height: 90))
    #expect(try live.elements() == before)
    #expect(try live.get("itemSize", as: Size.self) == Size(width: 50, height: 90))
    isFailing = true
    #expect(throws: SlotFailure.self) { try live.prepare(scene) }
    #expect(try live.elements() == before)
    isFailing = false
    #expect(try live.prepare(scene).height == 190)
  }

  @Test("F14: scrolling causes no query unless an element is pinned")
  func invalidation() throws {
    let live = try prepared([40])
    let bounds = Rect(x: 0, y: 0, width: 320, height: 480)
    let scrolled = Rect(x: 0, y: 44, width: 320, height: 480)
    let higher = Rect(x: 0, y: 0, width: 320, height: 700)
    let wider = Rect(x: 0, y: 0, width: 321, height: 480)
    #expect(try live.shouldInvalidate(from: bounds, to: scrolled) == [])
    #expect(try live.shouldInvalidate(from: bounds, to: higher) == [])
    #expect(try live.shouldInvalidate(from: bounds, to: wider) == .bounds)
    try live.set("sectionFootersPinToVisibleBounds", true)
    #expect(try live.shouldInvalidate(from: bounds, to: scrolled) == [])
    try live.prepare(Scene(itemCounts: [1]))
    #expect(try live.shouldInvalidate(from: bounds, to: scrolled) == .bounds)
    try live.set("scrollDirection", ScrollDirection.horizontal)
    try live.prepare(Scene(itemCounts: [1]))
    #expect(try live.shouldInvalidate(from: bounds, to: scrolled) == [])
    #expect(try live.shouldInvalidate(from: bounds, to: higher) == .bounds)
  }

  @Test("F15: an item or section without an answer gets the property")
  func unanswered() throws {
    let live = LiveLayout(FlowLayout())
    try live.set("itemSize", Size(width: 90, height: 20))
    try live.set("sectionInset", Insets(top: 1, left: 2, bottom: 3, right: 4))
    try live.bindSizes([[nil, Size(width: 60, height: 70), nil], [nil, nil]])
    try live.bind("minimumLineSpacing", { section, _ in section == 0 ? 33 : nil }, nothing: .nan)
    try live.bind(
      "insetForSection", { section, _ in section == 1 ? Insets.zero : nil },
      nothing: Insets(top: .nan, left: .nan, bottom: .nan, right: .nan))
    #expect(try live.prepare(Scene(itemCounts: [3, 2])) == Size(width: 320, height: 94))
    let frames = try live.elements().map(\.frame)
    #expect(frames[0] == Rect(x: 2, y: 26, width: 90, height: 20))
    #expect(frames[1].size == Size(width: 60, height: 70))
    #expect(frames[3] == Rect(x: 0, y: 74, width: 90, height: 20))
    try live.set("estimatedItemSize", Size?.some(Size(width: 80, height: 40)))
    try live.prepare(Scene(itemCounts: [3, 2], epoch: 2))
    #expect(try live.elements()[0].frame.size == Size(width: 80, height: 40))
  }

  @Test("a hundred million equal items open with a few queries and no memory of their own")
  func equalItems() throws {
    let live = LiveLayout(FlowLayout())
    try live.bindBulk("sizeForItem") { _, _, _, room in
      room.storeBytes(of: Size(width: 44, height: 44), as: Size.self)
      return (0, .uniform)
    }
    let size = try live.prepare(Scene(itemCounts: [100_000_000]))
    #expect(size == Size(width: 320, height: 16_666_667 * 54 - 10))
    #expect(live.host.callCount <= 26)
    let last = try #require(try live.element(0, 0, 0, 99_999_999))
    #expect(last.frame.y == 16_666_666 * 54)
    #expect(try live.elements(in: Rect(x: 0, y: 54_000_000, width: 320, height: 44)).count == 6)
  }

  @Test("equal answers for each item are kept as one")
  func equalAnswers() throws {
    let live = try prepared([Double](repeating: 30, count: 50000))
    let mixed = try prepared([Double](repeating: 30, count: 50000) + [31])
    let rect = Rect(x: 0, y: 300_000, width: 320, height: 200)
    #expect(try live.elements(in: rect) == mixed.elements(in: rect))
  }
}
