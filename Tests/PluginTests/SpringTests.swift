// SPDX-License-Identifier: Apache-2.0
//
// Spring: a flow at rest, dragged by a finger by the sample's rule, returning by the closed form.

import Foundation
import LayoutABI
import LayoutModel
import LayoutTesting
import Testing

@Suite("spring")
struct SpringTests {
  /// The springy sample's flow: 120 items of 44 by 44, 10 apart, insets of 10.
  static let sample: [String: LayoutValue] = [
    "itemSize": .size(Size(width: 44, height: 44)),
    "sectionInset": .insets(Insets(top: 10, left: 10, bottom: 10, right: 10)),
  ]

  static func layout(
    _ id: String = "spring", items: [Int] = [1200],
    viewportSize: Size = Size(width: 320, height: 480),
    set values: [String: LayoutValue] = [:]
  ) throws -> LoadedLayout {
    try LoadedLayout(
      try bundledPlugin(id == "flow" ? "FlowPlugin" : "SpringPlugin"), id, items: items,
      viewportSize: viewportSize, set: sample.merging(values) { $1 })
  }

  /// The resting position of every item, by item of section 0.
  static func rest(_ values: [String: LayoutValue] = [:]) throws -> [Int: Rect] {
    let cells = try layout("flow", set: values).elements().filter { $0.category == LAYOUT_CELL }
    return Dictionary(uniqueKeysWithValues: cells.map { ($0.path.item, $0.frame) })
  }

  /// Returns the sample's rule for one bounds change.
  static func dragged(
    _ rest: Rect, by delta: Double, touch: Point, distance: Double = 1500
  ) -> Double {
    let anchor = Point(x: rest.x + rest.width / 2, y: rest.y + rest.height / 2)
    let resistance = (abs(touch.y - anchor.y) + abs(touch.x - anchor.x)) / distance
    return delta < 0 ? max(delta, delta * resistance) : min(delta, delta * resistance)
  }

  @Test(
    "C87, C88, C142: at rest it equals flow, element for element",
    arguments: [
      [:], ["scrollDirection": .enumeration(1)],
      ["headerReferenceSize": .size(Size(width: 30, height: 30))],
    ] as [[String: LayoutValue]])
  func restsAsFlow(_ values: [String: LayoutValue]) throws {
    let spring = try Self.layout(items: [120, 0, 30], set: values)
    let flow = try Self.layout("flow", items: [120, 0, 30], set: values)
    #expect(try spring.frame() == flow.frame())
    #expect(try spring.elements() == flow.elements())
    spring.scroll(x: 30, y: 100)
    flow.scroll(x: 30, y: 100)
    #expect(try spring.frame().isMoving == false)
    try flow.frame()
    #expect(spring.listed() == flow.listed())
    #expect(try spring.element(0, 7) == flow.element(0, 7))
  }

  @Test(
    "C32, C137, C143, C144: a touch that scrolls drags by the sample's rule",
    arguments: [20.0, -20, 400])
  func drags(_ delta: Double) throws {
    let rest = try Self.rest()
    let spring = try Self.layout()
    spring.scroll(y: 2000)
    try spring.frame(after: 1)
    spring.touch = Point(x: 160, y: 2240)
    spring.scroll(y: delta)
    #expect(try spring.frame(after: 1.0 / 60).isMoving)
    let touch = try #require(spring.touch)
    for element in spring.listed() {
      let place = try #require(rest[element.path.item])
      let moved = Self.dragged(place, by: delta, touch: touch)
      #expect(abs(element.frame.y - place.y - moved) < 1e-9)
      #expect(element.frame.x == place.x)
      #expect(abs(element.frame.y - place.y) <= abs(delta))
    }
    #expect(spring.buffer.count > 30)
  }

  @Test(
    "C138, C139, P6: a dragged item returns as the closed form says, in steps of any length",
    arguments: [1, 7, 60, 240])
  func swingsBack(frames: Int) throws {
    let spring = try Self.layout()
    spring.touch = Point(x: 160, y: 0)
    spring.scroll(y: 50)
    try spring.frame()
    let item = 20
    let start = try #require(try spring.element(0, item)).frame.y
    let rest = try #require(try Self.rest()[item]).y
    #expect(start - rest > 1)
    spring.touch = nil
    for _ in 0..<frames { try spring.frame(after: 0.5 / Double(frames)) }
    let (z, w) = (0.8, 2 * Double.pi)
    let wd = w * (1 - z * z).squareRoot()
    let want =
      (start - rest) * exp(-z * w * 0.5) * (cos(wd * 0.5) + z * w / wd * sin(wd * 0.5))
    let now = try #require(try spring.element(0, item)).frame.y
    #expect(abs(now - rest - want) < 1e-9)
  }

