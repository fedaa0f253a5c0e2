// SPDX-License-Identifier: Apache-2.0
//
// The bundled layouts in both tiers: prepared, scrolled, dragged, resized, changed, to the bit.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("The bundled layouts answer the same in a worker")
struct BundledTests {
  static let plugins = [
    ("FlowPlugin", "flow"), ("MosaicPlugin", "mosaic"), ("WaterfallPlugin", "waterfall"),
    ("SpringPlugin", "spring"), ("PendulumPlugin", "pendulum"), ("CarouselPlugin", "carousel"),
    ("CoverflowPlugin", "coverflow"), ("CompositionalPlugin", "compositional"),
  ]

  /// Answers every query of the layout, by its name and type.
  static func bind(_ connection: any LayoutConnection) throws {
    for query in connection.descriptor.queries {
      try connection.queries.bind(query.name) { (path, _) -> LayoutValue? in
        let number = Double((path.item &* 37 &+ path.section &* 11) % 80)
        switch (query.result, query.name) {
        case (.size, "headerSize"), (.size, "footerSize"):
          return path.section % 2 == 0 ? .size(Size(width: 390, height: 22.5)) : nil
        case (.size, _): return .size(Size(width: 30 + number, height: 20 + number / 3))
        case (.insets, _): return .insets(Insets(top: 3, left: 5, bottom: 7, right: number / 8))
        case (.number, _): return path.section == 1 ? nil : .number(number / 16)
        default: return nil
        }
      }
    }
  }

  @Test("prepare, scroll, drag, resize, new data, properties, targets", arguments: plugins)
  func session(_ name: String, _ layout: String) throws {
    let tiers = try Tiers(file: PluginFile(judging: bundledPlugin(name)), layout: layout)
    for connection in tiers.both { try Self.bind(connection) }
    var shape = DataShape(epoch: 1, itemCounts: [300, 0, 7, 900], scale: 2)
    var bounds = Rect(x: 0, y: 0, width: 390, height: 844)
    var time = 0.0
    func step(
      to next: Rect, marks: UInt32 = LAYOUT_MARK_NOTHING, touch: Point? = nil,
      updates: [layout_update] = []
    ) -> Outcome {
      time += 1 / 120
      var request = FrameRequest(time: time, oldBounds: bounds, bounds: next, marks: marks)
      request.touch = touch
      request.updates = updates
      bounds = next
      return tiers.frame(request, shape)
    }
    let first = step(to: bounds, marks: LAYOUT_MARK_EVERYTHING)
    #expect(first.error == nil)
    #expect(first.elements.count > 1)
    for index in 0..<60 {
      let by = Vector(dx: Double(index % 3) * 4, dy: Double(index) * 1.25)
      _ = step(to: bounds.offset(by: by), touch: Point(x: 100, y: bounds.y + 300))
    }
    for _ in 0..<30 { _ = step(to: bounds) }
    bounds.size = Size(width: 700, height: 500)
    _ = step(to: bounds, marks: LAYOUT_MARK_BOUNDS)
    for proposed in [0.0, 333, 5_000] {
      tiers.agree { connection, _ in
        try connection.scrollTarget(
          proposed: Point(x: proposed, y: proposed), velocity: Vector(dx: 500, dy: -900),
          bounds: bounds, afterUpdate: false)
      }
    }
    for (index, property) in tiers.here.descriptor.properties.enumerated() {
      tiers.agree { connection, _ in "\(try connection.property(at: index))" }
      guard property.type == .number, property.minimum <= 12, property.maximum >= 12 else {
        continue
      }
      tiers.agree { connection, _ in
        try connection.setProperty(at: index, to: .number(12))
        return 0
      }
    }
    _ = step(to: bounds, marks: LAYOUT_MARK_PROPERTIES)
    shape.epoch = 2
    shape.itemCounts = [299, 1, 7, 900]
    let moved = layout_update(
      action: LAYOUT_UPDATE_MOVE, of_section: 0, before: layout_path(section: 0, item: 4),
      after: layout_path(section: 1, item: 0))
    let last = step(to: bounds, marks: LAYOUT_MARK_COUNTS, updates: [moved])
    #expect(last.error == nil)
    tiers.agree { connection, buffer in
      try connection.attributes(in: Rect(x: -1e6, y: -1e6, width: 2e6, height: 2e6), into: buffer)
      return buffer.count
    }
    for index in 0..<20 as Range<UInt32> {
      tiers.agree { connection, buffer in
        let cell = layout_element(
          category: UInt16(LAYOUT_CELL), kind: 0, section: 3, item: index * 40)
        try connection.attributes(for: cell, into: buffer)
        return buffer.count
      }
    }
  }
}
