// SPDX-License-Identifier: Apache-2.0
//
// Benchmarks of large tables: a thousand million cells, and ten million rows of SQLite.

import CSQLite
import Glibc
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutSources

// MARK: - A table of cells
//
// A table of a thousand million cells, with column headers and a pinned column: opened, and
// scrolled in both directions at once.

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
  /// The limit of memory for opening, kB.
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

/// A view over a million rows of a thousand columns, whose cells need almost no time of the app.
private final class BenchTableView: CollectionViewDataSource {
  let view: CollectionView

  init(_ bed: BenchBed) throws {
    let layout = CollectionLayout(
      try InProcessConnection(image: bed.image("table"), layout: "table"))
    try layout.set("itemSize", to: .size(Scene.cell))
    try layout.set("columnHeaderHeight", to: .number(30))
    try layout.set("pinnedColumns", to: .integer(1))
    view = CollectionView(viewportSize: Scene.viewport, layout: layout)
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

// MARK: - A table of SQLite
//
// A table of ten million rows: opened up to the first frame, and read at places far apart.

enum SQLiteBench {
  static let rowCount = 10_000_000
  private static let query = "SELECT name, id, town, height FROM people"

  static var all: [Benchmark] {
    [
      Benchmark("sqlite/open/1e7", in: .milliseconds, bound: 20) { meter, bed in
        try open(bed.largeTable(), bed, &meter)
      }.onRequest(),
      Benchmark("sqlite/page/1e7", in: .milliseconds, bound: 2) { meter, bed in
        try pages(of: bed.largeTable(), &meter)
      }.onRequest(),
    ]
  }

  /// The time from the path to the first frame in flow, with its cells filled. Each sample opens a
  /// new connection with an empty SQLite cache; the kernel's page cache is warm.
  private static func open(_ table: TemporaryTable, _ bed: BenchBed, _ meter: inout Meter) throws {
    let image = try bed.image("flow")
    for _ in 0..<21 {
      var visible = 0
      var counters = PageCounters()
      try meter.sample {
        let source = try SQLiteSource(path: table.path, query: query)
        let layout = CollectionLayout(try InProcessConnection(image: image, layout: "flow"))
        try source.attach(to: layout, room: Scene.viewport)
        let view = CollectionView(viewportSize: Scene.viewport, layout: layout)
        source.connect(to: view)
        try view.layoutIfNeeded()
        visible = view.visibleElements.count
        counters = source.counters
        try require(
          source.itemCount == rowCount, "\(source.itemCount) rows are shown of \(rowCount)")
      }
      meter.count("visible", Double(visible))
      meter.count("pages read", Double(counters.pages))
      meter.count("rows read", Double(counters.rows))
    }
    note(table, &meter)
  }

  /// One row of an uncached page, anywhere in the table.
  private static func pages(of table: TemporaryTable, _ meter: inout Meter) throws {
    let source = try SQLiteSource(path: table.path, query: query)
    let before = source.counters
    let sampleCount = 2000
    for sample in 0..<sampleCount {
      // Multiples of the golden ratio spread evenly and stay far from the previous ones.
      let share = Double(sample) * 0.618_033_988_749_894_9
      let item = Int((share - share.rounded(.down)) * Double(rowCount))
      var content = ViewContent.none
      try meter.sample { () throws(LayoutError) in
        content = try source.content(at: ItemPath(0, item))
      }
      guard case .card(let title, _, _) = content, title == "Person \(item + 1)" else {
        throw LayoutError(.badBenchmark, "row \(item) shows \(content)")
      }
    }
    let spent = source.counters.pages - before.pages
    try require(spent == sampleCount, "\(spent) pages were read for \(sampleCount) rows")
    meter.count("rows a page", Double(source.counters.rows - before.rows) / Double(spent))
    meter.count("pages kept", Double(source.counters.keptPages))
    note(table, &meter)
  }

  private static func note(_ table: TemporaryTable, _ meter: inout Meter) {
    meter.count("rows", Double(table.rowCount))
    meter.count("MB", (Double(table.byteCount) / 1e6).rounded())
    meter.count("making it took s", table.seconds)
  }
}

/// A database file with one table, deleted with this value.
final class TemporaryTable {
  let path: String
  let rowCount: Int
  /// The time to make it, seconds.
  let seconds: Double
  let byteCount: Int

  /// Makes a table of people.
  ///
  /// - Throws: `bad-benchmark`, with SQLite's reason.
  init(rowCount: Int) throws(LayoutError) {
    path = "\(Environment.process.temporaryDirectory)/layouthost-bench-\(getpid()).db"
    self.rowCount = rowCount
    let start = Meter.now
    try Self.run(Self.script(rowCount), on: path)
    seconds = Meter.milliseconds(since: start) / 1000
    var status = stat()
    byteCount = stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  deinit { unlink(path) }

  private static func script(_ rowCount: Int) -> String {
    """
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, town TEXT, height REAL);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rowCount))
    INSERT INTO people SELECT i, 'Person ' || i, 'Town ' || (i * 7919 % 5003), 1.5 + i % 50 / 100.0
    FROM n;
    """
  }

  private static func run(_ script: String, on path: String) throws(LayoutError) {
    unlink(path)
    var database: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    defer { sqlite3_close(database) }
    guard sqlite3_open_v2(path, &database, flags, nil) == SQLITE_OK,
      sqlite3_exec(database, script, nil, nil, nil) == SQLITE_OK
    else {
      let reason = String(cString: sqlite3_errmsg(database))
      unlink(path)
      throw LayoutError(.badBenchmark, "\(path) cannot be made: \(reason)")
    }
  }
}
