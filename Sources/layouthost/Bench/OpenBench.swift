// SPDX-License-Identifier: Apache-2.0
//
// The time from a loaded plugin to the first frame of a collection view, in a fresh process, where
// all memory is new.

import Glibc
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime

enum OpenBench {
  static var all: [Benchmark] {
    [
      Benchmark(
        "flow/open/1e6", in: .milliseconds, bound: 14, ratioBound: 1.5, processes: 11,
        hasPlain: true
      ) { meter, bed in
        let sizes = ContiguousArray((0..<1_000_000).map(Scene.chip))
        try open(bed, sizes.count, &meter) { try $0.bindSizes(sizes) }
        try plain(sizes, &meter)
      },
      Benchmark(
        "flow/open-per-item/1e6", in: .milliseconds, bound: 25, processes: 11, hasPlain: true
      ) { meter, bed in
        let sizes = ContiguousArray((0..<1_000_000).map(Scene.chip))
        try open(bed, sizes.count, &meter) { queries in
          try queries.bind("sizeForItem") { (path: ItemPath) -> Size? in sizes[path.item] }
        }
        try plain(sizes, isSingle: true, &meter)
      },
      Benchmark("flow-equal/open/1e8", in: .milliseconds, bound: 1, processes: 11) { meter, bed in
        try open(bed, 100_000_000, &meter) { queries in
          try queries.bind("sizeForItem") {
            (_, _: Range<Int>, out: inout MutableSpan<Size>) in
            out[0] = Scene.cell
            return .uniform
          }
        }
      },
      Benchmark("compositional/open/1e6", in: .milliseconds, bound: 30, processes: 11) {
        meter, bed in
        let image = try bed.image("compositional")
        try measure(1_000_000, &meter) { count in
          try BenchView(image: image, layout: "compositional", itemCount: count) { layout in
            // The scene's cells, as a grid of groups in groups.
            try layout.set("sections", to: .text(nestedGrid))
          }
        }
      },
    ]
  }

  /// Ten columns of 100 by 80 points: rows of five, two beside and two below each other.
  private static let nestedGrid = """
    section { column(100%, 160) { 2 * row(100%, 80) { 2 * row(50%, 100%) { 5 * item(20%, 100%) } } } }
    """

  private static func open(
    _ bed: BenchBed, _ itemCount: Int, _ meter: inout Meter, _ bind: (QueryTable) throws -> Void
  ) throws {
    let image = try bed.image("flow")
    try measure(itemCount, &meter) { count in
      try BenchView(image: image, layout: "flow", itemCount: count) { layout in
        try layout.set("minimumInteritemSpacing", to: .number(0))
        try layout.set("minimumLineSpacing", to: .number(0))
        try bind(layout.queries)
      }
    }
  }

  /// Takes the time from no view to a view that shows its first frame.
  private static func measure(
    _ itemCount: Int, _ meter: inout Meter, _ open: (Int) throws -> BenchView
  ) throws {
    let before = Memory.anonymous
    var opened: BenchView?
    try meter.sample { opened = try open(itemCount) }
    guard let opened else { return }
    let memory = Memory.anonymous - before
    let visible = opened.view.visibleElements.count
    try require((90...130).contains(visible), "\(visible) elements are in the viewport")
    meter.count("visible", Double(visible))
    meter.count("plugin calls", Double(opened.view.counters.pluginCalls))
    meter.count("memory growth kB", Double(memory))
  }

  /// Takes the same time of plain C: memory touched for the first time, sizes, pass, first frame.
  private static func plain(
    _ sizes: ContiguousArray<Size>, isSingle: Bool = false, _ meter: inout Meter
  ) throws {
    guard meter.part != .engine else { return }
    var opened: PlainView?
    var failure: (any Error)?
    meter.plain {
      do {
        opened = try PlainView(.flow(sizes, isSingle: isSingle))
        opened?.frame(0)
      } catch { failure = error }
    }
    if let failure { throw failure }
    let visible = opened?.records.count ?? 0
    try require((90...130).contains(visible), "plain C shows \(visible) elements")
  }
}

/// Memory as the kernel counts it for this process.
enum Memory {
  /// The private memory of the process, kB: heap, stacks and written data. Pages of code are
  /// excluded: the number of them that a first frame touches depends on the build, not on the data.
  /// Read from `smaps_rollup`, which is exact; `status` is late by some pages.
  static var anonymous: Int {
    guard let file = fopen("/proc/self/smaps_rollup", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, CInt(line.count), file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard text.hasPrefix("Anonymous:") else { continue }
      return text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
    return 0
  }
}

// MARK: - Estimated sizes
//
// A hundred million items of different sizes: opened, and scrolled to far places while most sizes
// are unknown.

enum EstimateBench {
  private static let itemCount = 100_000_000

  static var all: [Benchmark] {
    [
      Benchmark("flow-estimated/open/1e8", in: .milliseconds, bound: 5, processes: 11) {
        meter, bed in
        let image = try bed.image("flow")
        var asked = 0
        var opened: BenchView?
        try meter.sample { opened = try view(image) { asked += $0 } }
        try require(asked < 1000, "\(asked) sizes were asked for")
        meter.count("visible", Double(opened?.view.visibleElements.count ?? 0))
        meter.count("sizes asked", Double(asked))
      },
      Benchmark("flow-estimated/jump/1e8", in: .microseconds) { meter, bed in
        var asked = 0
        let bench = try view(bed.image("flow")) { asked += $0 }
        let room = bench.view.contentSize.height - Scene.viewport.height
        let before = asked
        for sample in 0..<1000 {
          let share = Double(sample) * 0.618_033_988_749_894_9
          let offset = ((share - share.rounded(.down)) * room).rounded()
          try meter.sample { () throws(LayoutError) in
            try bench.view.setContentOffset(Point(x: 0, y: offset))
          }
        }
        meter.count("sizes asked a jump", Double(asked - before) / 1000)
        meter.count("visible", Double(bench.view.visibleElements.count))
      },
    ]
  }

  private static func view(
    _ image: PluginImage, _ note: @escaping (Int) -> Void
  ) throws -> BenchView {
    try BenchView(image: image, layout: "flow", itemCount: itemCount) { layout in
      try layout.set("minimumInteritemSpacing", to: .number(0))
      try layout.set("minimumLineSpacing", to: .number(0))
      try layout.set("estimatedItemSize", to: .size(Scene.cell))
      try layout.bind("sizeForItem") {
        (_: Int, range: Range<Int>, out: inout MutableSpan<Size>) in
        for place in 0..<range.count { out[place] = Scene.chip(range.lowerBound + place) }
        note(range.count)
        return .all
      }
    }
  }
}
