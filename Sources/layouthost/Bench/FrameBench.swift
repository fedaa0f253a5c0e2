// SPDX-License-Identifier: Apache-2.0
//
// A frame of a collection view over large data: the query, the check of the answer, the difference,
// recycled and filled views. Beside it the same frame in plain C.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime

enum FrameBench {
  /// Two collection views over the same scene: the engine's, and plain C's if it has one.
  private typealias Pair = (bench: BenchView, plain: PlainView?)

  static var all: [Benchmark] {
    [
      ("flow/1e6", { bed in try flow(bed) }),
      ("waterfall/1e6", { bed in try waterfall(bed) }),
      ("waterfall-spans/1e6", { bed in try waterfall(bed, spans: true) }),
      ("mosaic/1e6", { bed in try mosaic(bed) }),
      ("flow-equal/1e8", { bed in try flowEqual(bed) }),
    ].flatMap { (name: String, make: @escaping (BenchBed) throws -> Pair) in
      [
        Benchmark("frame/\(name)", in: .microseconds, bound: 6, ratioBound: 1.5) { meter, bed in
          try scroll(try make(bed), &meter)
        },
        Benchmark("frame/\(name)/jump", in: .microseconds, bound: 20, ratioBound: 1.6) {
          meter, bed in
          try jump(try make(bed), &meter)
        },
      ]
    }
  }

  private static let sampleCount = 4000

  private static func flow(_ bed: BenchBed) throws -> Pair {
    let sizes = ContiguousArray((0..<1_000_000).map(Scene.chip))
    let bench = try BenchView(image: bed.image("flow"), layout: "flow", itemCount: sizes.count) {
      layout in
      try layout.set("minimumInteritemSpacing", to: .number(0))
      try layout.set("minimumLineSpacing", to: .number(0))
      try layout.queries.bindSizes(sizes)
    }
    return (bench, try PlainView(.flow(sizes)))
  }

  /// - Parameter spans: Makes every eighth item two columns wide; without plain C then.
  private static func waterfall(_ bed: BenchBed, spans: Bool = false) throws -> Pair {
    let sizes = ContiguousArray((0..<1_000_000).map(Scene.card))
    let bench = try BenchView(
      image: bed.image("waterfall"), layout: "waterfall", itemCount: sizes.count
    ) { layout in
      try layout.set("columnCount", to: .integer(10))
      try layout.set("columnSpacing", to: .number(0))
      try layout.set("rowSpacing", to: .number(0))
      try layout.queries.bindSizes(sizes)
      if spans { try layout.queries.bindSpans() }
    }
    return (bench, spans ? nil : try PlainView(.waterfall(sizes, columns: 10)))
  }

  /// Pages of ten columns and ten rows below each other: a cell of 2 × 2, one of 1 × 2, and single
  /// ones.
  private static func mosaic(_ bed: BenchBed) throws -> Pair {
    let slots = Scene.mosaicSlots
    let bench = try BenchView(
      image: bed.image("mosaic"), layout: "mosaic", itemCount: 1_000_000
    ) { layout in
      try layout.set("scrollDirection", to: .enumeration(0))
      try layout.set("padding", to: .number(0))
      try layout.set(
        "pattern", to: .array([10, 10] + slots.flatMap { [$0.x, $0.y, $0.width, $0.height] }))
    }
    return (bench, try PlainView(.mosaic(slots, itemCount: 1_000_000)))
  }

  private static func flowEqual(_ bed: BenchBed) throws -> Pair {
    let count = 100_000_000
    let bench = try BenchView(image: bed.image("flow"), layout: "flow", itemCount: count) {
      layout in
      try layout.set("minimumInteritemSpacing", to: .number(0))
      try layout.set("minimumLineSpacing", to: .number(0))
      try layout.bind("sizeForItem") {
        (_: Int, _: Range<Int>, out: inout MutableSpan<Size>) in
        out[0] = Scene.cell
        return .uniform
      }
    }
    return (bench, try PlainView(.equal(Scene.cell, itemCount: count)))
  }

