// SPDX-License-Identifier: Apache-2.0
//
// A table of a thousand million cells, with column headers and a pinned column: opened, and scrolled both
// ways at once.

import LayoutHost
import LayoutModel
import LayoutRuntime

enum TableBench {
  static var all: [Benchmark] {
    [
      Benchmark("table/open/1e9", in: .milliseconds, bound: 2, processes: 11) { meter, bed in
        try open(bed, &meter)
      },
      Benchmark("frame/table/1e9", in: .microseconds, bound: 10) { meter, bed in
        try scroll(try BenchTableView(bed), &meter)
      },
    ]
  }

  private static let sampleCount = 4000
  /// The memory that opening may take, kB.
  private static let memoryBound = 1024

  private static func open(_ bed: BenchBed, _ meter: inout Meter) throws {
    // The image is loaded before the clock starts, as in the other benchmarks of opening.
    _ = try bed.image("table")
    let before = Memory.anonymous
    var opened: BenchTableView?
    try meter.sample { opened = try BenchTableView(bed) }
    guard let opened else { return }
    let memory = Memory.anonymous - before
    let visible = opened.view.visibleElements.count
    try require((100...150).contains(visible), "\(visible) elements are in the viewport")
    try require(memory <= memoryBound, "opening took \(memory) kB, more than \(memoryBound)")
    meter.count("visible", Double(visible))
    meter.count("plugin calls", Double(opened.view.counters.pluginCalls))
    meter.count("memory growth kB", Double(memory))
  }

  /// Scrolls by 20 points down and 7 to the side a frame, from the middle of the table.
  private static func scroll(_ table: BenchTableView, _ meter: inout Meter) throws {
    let view = table.view
    let size = view.contentSize
    let start = Point(x: (size.width / 3).rounded(), y: (size.height / 3).rounded())
    func place(_ sample: Int) -> Point {
      Point(x: start.x + Double(sample) * 7, y: start.y + Double(sample) * 20)
    }
    for sample in -500..<0 { try view.setContentOffset(place(sample + 500)) }
    let before = view.counters
    for sample in 0..<sampleCount {
      let target = place(sample + 500)
      try meter.sample { () throws(LayoutError) in try view.setContentOffset(target) }
    }
    let spent = view.counters - before
    try require(spent.frames == sampleCount, "\(spent.frames) frames ran of \(sampleCount)")
    meter.count("visible", Double(view.visibleElements.count))
    meter.count("views filled a frame", Double(spent.binds) / Double(sampleCount))
    meter.count("plugin calls a frame", Double(spent.pluginCalls) / Double(sampleCount))
  }
}

/// A view over a million rows of a thousand columns, whose cells cost the app next to nothing.
private final class BenchTableView: CollectionViewDataSource {
  let view: CollectionView

  init(_ bed: BenchBed) throws {
    let layout = CollectionLayout(
      try InProcessConnection(image: bed.image("table"), layout: "table"))
    try layout.set("itemSize", to: .size(Scene.cell))
    try layout.set("columnHeaderHeight", to: .number(30))
    try layout.set("pinnedColumns", to: .integer(1))
    view = CollectionView(container: Scene.viewport, layout: layout)
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    view.register(
      ReusableView.self, forSupplementaryViewOfKind: "columnHeader",
      withReuseIdentifier: "columnHeader")
    view.dataSource = self
    try view.layoutIfNeeded()
  }

  func numberOfSections(in view: CollectionView) -> Int { 1_000_000 }

  func numberOfItemsInEverySection(in view: CollectionView) -> Int? { 1000 }

  func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { 1000 }

  func collectionView(_ view: CollectionView, cellForItemAt path: ItemPath) throws -> Cell {
    let cell = try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    cell.content = .glyph(codePoint: UInt32(truncatingIfNeeded: path.section), caption: "")
    return cell
  }

  func collectionView(
    _ view: CollectionView, viewForSupplementaryElementOfKind kind: String, at path: ItemPath
  ) throws -> ReusableView {
    let header = try view.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: kind, for: path)
    header.content = .glyph(codePoint: UInt32(truncatingIfNeeded: path.item), caption: "")
    return header
  }
}
