// SPDX-License-Identifier: Apache-2.0
//
// A batch over a million different sizes, from the app's block to the frame that shows it.

import LayoutHost
import LayoutModel
import LayoutRuntime

enum InsertBench {
  private static let itemCount = 1_000_000
  /// Of each, in one batch.
  private static let changeCount = 2_500

  static var all: [Benchmark] {
    [
      Benchmark("insert/flow/1e6", in: .microseconds, bound: 40) { meter, bed in
        let bench = try ChangingView.flow(bed, itemCount)
        try insert(bench, against: PlainView(.tree(bench.sizes)), samples: 2000, &meter)
      },
      Benchmark("insert/waterfall/1e6", in: .milliseconds, bound: 12) { meter, bed in
        try insert(
          ChangingView.waterfall(bed, itemCount), against: nil, samples: 60, &meter)
      },
      Benchmark("insert/waterfall-stable/1e6", in: .microseconds, bound: 100) { meter, bed in
        try insert(
          ChangingView.waterfall(bed, itemCount, lanes: 1), against: nil, samples: 2000, &meter)
      },
      Benchmark("batch/flow/1e6", in: .milliseconds, bound: 15) { meter, bed in
        try batch(ChangingView.flow(bed, itemCount), &meter)
      },
    ]
  }

  /// One insert as the engine did it, for plain C to repeat.
  private typealias Insert = (item: Int, size: Size, offset: Double)

  /// Inserts one item into the middle of what is on screen, in the middle of the content.
  private static func insert(
    _ bench: ChangingView, against plain: PlainView?, samples: Int, _ meter: inout Meter
  ) throws {
    try bench.goToMiddle()
    plain?.frame(bench.view.contentOffset.y)
    let before = bench.view.counters
    var inserts: [Insert] = []
    try meter.alternate(samples: samples) { meter, _ in
      inserts.append(try insert(into: bench, &meter))
    } plain: { meter, sample in
      guard let plain else { return }
      let insert = inserts[sample]
      meter.plain { plain.insert(insert.item, size: insert.size, at: insert.offset) }
      if meter.part != .engine, sample % 100 == 99 { try plain.requireSame(as: bench.view) }
    }
    let spent = bench.view.counters - before
    try require(spent.frames == samples, "\(spent.frames) frames ran of \(samples)")
    meter.count("plugin calls a batch", Double(spent.pluginCalls) / Double(samples))
    meter.count("exchanges a batch", Double(spent.exchanges) / Double(samples))
    meter.count("views filled a batch", Double(spent.binds) / Double(samples))
    meter.count("visible", Double(bench.view.visibleElements.count))
    if let plain {
      meter.count("nodes plain C touched a batch", Double(plain.touchedNodeCount) / Double(samples))
    }
  }

  private static func insert(
    into bench: ChangingView, _ meter: inout Meter
  ) throws -> Insert {
    let item = try bench.middleItem()
    let path = ItemPath(0, item)
    bench.itemCount += 1
    let asked = bench.asked
    try meter.sample { () throws(LayoutError) in
      try bench.view.insertItems(at: [path], animated: false)
    }
    try require(bench.asked == asked + 1, "\(bench.asked - asked) sizes were asked for")
    try require(
      bench.view.indexPathsForVisibleItems.contains(path),
      "the item that was inserted is not on screen")
    return (item, bench.lastSize, bench.view.contentOffset.y)
  }

  /// Ten thousand changes all over the data: as many inserts, deletes, moves and reloads.
  private static func batch(_ bench: ChangingView, _ meter: inout Meter) throws {
    try bench.goToMiddle()
    var seed = 0
    func spread(_ count: Int) -> Int {
      seed += 1
      let share = Double(seed) * 0.618_033_988_749_894_9
      return Int((share - share.rounded(.down)) * Double(count))
    }
    for _ in 0..<30 {
      // Every old and every new place is claimed once.
      var old = Set<Int>()
      var new = Set<Int>()
      while old.count < 3 * changeCount { old.insert(spread(itemCount)) }
      while new.count < 2 * changeCount { new.insert(spread(itemCount)) }
      let (sources, targets) = (Array(old), Array(new))
      let asked = bench.asked
      try meter.sample {
        try bench.view.performBatchUpdates(animated: false) { batch in
          for index in 0..<changeCount {
            batch.deleteItem(at: ItemPath(0, sources[index]))
            batch.insertItem(at: ItemPath(0, targets[index]))
            batch.moveItem(
              from: ItemPath(0, sources[changeCount + index]),
              to: ItemPath(0, targets[changeCount + index]))
            batch.reloadItem(at: ItemPath(0, sources[2 * changeCount + index]))
          }
        }
      }
      let count = bench.asked - asked
      try require(count == 2 * changeCount, "\(count) sizes were asked for")
    }
    meter.count("changes", Double(4 * changeCount))
    meter.count("sizes asked", Double(2 * changeCount))
    meter.count("visible", Double(bench.view.visibleElements.count))
  }
}

/// A collection view over data that changes, and costs the app next to nothing.
final class ChangingView: CollectionViewDataSource {
  let view: CollectionView
  var itemCount: Int
  /// The number of sizes asked for.
  private(set) var asked = 0
  /// The sizes of the first items, as they were answered when the view was made.
  private(set) var sizes: ContiguousArray<Size> = []
  /// The size answered last.
  private(set) var lastSize = Size.zero

  private var isOpening = true

  private init(
    _ bed: BenchBed, _ id: String, _ itemCount: Int, _ settings: [String: LayoutValue],
    _ size: @escaping (Int) -> Size
  ) throws {
    self.itemCount = itemCount
    let layout = CollectionLayout(
      try InProcessConnection(image: bed.image(id), layout: id))
    for (name, value) in settings { try layout.set(name, to: value) }
    view = CollectionView(container: Scene.viewport, layout: layout)
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    view.dataSource = self
    try layout.bind("sizeForItem") {
      [unowned self] (_: Int, range: Range<Int>, out: UnsafeMutableBufferPointer<Size>) in
      // A size of its own for each answer: what is inserted or asked about anew differs.
      for place in 0..<range.count { out[place] = size(range.lowerBound + place + asked) }
      asked += range.count
      if let last = range.last { lastSize = out[last - range.lowerBound] }
      if isOpening { sizes += out[..<range.count] }
      return .all
    }
    sizes.reserveCapacity(itemCount)
    try view.layoutIfNeeded()
    isOpening = false
  }

  static func flow(_ bed: BenchBed, _ itemCount: Int) throws -> ChangingView {
    try ChangingView(
      bed, "flow", itemCount,
      ["minimumInteritemSpacing": .number(0), "minimumLineSpacing": .number(0)], Scene.chip)
  }

  /// - Parameter lanes: The case of the layout's property: 0 free, 1 stable.
  static func waterfall(
    _ bed: BenchBed, _ itemCount: Int, lanes: Int = 0
  ) throws -> ChangingView {
    try ChangingView(
      bed, "waterfall", itemCount,
      [
        "columnCount": .integer(10), "columnSpacing": .number(0), "rowSpacing": .number(0),
        "lanes": .enumeration(lanes),
      ],
      Scene.card)
  }

  func goToMiddle() throws {
    try view.setContentOffset(Point(x: 0, y: (view.contentSize.height / 2).rounded()))
  }

  /// Returns the item in the middle of what is on screen.
  func middleItem() throws(LayoutError) -> Int {
    let items = view.indexPathsForVisibleItems.map(\.item)
    guard !items.isEmpty else { throw LayoutError(.badBenchmark, "no cell is on screen") }
    return items[items.count / 2]
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