  @Test("C34: it moves until it rests, then costs nothing and equals flow again")
  func comesToRest() throws {
    let spring = try Self.layout()
    spring.touch = Point(x: 0, y: 0)
    spring.scroll(y: 200)
    var outcome = try spring.frame()
    #expect(outcome.callCount == 3)
    spring.touch = nil
    var frames = 0
    while outcome.isMoving, frames < 1200 {
      outcome = try spring.frame(after: 1.0 / 120)
      #expect(outcome.callCount == 2)
      frames += 1
    }
    #expect(frames > 60 && frames < 480)
    #expect(try spring.frame(after: 1).callCount == 1)
    let rest = try Self.rest()
    for element in spring.listed() { #expect(element.frame == rest[element.path.item]) }
  }

  @Test("C153: scrolling without a touch moves nothing")
  func withoutTouch() throws {
    let (spring, rest) = (try Self.layout(), try Self.rest())
    for _ in 0..<20 {
      spring.scroll(y: 37)
      #expect(try spring.frame(after: 1.0 / 60).isMoving == false)
      for element in spring.listed() { #expect(element.frame == rest[element.path.item]) }
    }
  }

  @Test("C151, C152: elements that enter under a touch are displaced as far as their neighbours")
  func arrivals() throws {
    let rest = try Self.rest()
    let spring = try Self.layout()
    spring.touch = Point(x: 160, y: 100)
    spring.scroll(y: 700)
    try spring.frame()
    let touch = try #require(spring.touch)
    let arrived = spring.listed().filter { (rest[$0.path.item]?.y ?? 0) > 580 }
    #expect(arrived.count > 20)
    for element in arrived {
      let place = try #require(rest[element.path.item])
      let moved = Self.dragged(place, by: 700, touch: touch)
      #expect(abs(element.frame.y - place.y - moved) < 1e-9)
    }
  }

  @Test("C150: an element that leaves the tile loses its spring and comes back at rest")
  func leavers() throws {
    let spring = try Self.layout()
    spring.touch = Point(x: 0, y: 0)
    spring.scroll(y: 60)
    try spring.frame()
    let rest = try #require(try Self.rest()[30])
    #expect(try spring.element(0, 30)?.frame.y != rest.y)
    spring.touch = nil
    spring.scroll(y: 5000)
    try spring.frame()
    #expect(try spring.element(0, 30)?.frame == rest)
    spring.scroll(y: -5060)
    try spring.frame()
    #expect(try spring.element(0, 30)?.frame == rest)
  }

  @Test(
    "C149, C156: a rectangle finds displaced elements at their current place, also beyond the tile")
  func complete() throws {
    let spring = try Self.layout(items: [300, 40], set: ["tileMargin": .number(150)])
    spring.scroll(y: 700)
    try spring.frame()
    spring.touch = Point(x: 160, y: 700)
    spring.scroll(y: 120)
    try spring.frame()
    let all = try spring.elements()
    #expect(all.count == 340)
    let rest = try Self.layout("flow", items: [300, 40]).elements()
    let displaced = zip(all, rest).filter { $0.frame != $1.frame }.map(\.0)
    #expect(displaced.count > 40)
    try expectComplete(spring, all)
    // Some are only visible because of their displacement, or invisible although their rest is in
    // view.
    let view = spring.bounds
    let pushed = zip(all, rest).filter { $0.frame.intersects(view) != $1.frame.intersects(view) }
    #expect(!pushed.isEmpty)
  }

  @Test("C7: with a horizontal flow the springs act along x")
  func horizontal() throws {
    let values: [String: LayoutValue] = ["scrollDirection": .enumeration(1)]
    let rest = try Self.rest(values)
    let spring = try Self.layout(set: values)
    spring.touch = Point(x: 50, y: 240)
    spring.scroll(x: 30)
    try spring.frame()
    var moved = 0
    for element in spring.listed() {
      let place = try #require(rest[element.path.item])
      let anchor = Point(x: place.x + 22, y: place.y + 22)
      let want = min(30, 30 * (abs(50 - anchor.x) + abs(240 - anchor.y)) / 1500)
      #expect(abs(element.frame.x - place.x - want) < 1e-9 && element.frame.y == place.y)
      if want > 0 { moved += 1 }
    }
    #expect(moved > 30)
  }

  @Test(
    "C33, C141, C146: scrolling invalidates nothing, and a new width does and keeps the springs")
  func invalidation() throws {
    let spring = try Self.layout()
    spring.touch = Point(x: 0, y: 0)
    spring.scroll(y: 20)
    #expect(try spring.frame().didPrepare == false)
    let before = try #require(try spring.element(0, 0)).frame
    let rest = try #require(try Self.rest()[0])
    spring.touch = nil
    spring.bounds.width = 400
    #expect(try spring.frame().didPrepare)
    let after = try #require(try spring.element(0, 0)).frame
    #expect(abs((after.y - rest.y) - (before.y - rest.y)) < 1e-9 && after.y != rest.y)
  }

  @Test("F13: pinned headers do not move while cells swing")
  func pinned() throws {
    let values: [String: LayoutValue] = [
      "headerReferenceSize": .size(Size(width: 30, height: 30)),
      "sectionHeadersPinToVisibleBounds": .bool(true),
    ]
    let (spring, flow) = (
      try Self.layout(set: values), try Self.layout("flow", set: values)
    )
    for layout in [spring, flow] {
      layout.touch = Point(x: 0, y: 0)
      layout.scroll(y: 90)
      try layout.frame()
    }
    let headers = [spring, flow].map { $0.listed().filter { $0.category == LAYOUT_SUPPLEMENTARY } }
    #expect(headers[0] == headers[1] && headers[0].count == 1)
    #expect(spring.listed().first?.frame != flow.listed().first?.frame)
  }

  @Test("C136: springs belong to one layout, and another of the same plugin stays at rest")
  func ownSprings() throws {
    let (dragged, other) = (try Self.layout(), try Self.layout())
    for layout in [dragged, other] { layout.scroll(y: 50) }
    dragged.touch = Point(x: 0, y: 0)
    #expect(try dragged.frame().isMoving)
    #expect(try other.frame().isMoving == false)
    #expect(dragged.listed() != other.listed())
    #expect(try other.elements() == Self.layout("flow", items: [1200]).elements())
  }

  @Test(
    "C148, C155: the margin sets how far around the viewport elements have springs",
    arguments: [0.0, 100, 700])
  func margin(_ margin: Double) throws {
    let spring = try Self.layout(set: ["tileMargin": .number(margin)])
    spring.touch = Point(x: 160, y: 0)
    spring.scroll(y: 10)
    try spring.frame()
    // An element that is dragged by 10 points may enter the viewport from 10 points outside.
    let tile = spring.bounds.grown(by: max(margin, 10))
    let rest = try Self.rest()
    for element in try spring.elements() {
      let place = try #require(rest[element.path.item])
      let hangs = place.intersects(tile)
      let moved = hangs ? Self.dragged(place, by: 10, touch: Point(x: 160, y: 0)) : 0
      #expect(abs(element.frame.y - place.y - moved) < 1e-9, "\(element)")
    }
  }

  @Test("P6: a length is the distance at which a dragged item comes to rest")
  func length() throws {
    let spring = try Self.layout(set: ["length": .number(12)])
    spring.touch = Point(x: 0, y: 0)
    spring.scroll(y: 40)
    try spring.frame()
    spring.touch = nil
    for _ in 0..<1000 where try spring.frame(after: 0.02).isMoving {}
    let (item, rest) = (try #require(try spring.element(0, 20)), try #require(try Self.rest()[20]))
    #expect(item.frame.y == rest.y + 12)
    try expectComplete(spring, try spring.elements(), rounds: 50)
  }

  @Test("frequency 0 keeps every element in place")
  func rigid() throws {
    let (spring, rest) = (try Self.layout(set: ["frequency": .number(0)]), try Self.rest())
    spring.touch = Point(x: 0, y: 0)
    spring.scroll(y: 300)
    #expect(try spring.frame().isMoving == false)
    for element in spring.listed() { #expect(element.frame == rest[element.path.item]) }
  }

  @Test("C154: a million items cost a frame no more calls than a hundred")
  func scales() throws {
    for count in [100, 1_000_000] {
      let spring = try Self.layout(items: [count])
      spring.touch = Point(x: 0, y: 0)
      spring.scroll(y: 60)
      #expect(try spring.frame(after: 1.0 / 120).callCount == 3)
      #expect(spring.buffer.count < 200)
    }
  }

  @Test("a warm frame allocates nothing: dragged, swinging, scrolling at rest")
  func allocations() throws {
    let spring = try Self.layout(items: [10_000])
    for touch in [Point(x: 160, y: 300), nil] {
      spring.touch = touch
      for _ in 0..<10 { try scrollOn(spring) }
      let count = try countAllocations { () throws(LayoutError) in
        for _ in 0..<100 { try scrollOn(spring) }
      }
      #expect(count == 0)
    }
    #expect(spring.time > 1 && spring.buffer.count > 30)
  }

  private func scrollOn(_ spring: LoadedLayout) throws(LayoutError) {
    spring.scroll(y: 12.5)
    try spring.frame(after: 1.0 / 120)
  }
}
