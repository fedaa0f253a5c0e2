// SPDX-License-Identifier: Apache-2.0
//
// Compares carousel and coverflow, with one item in the middle, with the test's own arithmetic.

import Foundation
import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("carousel and coverflow")
struct StripTests {
  /// A layout with its viewport, and the distance between two items.
  struct Strip: Sendable, CustomTestStringConvertible {
    let plugin, id: String
    let pitch: Double
    var values: [String: LayoutValue] = [:]
    var inset = Insets.zero
    var testDescription: String { "\(id) \(values.keys.sorted()) \(inset)" }
    var isVertical: Bool { values["scrollDirection"] == .enumeration(0) }

    /// Fixed lengths, not those that follow the view.
    var lengths: [String: LayoutValue] {
      var lengths: [String: LayoutValue] = ["itemSize": .size(Size(width: 200, height: 200))]
      if id == "carousel" {
        lengths["spacing"] = .number(40)
      } else {
        lengths["coverSpacing"] = .number(70)
        lengths["centerGap"] = .number(90)
        lengths["eyeDistance"] = .number(800)
      }
      return lengths
    }

    func open(_ items: [Int] = [40, 0, 30]) throws -> LoadedLayout {
      try LoadedLayout(
        try bundledPlugin(plugin), id, items: items, viewportSize: Size(width: 600, height: 500),
        inset: inset, set: lengths.merging(values) { $1 })
    }
  }

  static let vertical: [String: LayoutValue] = ["scrollDirection": .enumeration(0)]
  static let inset = Insets(top: 20, left: 40, bottom: 10, right: 6)
  static let all = [
    Strip(plugin: "CarouselPlugin", id: "carousel", pitch: 240),
    Strip(plugin: "CarouselPlugin", id: "carousel", pitch: 240, values: vertical),
    Strip(plugin: "CarouselPlugin", id: "carousel", pitch: 240, inset: inset),
    Strip(plugin: "CoverflowPlugin", id: "coverflow", pitch: 70),
    Strip(plugin: "CoverflowPlugin", id: "coverflow", pitch: 70, values: vertical, inset: inset),
  ]

  private func target(_ layout: LoadedLayout, _ proposed: Point, _ velocity: Vector) throws -> Point
  {
    let target = try layout.connection.scrollTarget(
      proposed: proposed, velocity: velocity, bounds: layout.bounds, afterUpdate: false)
    return try #require(target)
  }

  @Test(
    "C89, C107: scrolling stops with an item exactly in the middle, and a repeated query agrees",
    arguments: all)
  func snaps(_ strip: Strip) throws {
    let layout = try strip.open()
    for proposed in [-500.0, -31, 0, 34.9, 35.1, 109, 111, 1234.5, 4000, 1e7] {
      let start =
        strip.isVertical ? Point(x: 0, y: proposed) : Point(x: proposed, y: -strip.inset.top)
      let target = try target(layout, start, Vector(dx: 900, dy: 900))
      #expect(try self.target(layout, target, .zero) == target)
      layout.bounds.origin = target
      try layout.frame()
      let middle =
        strip.isVertical
        ? target.y + strip.inset.top + (500 - strip.inset.top - strip.inset.bottom) / 2
        : target.x + strip.inset.left + (600 - strip.inset.left - strip.inset.right) / 2
      let centered = layout.listed().filter {
        let center = $0.frame.center
        return abs((strip.isVertical ? center.y : center.x) - middle) < 1e-9
      }
      #expect(centered.count == 1, "\(proposed)")
      let offset = (strip.isVertical ? target.y + strip.inset.top : target.x + strip.inset.left)
      let wanted = proposed + (strip.isVertical ? strip.inset.top : strip.inset.left)
      #expect(abs(offset - wanted) <= strip.pitch / 2 + 1e-9 || wanted < 0 || wanted > 69 * 70)
    }
    #expect(layout.connection.offers("layout.scroll-target/1"))
  }

