// SPDX-License-Identifier: Apache-2.0
//
// Springs: a step of a thousand beside plain C, and frames under a dragging finger.

import CBenchReference
import Glibc
import LayoutModel
import LayoutRuntime

enum SpringBench {
  static var all: [Benchmark] {
    [
      Benchmark("spring/step/1000", in: .microseconds, bound: 1.5, ratioBound: 0.8, run: step),
      Benchmark("spring/frame/1e5", in: .microseconds) { meter, bed in
        try drag(over: "flow", &meter, bed)
      },
      Benchmark("spring-waterfall/frame/1e5", in: .microseconds) { meter, bed in
        try drag(over: "waterfall", &meter, bed)
      },
      Benchmark("frame/spring-over-waterfall/1e5", in: .microseconds, run: overChild),
    ]
  }

  /// Springs over the layout with this id.
  private static func springs(
    over base: String, itemCount: Int, _ bed: BenchBed
  ) throws -> BareLayout {
    // Runs on this thread alone.
    nonisolated(unsafe) let bed = bed
    let find: ChildFinder = { id throws(LayoutError) in try bed.image(id) }
    let layout = BareLayout(
      try InProcessConnection(image: bed.image("spring"), layout: "spring", children: find),
      itemCount: itemCount)
    try layout.set("base", to: .text(base))
    return layout
  }

  /// A frame under a dragging finger, of a hundred thousand items; beside it, of a thousand.
  private static func drag(
    over base: String, _ meter: inout Meter, _ bed: BenchBed
  ) throws {
    func frames(of count: Int, _ meter: inout Meter) throws {
      let layout = try springs(over: base, itemCount: count, bed)
      if base == "flow" {
        try layout.set("itemSize", to: .size(Scene.cell))
      } else {
        try layout.set("columnCount", to: .integer(10))
      }
      var bounds = Rect(origin: Point(x: 0, y: 500), size: Scene.viewport)
      try layout.frame(bounds)
      for sample in 0..<sampleCount {
        // Back and forth, so that a thousand items are enough for the drag.
        bounds.y += sample / 100 % 2 == 0 ? 7 : -7
        try meter.sample { () throws(LayoutError) in
          try layout.frame(bounds, after: interval, touch: Point(x: 500, y: bounds.y + 300))
        }
      }
      try require(layout.outcome.isMoving, "the springs came to rest")
    }
    var few = Meter("few", in: .microseconds)
    try frames(of: 1000, &few)
    try frames(of: 100_000, &meter)
    let base = few.measurement.median
    meter.count("spring/frame/1e3 µs", base)
    meter.count("1e5 : 1e3", meter.measurement.median / base)
  }

  /// The same frame over a waterfall, alternating with frames of the waterfall alone.
  private static func overChild(_ meter: inout Meter, _ bed: BenchBed) throws {
    let alone = BareLayout(
      try InProcessConnection(image: bed.image("waterfall"), layout: "waterfall"),
      itemCount: 100_000)
    let springs = try springs(over: "waterfall", itemCount: 100_000, bed)
    for layout in [springs, alone] {
      try layout.set("columnCount", to: .integer(10))
      try layout.frame(Rect(origin: Point(x: 0, y: 500), size: Scene.viewport))
    }
    var still = Meter("alone", in: .microseconds)
    var bounds = Rect(origin: Point(x: 0, y: 500), size: Scene.viewport)
    for sample in 0..<sampleCount {
      bounds.y += sample / 100 % 2 == 0 ? 7 : -7
      let touch = Point(x: 500, y: bounds.y + 300)
      try meter.sample { () throws(LayoutError) in
        try springs.frame(bounds, after: interval, touch: touch)
      }
      try still.sample { () throws(LayoutError) in
        try alone.frame(bounds, after: interval, touch: touch)
      }
    }
    try require(springs.outcome.isMoving, "the springs came to rest")
    let median = still.measurement.median
    meter.count("waterfall alone µs", median)
    meter.count("more µs", meter.measurement.median - median)
  }

