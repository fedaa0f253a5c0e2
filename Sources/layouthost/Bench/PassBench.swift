// SPDX-License-Identifier: Apache-2.0
//
// A layout's own pass over a million different sizes, beside the same pass in plain C.

import LayoutModel
import LayoutRuntime

enum PassBench {
  static var all: [Benchmark] {
    [
      Benchmark("flow/pass/1e6", in: .milliseconds, bound: 4, ratioBound: 1) { meter, bed in
        let sizes = ContiguousArray((0..<itemCount).map(Scene.chip))
        let layout = try bare("flow", bed)
        try layout.set("minimumInteritemSpacing", to: .number(0))
        try layout.set("minimumLineSpacing", to: .number(0))
        let plain = PlainC(sizes)
        try run(layout, sizes, &meter) {
          plain.flow(room: Scene.viewport.width - 1) * Scene.cell.height
        }
      },
      Benchmark("waterfall/pass/1e6", in: .milliseconds, bound: 20, ratioBound: 1) { meter, bed in
        let sizes = ContiguousArray((0..<itemCount).map(Scene.card))
        let plain = PlainC(sizes)
        try run(try waterfall(bed), sizes, &meter) { plain.waterfall(columns: 10) }
      },
      Benchmark("waterfall-spans/pass/1e6", in: .milliseconds) { meter, bed in
        let layout = try waterfall(bed)
        try layout.connection.queries.bindSpans()
        try run(layout, ContiguousArray((0..<itemCount).map(Scene.card)), &meter)
      },
    ]
  }

  private static let itemCount = 1_000_000
  private static let sampleCount = 32

  private static func bare(_ id: String, _ bed: BenchBed) throws -> BareLayout {
    BareLayout(
      try InProcessConnection(image: bed.image(id), layout: id), itemCount: itemCount)
  }

  private static func waterfall(_ bed: BenchBed) throws -> BareLayout {
    let layout = try bare("waterfall", bed)
    try layout.set("columnCount", to: .integer(10))
    try layout.set("columnSpacing", to: .number(0))
    try layout.set("rowSpacing", to: .number(0))
    return layout
  }

  /// Changes the width back and forth, which asks for new lines or columns and for nothing else.
  ///
  /// - Parameter plain: The same pass in plain C; returns the height that it comes to, points.
  private static func run(
    _ layout: BareLayout, _ sizes: ContiguousArray<Size>, _ meter: inout Meter,
    against plain: (() -> Double)? = nil
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
    var height = 0.0
    try meter.alternate(samples: sampleCount, rounds: sampleCount / 2) { meter, sample in
      // The last one is the width of the plain loop.
      narrow.width = Scene.viewport.width - Double(2 - sample % 2)
      try meter.sample { try layout.frame(narrow) }
      try require(layout.outcome.didPrepare, "the layout did not lay out for another width")
    } plain: { meter, _ in
      if let plain { meter.plain { height = plain() } }
    }
    let found = layout.outcome.contentSize.height
    try require(
      plain == nil || meter.part == .engine || abs(height - found) <= 1e-9 * height,
      "plain C comes to a height of \(height), not \(found)")
    meter.count("visible", Double(layout.buffer.count))
    meter.count("sizes asked again", Double(asked - itemCount))
    meter.count("content height", found)
  }
}
