// SPDX-License-Identifier: Apache-2.0
//
// Spring over any base, through batches and on a fast fling: no visible element vanishes, and every spring follows
// the closed form.

import Foundation
import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("spring on its base")
struct SpringBaseTests {
  static let waterfall: [String: LayoutValue] = [
    "base": .text("waterfall"), "columnCount": .integer(3), "rowSpacing": .number(5),
    "headerReferenceSize": .size(Size(width: 20, height: 20)),
  ]

  private func height(_ path: ItemPath) -> Double { Double(30 + path.item * 17 % 53) }

  private func bound(
    _ plugin: String, _ id: String, _ values: [String: LayoutValue]
  ) throws -> LoadedLayout {
    let layout = try LoadedLayout(
      try bundledPlugin(plugin), id, items: [80, 40], viewportSize: Size(width: 320, height: 480),
      set: values)
    try layout.connection.queries.bind("sizeForItem") { path in
      Size(width: 50, height: height(path))
    }
    try layout.frame(marks: LAYOUT_MARK_PROPERTIES)
    return layout
  }

  @Test("C136, C142: over waterfall it equals waterfall at rest, and swings when dragged")
  func overWaterfall() throws {
    let spring = try bound("SpringPlugin", "spring", Self.waterfall)
    var plain = Self.waterfall
    plain["base"] = nil
    let waterfall = try bound("WaterfallPlugin", "waterfall", plain)
    #expect(try spring.elements() == waterfall.elements())
    #expect(try spring.elements().count == 122)
    #expect(try spring.frame().contentSize == waterfall.frame().contentSize)
    spring.touch = Point(x: 0, y: 0)
    spring.scroll(y: 60)
    #expect(try spring.frame().isMoving)
    #expect(try spring.elements() != waterfall.elements())
    try expectComplete(spring, try spring.elements(), rounds: 60)
  }

  @Test("the base changes while it runs, and shared settings apply to both")
  func changesBase() throws {
    let spring = try bound("SpringPlugin", "spring", [:])
    let flow = try bound("FlowPlugin", "flow", [:])
    #expect(try spring.elements() == flow.elements())
    try spring.set("sectionInset", .insets(Insets(top: 7, left: 7, bottom: 7, right: 7)))
    try spring.set("base", .text("waterfall"))
    try spring.set("columnCount", .integer(3))
    try spring.frame(marks: LAYOUT_MARK_PROPERTIES)
    let waterfall = try bound(
      "WaterfallPlugin", "waterfall",
      [
        "columnCount": .integer(3),
        "sectionInset": .insets(Insets(top: 7, left: 7, bottom: 7, right: 7)),
      ])
    #expect(try spring.elements() == waterfall.elements())
  }

  @Test("a swinging item keeps its spring when items before it are inserted and deleted")
  func batches() throws {
    let spring = try SpringTests.layout(items: [200])
    spring.touch = Point(x: 160, y: 0)
    spring.scroll(y: 60)
    try spring.frame()
    let rest = try SpringTests.layout(items: [200])
    func away(_ item: Int) throws -> Double {
      try #require(try spring.element(0, item)).frame.y
        - #require(try rest.element(0, item)).frame.y
    }
    let before = try (30..<55).map { try away($0) }
    #expect(before.allSatisfy { $0 > 1 })
    try spring.update([202], [PendulumTests.insert(0), PendulumTests.insert(1)])
    let shifted = try (32..<57).map { try away($0) }
    #expect(zip(shifted, before).allSatisfy { abs($0 - $1) < 1e-9 })
    // Of the former items 30 to 54, which are 32 to 56 now, the one at 40 is deleted.
    try spring.update([201], [PendulumTests.delete(40)])
    let after = try (32..<56).map { try away($0) }
    let kept = before[..<8] + before[9...]
    #expect(after.count == kept.count)
    #expect(zip(after, kept).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  /// One spring by the textbook's solution below critical damping.
  private func spring(
    _ x: Double, _ v: Double, after t: Double
  ) -> (x: Double, v: Double) {
    let (z, w) = (0.8, 2 * Double.pi)
    let wd = w * (1 - z * z).squareRoot()
    let (a, b, fade) = (x, (v + z * w * x) / wd, exp(-z * w * t))
    let place = fade * (a * cos(wd * t) + b * sin(wd * t))
    return (place, -z * w * place + fade * wd * (b * cos(wd * t) - a * sin(wd * t)))
  }

  @Test(
    "C148-C155: on a fast fling every visible element's spring follows the closed form",
    arguments: [600.0, 3000, 12000, -9000])
  func fling(speed: Double) throws {
    let layout = try SpringTests.layout(items: [40_000])
    let flow = try SpringTests.layout("flow", items: [40_000])
    layout.scroll(y: 150_000)
    try layout.frame(after: 1)
    var (model, worst, widest) = ([Int: (x: Double, v: Double)](), 0.0, 0.0)
    let step = 1.0 / 120
    for frame in 0..<120 {
      let delta = speed * step * pow(0.985, Double(frame))
      let touch = Point(x: 160, y: layout.bounds.y + 240)
      layout.touch = touch
      layout.scroll(y: delta)
      try layout.frame(after: step)
      let (near, view) = (layout.bounds.grown(by: 3000), layout.bounds)
      let rest = Dictionary(
        uniqueKeysWithValues: try flow.elements(in: near).map { ($0.path.item, $0.frame) })
      var next: [Int: (x: Double, v: Double)] = [:]
      for element in try layout.elements(in: near) {
        guard let place = rest[element.path.item] else { continue }
        let now = element.frame.y - place.y
        let old = model[element.path.item]
        let swung = spring(old?.x ?? 0, old?.v ?? 0, after: step)
        let dragged = SpringTests.dragged(place, by: delta, touch: touch)
        let want = swung.x + dragged
        if now == 0, want != 0 {
          // It has no spring: it is invisible before and after.
          #expect(!place.offset(by: Vector(dx: 0, dy: want)).intersects(view), "\(element)")
          #expect(!place.intersects(view), "\(element)")
          continue
        }
        worst = max(worst, abs(now - want))
        widest = max(widest, abs(now))
        next[element.path.item] = (now, swung.v)
      }
      model = next
    }
    #expect(worst < 1e-6)
    #expect(widest > abs(speed) / 60, "\(widest)")
    #expect(model.count > 50, "\(model.count)")
  }

  @Test(
    "on a fast fling no element vanishes: it stays visible or moves out of the viewport",
    arguments: [3000.0, 12000, -9000])
  func nothingVanishes(speed: Double) throws {
    let layout = try SpringTests.layout(items: [40_000])
    layout.scroll(y: 150_000)
    try layout.frame(after: 1)
    var last: [Int: Double] = [:]
    let step = 1.0 / 120
    for _ in 0..<60 {
      layout.touch = Point(x: 160, y: layout.bounds.y + 240)
      layout.scroll(y: speed * step)
      try layout.frame(after: step)
      let view = layout.bounds
      var now: [Int: Double] = [:]
      for element in layout.listed() { now[element.path.item] = element.frame.y }
      for (item, y) in last where now[item] == nil {
        // No element moves further in a frame than the content and its spring do.
        let way = abs(speed * step) * 1.3
        #expect(y + 44 - view.y < way || view.y + 480 - y < way, "item \(item)")
      }
      last = now
    }
    #expect(last.count > 20)
  }
}