  private static let springCount = 1000
  private static let sampleCount = 4000
  private static let interval = 1.0 / 120

  private static func step(_ meter: inout Meter, _ bed: BenchBed) throws {
    let layout = try springs(over: "flow", itemCount: springCount, bed)
    try layout.set("itemSize", to: .size(Scene.cell))
    try layout.set("minimumInteritemSpacing", to: .number(0))
    try layout.set("minimumLineSpacing", to: .number(0))
    // The tile holds every item, and without damping none comes to rest.
    try layout.set("tileMargin", to: .number(10_000))
    try layout.set("damping", to: .number(0))
    var bounds = Rect(origin: Point(x: 0, y: 3600), size: Scene.viewport)
    try layout.frame(bounds)
    for _ in 0..<4 {
      bounds.y += 50
      try layout.frame(bounds, after: interval, touch: Point(x: 500, y: 4000))
    }
    var plain = PlainSprings(count: springCount, interval: interval)
    var rest: [Double] = []
    let rounds = 20
    for _ in 0..<rounds {
      // The time of the step is the difference to a frame in which the clock stands still.
      var (still, moving) = (Meter("still", in: .microseconds), Meter("moving", in: .microseconds))
      for _ in 0..<sampleCount / rounds { try frame(layout, bounds, after: 0, &still) }
      for _ in 0..<sampleCount / rounds {
        try frame(layout, bounds, after: interval, &moving)
        try require(layout.outcome.isMoving, "the springs came to rest")
      }
      rest.append(still.measurement.median)
      for sample in moving.measurement.samples { meter.add(sample - rest[rest.count - 1]) }
      for _ in 0..<sampleCount / rounds { meter.plain { plain.step() } }
    }
    meter.count("frame without a step µs", rest.sorted()[rounds / 2])
    meter.count("plugin calls", Double(layout.outcome.callCount))
    try layout.frame(bounds, after: interval, asking: Rect(x: 0, y: -1e5, width: 1000, height: 3e5))
    meter.count("springs", Double(displaced(layout)))
    try require(displaced(layout) > springCount * 9 / 10, "only \(displaced(layout)) springs move")
    try require(meter.part == .engine || plain.largest > 0, "plain C came to rest")
  }

  /// One frame with a query for a far place, so that it contains little but the step.
  private static func frame(
    _ layout: BareLayout, _ bounds: Rect, after seconds: Double, _ meter: inout Meter
  ) throws(LayoutError) {
    let nothing = Rect(x: 0, y: 1e7, width: 1, height: 1)
    try meter.sample { () throws(LayoutError) in
      try layout.frame(bounds, after: seconds, asking: nothing)
    }
  }

  /// Returns the number of items that are displaced from their place in flow.
  private static func displaced(_ layout: BareLayout) -> Int {
    layout.buffer.records.count { record in
      let row = Double(record.item / 10) * Scene.cell.height
      return abs(record.frame.y - row) > 1e-9
    }
  }
}

/// As many undamped springs of one hertz, stepped by plain C.
private struct PlainSprings {
  private var positions: [Double]
  private var velocities: [Double]
  private let matrix: [Double]
  /// The largest displacement after the last step, points.
  private(set) var largest = 0.0

  init(count: Int, interval: Double) {
    positions = (0..<count).map { Scene.spread($0) - 40 }
    velocities = Array(repeating: 0, count: count)
    // x″ + ω²x = 0 over one interval, with ω = 2π a second.
    let angle = 2 * Double.pi * interval
    let (sine, cosine) = (sin(angle), cos(angle))
    matrix = [cosine, sine / (2 * .pi), -2 * .pi * sine, cosine]
  }

  mutating func step() {
    largest = bench_spring_step(&positions, &velocities, UInt32(positions.count), matrix)
  }
}
