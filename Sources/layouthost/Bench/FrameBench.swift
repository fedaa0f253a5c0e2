// SPDX-License-Identifier: Apache-2.0
//
// A frame of a collection view over large data: the layout asked, the answer checked, the difference
// drawn, views recycled and filled.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime

enum FrameBench {
  static var all: [Benchmark] {
    [
      ("flow/1e6", { bed in try flow(bed) }),
      ("waterfall/1e6", { bed in try waterfall(bed) }),
      ("waterfall-spans/1e6", { bed in try waterfall(bed, spans: true) }),
      ("mosaic/1e6", { bed in try mosaic(bed) }),
      ("flow-equal/1e8", { bed in try flowEqual(bed) }),
    ].flatMap { (name: String, make: @escaping (BenchBed) throws -> BenchView) in
      [
        Benchmark("frame/\(name)", in: .microseconds, bound: 8) { meter, bed in
          try scroll(try make(bed), &meter)
        },
        Benchmark("frame/\(name)/jump", in: .microseconds, bound: 25) { meter, bed in
          try jump(try make(bed), &meter)
        },
      ]
    }
  }

  private static let sampleCount = 4000

  private static func flow(_ bed: BenchBed) throws -> BenchView {
    let sizes = ContiguousArray((0..<1_000_000).map(Scene.chip))
    return try BenchView(image: bed.image("flow"), layout: "flow", itemCount: sizes.count) {
      layout in
      try layout.set("minimumInteritemSpacing", to: .number(0))
      try layout.set("minimumLineSpacing", to: .number(0))
      try layout.queries.bindSizes(sizes)
    }
  }

  /// - Parameter spans: Whether every eighth item takes two columns.
  private static func waterfall(_ bed: BenchBed, spans: Bool = false) throws -> BenchView {
    let sizes = ContiguousArray((0..<1_000_000).map(Scene.card))
    return try BenchView(image: bed.image("waterfall"), layout: "waterfall", itemCount: sizes.count)
    { layout in
      try layout.set("columnCount", to: .integer(10))
      try layout.set("columnSpacing", to: .number(0))
      try layout.set("rowSpacing", to: .number(0))
      try layout.queries.bindSizes(sizes)
      if spans { try layout.queries.bindSpans() }
    }
  }

  /// Pages of a hundred places above each other, of which one cell takes four and another two.
  private static func mosaic(_ bed: BenchBed) throws -> BenchView {
    try BenchView(image: bed.image("mosaic"), layout: "mosaic", itemCount: 1_000_000) { layout in
      try layout.set("scrollDirection", to: .enumeration(0))
      try layout.set("padding", to: .number(0))
      var pattern: [Double] = [10, 10, 0, 0, 2, 2, 2, 0, 1, 2]
      for place in 0..<100 {
        let (column, row) = (place % 10, place / 10)
        if column < 3, row < 2 { continue }
        pattern += [Double(column), Double(row), 1, 1]
      }
      try layout.set("pattern", to: .array(pattern))
    }
  }

  private static func flowEqual(_ bed: BenchBed) throws -> BenchView {
    try BenchView(image: bed.image("flow"), layout: "flow", itemCount: 100_000_000) { layout in
      try layout.set("minimumInteritemSpacing", to: .number(0))
      try layout.set("minimumLineSpacing", to: .number(0))
      try layout.bind("sizeForItem") {
        (_: Int, _: Range<Int>, out: UnsafeMutableBufferPointer<Size>) in
        out[0] = Scene.cell
        return .uniform
      }
    }
  }

  /// Scrolls by 20 points a frame, from a third of the way down.
  private static func scroll(_ bench: BenchView, _ meter: inout Meter) throws {
    let start = (bench.view.contentSize.height / 3).rounded()
    try measure(bench, &meter) { sample in start + Double(sample) * 20 }
  }

  /// Goes to a far place each frame, so that every element is replaced.
  private static func jump(_ bench: BenchView, _ meter: inout Meter) throws {
    let room = bench.view.contentSize.height - Scene.viewport.height
    try measure(bench, &meter) { sample in
      // The golden ratio's multiples spread evenly and never come close to the last one.
      let share = Double(sample) * 0.618_033_988_749_894_9
      return ((share - share.rounded(.down)) * room).rounded()
    }
  }

  private static func measure(
    _ bench: BenchView, _ meter: inout Meter, _ offset: (Int) -> Double
  ) throws {
    let view = bench.view
    for sample in -500..<0 { try view.setContentOffset(Point(x: 0, y: offset(sample + 1000))) }
    let before = view.counters
    var visible = 0
    var looks = 0
    for sample in 0..<sampleCount {
      let target = Point(x: 0, y: offset(sample + 1000))
      try meter.sample { () throws(LayoutError) in try view.setContentOffset(target) }
      // Now and then, because looking is not part of a frame and disturbs the next.
      if sample % 100 == 0 {
        visible += view.visibleElements.count
        looks += 1
      }
    }
    let spent = view.counters - before
    let frames = Double(spent.frames)
    try require(spent.frames == sampleCount, "\(spent.frames) frames ran of \(sampleCount)")
    meter.count("visible", Double(visible) / Double(looks))
    meter.count("views filled a frame", Double(spent.binds) / frames)
    meter.count("plugin calls a frame", Double(spent.pluginCalls) / frames)
    meter.count("views made", Double(spent.made))
    try require((90...130).contains(visible / looks), "\(visible / looks) elements are visible")
  }
}

/// A collection view over items that cost the app next to nothing.
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
    view = CollectionView(container: Scene.viewport, layout: layout)
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
