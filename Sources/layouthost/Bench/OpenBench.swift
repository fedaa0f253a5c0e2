// SPDX-License-Identifier: Apache-2.0
//
// From a plugin that is loaded to the first frame of a collection view, in a fresh process, where all
// memory is new.

import Glibc
import LayoutModel
import LayoutRuntime

enum OpenBench {
  static var all: [Benchmark] {
    [
      Benchmark("flow/open/1e6", in: .milliseconds, bound: 14, processes: 11) { bed in
        let sizes = ContiguousArray((0..<1_000_000).map(Scene.chip))
        return try open(bed, sizes.count) { try $0.bindSizes(sizes) }
      },
      Benchmark("flow/open-per-item/1e6", in: .milliseconds, bound: 25, processes: 11) { bed in
        let sizes = ContiguousArray((0..<1_000_000).map(Scene.chip))
        return try open(bed, sizes.count) { queries in
          try queries.bind("sizeForItem") { (path: ItemPath) -> Size? in sizes[path.item] }
        }
      },
      Benchmark("flow-equal/open/1e8", in: .milliseconds, bound: 1, processes: 11) { bed in
        try open(bed, 100_000_000) { queries in
          try queries.bind("sizeForItem") {
            (_, _: Range<Int>, out: UnsafeMutableBufferPointer<Size>) in
            out[0] = Scene.cell
            return .uniform
          }
        }
      },
      Benchmark("compositional/open/1e6", in: .milliseconds, bound: 30, processes: 11) { bed in
        let image = try bed.image("compositional")
        return try measure(1_000_000) { count in
          try BenchView(image: image, layout: "compositional", itemCount: count) { layout in
            // The scene's cells, as a grid of groups in groups.
            try layout.set("sections", to: .text(nestedGrid))
          }
        }
      },
    ]
  }

  /// Ten columns of 100 by 80 points: rows of five, two side by side, two below each other.
  private static let nestedGrid = """
    section { column(100%, 160) { 2 * row(100%, 80) { 2 * row(50%, 100%) { 5 * item(20%, 100%) } } } }
    """

  private static func open(
    _ bed: BenchBed, _ itemCount: Int,
    _ bind: (QueryTable) throws -> Void
  ) throws -> (time: Double, counts: [(name: String, value: Double)]) {
    let image = try bed.image("flow")
    return try measure(itemCount) { count in
      try BenchView(image: image, layout: "flow", itemCount: count) { layout in
        try layout.set("minimumInteritemSpacing", to: .number(0))
        try layout.set("minimumLineSpacing", to: .number(0))
        try bind(layout.queries)
      }
    }
  }

  /// The time from nothing to a view that shows its first frame.
  private static func measure(
    _ itemCount: Int, _ open: (Int) throws -> BenchView
  ) throws -> (time: Double, counts: [(name: String, value: Double)]) {
    let before = Memory.anonymous
    let start = Meter.now
    let bench = try open(itemCount)
    let time = Meter.milliseconds(since: start)
    let memory = Memory.anonymous - before
    let visible = bench.view.visibleElements.count
    try require((90...130).contains(visible), "\(visible) elements are in the viewport")
    return (
      time,
      [
        ("visible", Double(visible)), ("plugin calls", Double(bench.view.counters.pluginCalls)),
        ("memory growth kB", Double(memory)),
      ]
    )
  }
}

/// What the kernel counts for this process.
enum Memory {
  /// Memory of the process's own, kB: heap, stacks and written data. Pages of code are left out: how
  /// many of them a first frame touches depends on the build, not on the data. Read from
  /// `smaps_rollup`, which is exact; `status` lags behind by pages.
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