  @Test("the first and the last item can be in the middle, and content ends there", arguments: all)
  func ends(_ strip: Strip) throws {
    let layout = try strip.open()
    let outcome = try layout.frame()
    let free =
      strip.isVertical
      ? 500 - strip.inset.top - strip.inset.bottom : 600 - strip.inset.left - strip.inset.right
    let length = strip.isVertical ? outcome.contentSize.height : outcome.contentSize.width
    #expect(length == free + 69 * strip.pitch)
    let last = try target(layout, Point(x: 1e7, y: 1e7), .zero)
    let most = 69 * strip.pitch - (strip.isVertical ? strip.inset.top : strip.inset.left)
    #expect((strip.isVertical ? last.y : last.x) == most)
    #expect(try strip.open([]).frame().contentSize.area == 0)
  }

  @Test("C9, C10: a rectangle finds all items that it intersects, at any offset", arguments: all)
  func complete(_ strip: Strip) throws {
    let layout = try strip.open()
    for offset in [0.0, 333.3, 2000] {
      layout.bounds.origin = strip.isVertical ? Point(x: 0, y: offset) : Point(x: offset, y: 0)
      try layout.frame()
      let all = try layout.elements()
      #expect(all.count == 70)
      try expectComplete(layout, all, rounds: 60)
    }
    #expect(try layout.element(0, 40) == nil && layout.element(1, 0) == nil)
    #expect(try layout.element(2, 0) != nil)
  }

