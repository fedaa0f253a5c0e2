// SPDX-License-Identifier: Apache-2.0
//
// Benchmarks of changed data: a batch from the app's block to the frame, and the difference of two
// snapshots.

import Glibc
import LayoutHost
import LayoutModel
import LayoutRuntime

// MARK: - Batches
//
// A batch over a million different sizes, from the app's block to the frame that shows it.

enum InsertBench {
  private static let itemCount = 1_000_000
  /// The number of changes of each kind in one batch.
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

  /// One insert of the engine, for plain C to repeat.
  private typealias Insert = (item: Int, size: Size, offset: Double)

  /// Inserts one item into the middle of the viewport, in the middle of the content.
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

  /// Ten thousand changes all over the data: the same number of inserts, deletes, moves and
  /// reloads.
  private static func batch(_ bench: ChangingView, _ meter: inout Meter) throws {
    try bench.goToMiddle()
    var seed = 0
    func spread(_ count: Int) -> Int {
      seed += 1
      let share = Double(seed) * 0.618_033_988_749_894_9
      return Int((share - share.rounded(.down)) * Double(count))
    }
    for _ in 0..<30 {
      // Every old and every new place is used once.
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

/// A collection view over changing data that needs almost no time of the app.
final class ChangingView: CollectionViewDataSource {
  let view: CollectionView
  var itemCount: Int
  /// The number of sizes asked for.
  private(set) var asked = 0
  /// The sizes of the first items, as answered when the view was made.
  private(set) var sizes: ContiguousArray<Size> = []
  /// The last answered size.
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
    view = CollectionView(viewportSize: Scene.viewport, layout: layout)
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    view.dataSource = self
    try layout.bind("sizeForItem") {
      [unowned self] (_: Int, range: Range<Int>, out: inout MutableSpan<Size>) in
      // Another size for each answer: inserted items and repeated questions get a different one.
      for place in 0..<range.count { out[place] = size(range.lowerBound + place + asked) }
      asked += range.count
      if let last = range.last { lastSize = out[last - range.lowerBound] }
      if isOpening { for place in 0..<range.count { sizes.append(out[place]) } }
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

  /// Returns the item in the middle of the viewport.
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

// MARK: - Differences
//
// The difference of two snapshots of 100,000 items, of which 1,000 were inserted, deleted or moved.

enum DiffBench {
  private static let itemCount = 100_000
  private static let changeCount = 1_000

  static var all: [Benchmark] {
    [
      Benchmark("diff/1e5/int", in: .milliseconds, bound: 3) { meter, _ in
        try run(&meter) { Int($0) }
      },
      Benchmark("diff/1e5/uuid", in: .milliseconds, bound: 5) { meter, _ in
        try run(&meter) { Identifier(high: $0, low: $0 &* 0x9E37_79B9_7F4A_7C15) }
      },
      Benchmark("diff/1e5/string", in: .milliseconds, bound: 9) { meter, _ in
        // Longer than a string stores inline, like the identities of apps.
        try run(&meter) { "item-\(String($0, radix: 16))-of-the-gallery" }
      },
    ]
  }

  /// Sixteen bytes, compared and hashed as Foundation's `UUID` is: this command is built without
  /// Foundation.
  private struct Identifier: Hashable {
    let high: UInt64
    let low: UInt64
  }

  private static func run<ID: Hashable>(
    _ meter: inout Meter, _ identity: (UInt64) -> ID
  ) throws {
    let (old, new) = try (snapshot(oldOrder, identity), snapshot(newOrder, identity))
    var batch = BatchUpdate()
    for _ in 0..<51 { meter.sample { batch = old.difference(to: new) } }
    _ = try batch.plan(from: old.counts, to: new.counts)
    try require(batch.operations.count >= changeCount / 2, "the snapshots hardly differ")
    meter.count("items", Double(old.itemCount))
    meter.count("operations", Double(batch.operations.count))
  }

  private static func snapshot<ID: Hashable>(
    _ order: [UInt64], _ identity: (UInt64) -> ID
  ) throws(LayoutError) -> DiffableSnapshot<Int, ID> {
    var snapshot = DiffableSnapshot<Int, ID>()
    try snapshot.appendSections([0])
    // Made for each snapshot, so that equal strings do not share memory.
    try snapshot.appendItems(order.map(identity), to: 0)
    return snapshot
  }

  private static var oldOrder: [UInt64] { (0..<UInt64(itemCount)).map { $0 } }

  /// The same number of deletes, moves and inserts, at any place.
  private static var newOrder: [UInt64] {
    var order = oldOrder
    var dice = Dice(state: 7)
    for _ in 0..<changeCount / 3 { order.remove(at: dice.roll(order.count)) }
    for _ in 0..<changeCount / 3 {
      let item = order.remove(at: dice.roll(order.count))
      order.insert(item, at: dice.roll(order.count + 1))
    }
    for number in 0..<changeCount - 2 * (changeCount / 3) {
      order.insert(UInt64(itemCount + number), at: dice.roll(order.count + 1))
    }
    return order
  }
}

/// The same random numbers in each run (a 64-bit linear congruential generator, Knuth's constants).
private struct Dice {
  var state: UInt64

  mutating func roll(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(sides))
  }
}