  /// Scrolls by 20 points a frame, from a third of the way down: a row of 80 points enters in one of
  /// four frames.
  private static func scroll(_ pair: Pair, _ meter: inout Meter) throws {
    let start = (pair.bench.view.contentSize.height / 3).rounded()
    try measure(pair, &meter) { sample in start + Double(sample) * 20 }
    meter.countMeans(of: 4, "mean over a row")
  }

  /// Jumps to a far place each frame, so that every element is replaced.
  private static func jump(_ pair: Pair, _ meter: inout Meter) throws {
    let room = pair.bench.view.contentSize.height - Scene.viewport.height
    try measure(pair, &meter) { sample in
      // Multiples of the golden ratio spread evenly and stay far from the previous one.
      let share = Double(sample) * 0.618_033_988_749_894_9
      return ((share - share.rounded(.down)) * room).rounded()
    }
  }

  private static func measure(
    _ pair: Pair, _ meter: inout Meter, _ offset: (Int) -> Double
  ) throws {
    let view = pair.bench.view
    for sample in -500..<0 {
      try view.setContentOffset(Point(x: 0, y: offset(sample + 1000)))
      pair.plain?.frame(offset(sample + 1000))
    }
    let before = view.counters
    let plainBefore = pair.plain?.counts
    try meter.alternate(samples: sampleCount) { meter, sample in
      let target = Point(x: 0, y: offset(sample + 1000))
      try meter.sample { () throws(LayoutError) in try view.setContentOffset(target) }
    } plain: { meter, sample in
      guard let plain = pair.plain else { return }
      let target = offset(sample + 1000)
      meter.plain { plain.frame(target) }
    }
    let spent = view.counters - before
    if meter.part != .plain {
      try require(spent.frames == sampleCount, "\(spent.frames) frames ran of \(sampleCount)")
    }
    note(spent, frames: sampleCount, visible: view.visibleElements.count, in: &meter)
    if let plain = pair.plain, let plainBefore, meter.part == .both {
      try plain.requireSame(as: view)
      let bound = Int(plain.counts.bound - plainBefore.bound)
      try require(bound == spent.binds, "plain C filled \(bound) views, not \(spent.binds)")
    }
  }

  private static func note(
    _ spent: FrameCounters, frames: Int, visible: Int, in meter: inout Meter
  ) {
    meter.count("visible", Double(visible))
    meter.count("views filled a frame", Double(spent.binds) / Double(frames))
    meter.count("plugin calls a frame", Double(spent.pluginCalls) / Double(frames))
    meter.count("exchanges a frame", Double(spent.exchanges) / Double(frames))
    meter.count("views made", Double(spent.made))
  }
}

/// A collection view over items that need almost no time of the app.
final class BenchView: CollectionViewDataSource {
  let view: CollectionView
  private let itemCount: Int

  convenience init(
    image: PluginImage, layout id: String, itemCount: Int,
    _ configure: (CollectionLayout) throws -> Void
  ) throws {
    try self.init(
      CollectionLayout(try InProcessConnection(image: image, layout: id)), itemCount: itemCount,
      configure)
  }

  init(
    _ layout: CollectionLayout, itemCount: Int, _ configure: (CollectionLayout) throws -> Void
  ) throws {
    self.itemCount = itemCount
    try configure(layout)
    view = CollectionView(viewportSize: Scene.viewport, layout: layout)
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    view.dataSource = self
    try view.layoutIfNeeded()
  }

  func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int {
    itemCount
  }

  func collectionView(_ view: CollectionView, cellForItemAt path: ItemPath) throws -> Cell {
    let cell = try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    cell.content = .glyph(codePoint: UInt32(truncatingIfNeeded: path.item), caption: "")
    return cell
  }
}

// MARK: - In a transition
//
// A frame in the middle of a transition between two layouts: every visible element moves.

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
    // Other widths, so that every line breaks at another place.
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
