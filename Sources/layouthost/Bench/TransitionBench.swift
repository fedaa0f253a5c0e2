// SPDX-License-Identifier: Apache-2.0
//
// A frame in the middle of a transition between two layouts: every visible element on its way.

import LayoutHost
import LayoutModel

enum TransitionBench {
  static var all: [Benchmark] {
    [Benchmark("transition/frame", in: .microseconds, bound: 25, run: frame)]
  }

  private static let itemCount = 100_000
  private static let sampleCount = 4000

  private static func frame(_ meter: inout Meter, _ bed: BenchBed) throws {
    let bench = try BenchView(
      image: bed.image("flow"), layout: "flow", itemCount: itemCount
    ) { try configure($0) { Scene.chip($0) } }
    let view = bench.view
    try view.setContentOffset(Point(x: 0, y: 40_000))
    let next = CollectionLayout(
      try InProcessConnection(image: bed.image("flow"), layout: "flow"))
    // Other widths, so that every line breaks elsewhere.
    try configure(next) { Scene.chip($0 + 1) }
    try view.setLayout(next, animated: true, timing: .curve(duration: 60))
    for warm in 1...100 { try view.advance(to: Double(warm) / 120) }
    let before = view.counters
    for sample in 1...sampleCount {
      let time = (100 + Double(sample)) / 120
      try meter.sample { () throws(LayoutError) in try view.advance(to: time) }
    }
    let spent = view.counters - before
    let moved = Double(spent.applies) / Double(sampleCount)
    try require(spent.frames == sampleCount, "\(spent.frames) frames ran of \(sampleCount)")
    try require(view.isAnimating, "the transition ended before the samples did")
    meter.count("views moved a frame", moved)
    meter.count("visible", Double(view.visibleElements.count { !$0.isLeaving }))
    meter.count("plugin calls a frame", Double(spent.pluginCalls) / Double(sampleCount))
    try require(moved >= 90, "only \(moved) views move")
  }

  private static func configure(
    _ layout: CollectionLayout, _ size: (Int) -> Size
  ) throws(LayoutError) {
    try layout.set("minimumInteritemSpacing", to: .number(0))
    try layout.set("minimumLineSpacing", to: .number(0))
    try layout.queries.bindSizes(ContiguousArray((0..<itemCount).map(size)))
  }
}