  @Test(
    "a carousel finds all items for any distance of growth, also below half a step",
    arguments: [1, 60, 72, 100, 119, 120, 121, 240, 312, 700] as [Double], [1.3, 0.2, 10])
  func completeGrowth(_ growthDistance: Double, _ scale: Double) throws {
    let strip = Strip(
      plugin: "CarouselPlugin", id: "carousel", pitch: 240,
      values: ["growthDistance": .number(growthDistance), "centerScale": .number(scale)])
    let layout = try strip.open([40])
    for offset: Double in [0, 95, 119.9, 120, 2000, 2160] {
      layout.bounds.x = offset
      try layout.frame()
      let all = try layout.elements()
      #expect(all.count == 40)
      // Rectangles of a point at the edges of frames find an item by its last point.
      for element in all {
        for x in [element.frame.x, element.frame.maxX - 1] {
          let edge = Rect(x: x, y: element.frame.center.y, width: 1, height: 1)
          #expect(
            try layout.elements(in: edge) == all.filter { $0.frame.intersects(edge) },
            "\(offset): \(element)")
        }
      }
    }
  }

  @Test("C46, C89: an item is larger, more opaque and higher the nearer it is to the middle")
  func grows() throws {
    let strip = Strip(
      plugin: "CarouselPlugin", id: "carousel", pitch: 240,
      values: ["centerScale": .number(1.5), "sideAlpha": .number(0.4)])
    let layout = try strip.open()
    for offset: Double in [0, 55, 110, 1551] {
      layout.bounds.x = offset
      let outcome = try layout.frame()
      #expect(
        offset == 0
          || outcome.calls.names == [
            "should_invalidate", "prepare", "content_size", "attributes_in_rect",
          ])
      for record in layout.buffer.records {
        // By the item's place in the row: its growth moves it away from there.
        let index = Double((record.section == 0 ? 0 : 40) + record.item)
        let away = abs(index * 240 - offset) / 240
        let nearness = max(0, 1 - away)
        let scale =
          record.transform == 0 ? 1 : layout.buffer.transforms[Int(record.transform) - 1].m.0
        #expect(abs(scale - (1 + 0.5 * nearness)) < 1e-9)
        #expect(abs(Double(record.alpha) - (0.4 + 0.6 * nearness)) < 1e-6)
        #expect(record.z_index == Int32(nearness * 1000))
        #expect(record.frame.width == 200 && record.frame.y == 150)
      }
    }
  }

  @Test(
    "the spacing between two items of a carousel is the same at any offset",
    arguments: [nil, 100, 240, 700] as [Double?], [1.3, 0.6, 3])
  func evenGaps(_ growthDistance: Double?, _ scale: Double) throws {
    var values: [String: LayoutValue] = ["centerScale": .number(scale)]
    if let growthDistance { values["growthDistance"] = .number(growthDistance) }
    let strip = Strip(plugin: "CarouselPlugin", id: "carousel", pitch: 240, values: values)
    let layout = try strip.open()
    for offset: Double in [0, 1, 55, 119.9, 120, 120.1, 700, 1551] {
      layout.bounds.x = offset
      try layout.frame()
      let wide = Rect(x: offset - 3000, y: 0, width: 6600, height: 500)
      try layout.connection.attributes(in: wide, into: layout.buffer)
      let edges = layout.buffer.records.map { record -> (start: Double, end: Double) in
        let factor =
          record.transform == 0 ? 1 : layout.buffer.transforms[Int(record.transform) - 1].m.0
        let (center, half) = (record.frame.center.x, record.frame.width * factor / 2)
        return (center - half, center + half)
      }
      for (one, next) in zip(edges, edges.dropFirst()) {
        #expect(abs(next.start - one.end - 40) < 1e-6, "\(offset): \(one), \(next)")
      }
      #expect(edges.count > 3)
    }
  }

  @Test(
    "sizes follow the view, so that neither a tablet nor a large screen is mostly empty",
    arguments: [
      Size(width: 390, height: 844), Size(width: 820, height: 1180), Size(width: 1200, height: 800),
      Size(width: 3840, height: 2160), Size(width: 100, height: 4000),
    ], ["carousel", "coverflow"])
  func followsView(_ viewportSize: Size, _ id: String) throws {
    let plugin = id == "carousel" ? "CarouselPlugin" : "CoverflowPlugin"
    let layout = try LoadedLayout(
      try bundledPlugin(plugin), id, items: [50], viewportSize: viewportSize)
    let all = layout.listed()
    let middle = try #require(all.first)
    #expect(abs(middle.frame.center.x - viewportSize.width / 2) < 1e-9)
    let (wide, high) =
      (middle.frame.width / viewportSize.width, middle.frame.height / viewportSize.height)
    #expect(abs(middle.frame.height / middle.frame.width - 4.0 / 3) < 1e-9)
    #expect(abs(wide - 0.55) < 1e-9 || abs(high - 0.62) < 1e-9)
    #expect(wide <= 0.5501 && high <= 0.6201)
    #expect(all.count > 1, "a neighbour is in sight")
  }

  @Test(
    "C45: covers are rotated in space towards the middle, which faces the viewer",
    arguments: [0, 1])
  func turns(direction: Int) throws {
    let strip = Strip(
      plugin: "CoverflowPlugin", id: "coverflow", pitch: 70,
      values: ["scrollDirection": .enumeration(direction)])
    let layout = try strip.open()
    let isVertical = direction == 0
    layout.bounds.origin = isVertical ? Point(x: 0, y: 35 * 70) : Point(x: 35 * 70, y: 0)
    try layout.frame()
    let middle = (isVertical ? 250.0 : 300) + 35 * 70
    var turned = 0
    for record in layout.buffer.records {
      let center = isVertical ? record.frame.center.y : record.frame.center.x
      guard center != middle else {
        #expect(record.transform == 0 && record.item == 35)
        continue
      }
      let m = layout.buffer.transforms[Int(record.transform) - 1].m
      let index = (record.section == 0 ? 0 : 40) + Int(record.item) - 35
      let side = index < 0 ? -1.0 : 1
      #expect(abs(center - middle - Double(index) * 70 - side * 90) < 1e-9)
      #expect(record.z_index == -1000 * Int32(abs(index)))
      // The outer edge is nearer to the viewer: there w is smaller, so it looks larger.
      let outer = side * (isVertical ? m.7 : m.3)
      #expect(abs(outer + sin(Double.pi / 3) / 800) < 1e-12)
      #expect(abs((isVertical ? m.5 : m.0) - 0.5) < 1e-12)
      turned += 1
    }
    #expect(turned > 4)
  }

  @Test("a million items cost a frame as much as a hundred, and a warm frame allocates nothing")
  func scales() throws {
    for strip in [Self.all[0], Self.all[3]] {
      var visible: [Int] = []
      for count in [100, 1_000_000] {
        let layout = try strip.open([count])
        for _ in 0..<20 {
          layout.scroll(x: 31)
          try layout.frame(after: 1.0 / 120)
        }
        let allocated = try countAllocations { () throws(LayoutError) in
          for _ in 0..<50 {
            layout.scroll(x: 31)
            try layout.frame(after: 1.0 / 120)
          }
        }
        #expect(allocated == 0)
        visible.append(layout.buffer.count)
      }
      #expect(visible[0] == visible[1] && visible[0] > 2)
    }
  }
}

extension Size {
  fileprivate var area: Double { width * height }
}

extension Rect {
  fileprivate var center: Point { Point(x: x + width / 2, y: y + height / 2) }
}
