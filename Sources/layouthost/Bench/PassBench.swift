// SPDX-License-Identifier: Apache-2.0
//
// A layout's own pass over a million different sizes, beside the same pass in plain C.

import LayoutModel
import LayoutRuntime

enum PassBench {
  static var all: [Benchmark] {
    [
      Benchmark("flow/pass/1e6", in: .milliseconds, bound: 4) { meter, bed in
        let sizes = ContiguousArray((0..<itemCount).map(Scene.chip))
        let layout = BareLayout(
          try InProcessConnection(image: bed.image("flow"), layout: "flow"), itemCount: itemCount)
        try layout.set("minimumInteritemSpacing", to: .number(0))
        try layout.set("minimumLineSpacing", to: .number(0))
        try run(layout, sizes, &meter)
        let plain = PlainC(sizes)
        try reference(&meter, layout) {
          plain.flow(room: Scene.viewport.width - 1) * Scene.cell.height
        }
      },
      Benchmark("waterfall/pass/1e6", in: .milliseconds, bound: 20) { meter, bed in
        let sizes = ContiguousArray((0..<itemCount).map(Scene.card))
        let layout = BareLayout(
          try InProcessConnection(image: bed.image("waterfall"), layout: "waterfall"),
          itemCount: itemCount)
        try layout.set("columnCount", to: .integer(10))
        try layout.set("columnSpacing", to: .number(0))
        try layout.set("rowSpacing", to: .number(0))
        try run(layout, sizes, &meter)
        let plain = PlainC(sizes)
        try reference(&meter, layout) { plain.waterfall(columns: 10) }
      },
      Benchmark("waterfall-spans/pass/1e6", in: .milliseconds) { meter, bed in
        let layout = BareLayout(
          try InProcessConnection(image: bed.image("waterfall"), layout: "waterfall"),
          itemCount: itemCount)
        try layout.set("columnCount", to: .integer(10))
        try layout.set("columnSpacing", to: .number(0))
        try layout.set("rowSpacing", to: .number(0))
        try layout.connection.queries.bindSpans()
        try run(layout, ContiguousArray((0..<itemCount).map(Scene.card)), &meter)
      },
    ]
  }

  private static let itemCount = 1_000_000
  private static let sampleCount = 32

  /// Changes the width back and forth, which asks for new lines or columns and for nothing else.
  private static func run(
    _ layout: BareLayout, _ sizes: ContiguousArray<Size>, _ meter: inout Meter
  ) throws {
    var asked = 0
    try layout.connection.queries.bind("sizeForItem") {
      (_, range: Range<Int>, out: UnsafeMutableBufferPointer<Size>) in
      asked += range.count
      sizes.withUnsafeBufferPointer { _ = out.update(fromContentsOf: $0[range]) }
      return .all
    }
    try layout.frame()
    try require(asked == itemCount, "the layout asked for \(asked) sizes of \(itemCount)")
    var narrow = Rect(origin: .zero, size: Scene.viewport)
    for sample in 0..<sampleCount {
      // The last one is the width of the plain loop.
      narrow.width = Scene.viewport.width - Double(2 - sample % 2)
      try meter.sample { try layout.frame(narrow) }
      try require(layout.outcome.didPrepare, "the layout did not lay out for another width")
    }
    meter.count("visible", Double(layout.buffer.count))
    meter.count("sizes asked again", Double(asked - itemCount))
    meter.count("content height", layout.outcome.contentSize.height)
  }

  /// Notes the median of the plain loop, and refuses to compare unlike work: both must come to the
  /// same height.
  private static func reference(
    _ meter: inout Meter, _ layout: BareLayout, _ pass: () -> Double
  ) throws {
    var plain = Meter("plain C", in: .microseconds)
    var height = 0.0
    for _ in 0..<sampleCount { plain.sample { height = pass() } }
    let found = layout.outcome.contentSize.height
    try require(
      abs(height - found) <= 1e-9 * height, "plain C comes to a height of \(height), not \(found)")
    meter.count("plain C µs", plain.measurement.median.rounded())
  }
}
