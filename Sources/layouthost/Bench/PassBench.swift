// SPDX-License-Identifier: Apache-2.0
//
// A layout's own pass over a million different sizes, beside the same pass in plain C.

import CBenchReference
import LayoutModel
import LayoutRuntime

enum PassBench {
  static var all: [Benchmark] {
    [
      Benchmark("flow/pass/1e6", in: .milliseconds, bound: 4, ratioBound: 1) { meter, bed in
        let sizes = ContiguousArray((0..<itemCount).map(Scene.chip))
        let layout = try bare("flow", bed)
        try layout.set("minimumInteritemSpacing", to: .number(0))
        try layout.set("minimumLineSpacing", to: .number(0))
        let plain = PlainC(sizes)
        try run(layout, sizes, &meter) {
          plain.flow(room: Scene.viewport.width - 1) * Scene.cell.height
        }
      },
      Benchmark("waterfall/pass/1e6", in: .milliseconds, bound: 20, ratioBound: 1) { meter, bed in
        let sizes = ContiguousArray((0..<itemCount).map(Scene.card))
        let plain = PlainC(sizes)
        try run(try waterfall(bed), sizes, &meter) { plain.waterfall(columns: 10) }
      },
      Benchmark("waterfall-spans/pass/1e6", in: .milliseconds) { meter, bed in
        let layout = try waterfall(bed)
        try layout.connection.queries.bindSpans()
        try run(layout, ContiguousArray((0..<itemCount).map(Scene.card)), &meter)
      },
      Benchmark("waterfall-dense/pass/1e6", in: .milliseconds) { meter, bed in
        let layout = try waterfall(bed)
        try layout.set("packing", toCase: "dense")
        try layout.connection.queries.bindSpans()
        try run(layout, ContiguousArray((0..<itemCount).map(Scene.card)), &meter)
      },
    ]
  }

  private static let itemCount = 1_000_000
  private static let sampleCount = 32

  private static func bare(_ id: String, _ bed: BenchBed) throws -> BareLayout {
    BareLayout(
      try InProcessConnection(image: bed.image(id), layout: id), itemCount: itemCount)
  }

  private static func waterfall(_ bed: BenchBed) throws -> BareLayout {
    let layout = try bare("waterfall", bed)
    try layout.set("columnCount", to: .integer(10))
    try layout.set("columnSpacing", to: .number(0))
    try layout.set("rowSpacing", to: .number(0))
    return layout
  }

  /// Changes the width back and forth, which needs new lines or columns and nothing else.
  ///
  /// - Parameter plain: The same pass in plain C; returns the resulting height, points.
  private static func run(
    _ layout: BareLayout, _ sizes: ContiguousArray<Size>, _ meter: inout Meter,
    against plain: (() -> Double)? = nil
  ) throws {
    var asked = 0
    try layout.connection.queries.bind("sizeForItem") {
      (_, range: Range<Int>, out: inout MutableSpan<Size>) in
      asked += range.count
      out.take(sizes[range])
      return .all
    }
    try layout.frame()
    try require(asked == itemCount, "the layout asked for \(asked) sizes of \(itemCount)")
    var narrow = Rect(origin: .zero, size: Scene.viewport)
    var height = 0.0
    try meter.alternate(samples: sampleCount, rounds: sampleCount / 2) { meter, sample in
      // The last width is the width of the plain loop.
      narrow.width = Scene.viewport.width - Double(2 - sample % 2)
      try meter.sample { try layout.frame(narrow) }
      try require(layout.outcome.didPrepare, "the layout did not lay out for another width")
    } plain: { meter, _ in
      if let plain { meter.plain { height = plain() } }
    }
    let found = layout.outcome.contentSize.height
    try require(
      plain == nil || meter.part == .engine || abs(height - found) <= 1e-9 * height,
      "plain C comes to a height of \(height), not \(found)")
    meter.count("visible", Double(layout.buffer.count))
    meter.count("sizes asked again", Double(asked - itemCount))
    meter.count("content height", found)
  }
}

// MARK: - Galleries
//
// The best breaks of a million pictures, beside the same search in plain C.

enum GalleryBench {
  static var all: [Benchmark] {
    [
      Benchmark("gallery/pass/1e6", in: .milliseconds, bound: 25) { meter, bed in
        let layout = BareLayout(
          try InProcessConnection(image: bed.image("gallery"), layout: "gallery"),
          itemCount: itemCount)
        try layout.set("itemSpacing", to: .number(0))
        try layout.set("rowSpacing", to: .number(0))
        try layout.set("targetHeight", to: .number(target))
        try layout.set("lastRow", toCase: "justified")
        try run(layout, &meter)
      }
    ]
  }

  private static let itemCount = 1_000_000
  private static let sampleCount = 32
  private static let target = 200.0

  /// Changes the width back and forth, which needs new rows and nothing else. Both passes must give
  /// the same height.
  private static func run(_ layout: BareLayout, _ meter: inout Meter) throws {
    let ratios = (0..<itemCount).map(Scene.ratio)
    var asked = 0
    try layout.connection.queries.bind("aspectRatioForItem") {
      (_, range: Range<Int>, out: inout MutableSpan<Double>) in
      asked += range.count
      out.take(ratios[range])
      return .all
    }
    try layout.frame()
    try require(asked == itemCount, "the layout asked for \(asked) ratios of \(itemCount)")
    var narrow = Rect(origin: .zero, size: Scene.viewport)
    let plain = PlainGallery(ratios)
    var height = 0.0
    try meter.alternate(samples: sampleCount, rounds: sampleCount / 2) { meter, sample in
      // The last width is the width of the plain loop.
      narrow.width = Scene.viewport.width - Double(2 - sample % 2)
      try meter.sample { try layout.frame(narrow) }
      try require(layout.outcome.didPrepare, "the layout did not lay out for another width")
    } plain: { meter, _ in
      meter.plain { height = plain.pass(width: Scene.viewport.width - 1, target: target) }
    }
    let found = layout.outcome.contentSize.height
    try require(
      meter.part == .engine || abs(height - found) <= 1e-9 * height,
      "plain C comes to a height of \(height), not \(found)")
    meter.count("visible", Double(layout.buffer.count))
    meter.count("ratios asked again", Double(asked - itemCount))
    meter.count("content height", found)
  }
}

/// The pass in plain C with its memory.
private final class PlainGallery {
  private let ratios: [Double]
  private var badness: [Double]
  private var counts: [UInt8]

  init(_ ratios: [Double]) {
    self.ratios = ratios
    badness = Array(repeating: 0, count: ratios.count + 1)
    counts = Array(repeating: 0, count: ratios.count + 1)
  }

  /// - Returns: The height of all rows, points.
  func pass(width: Double, target: Double) -> Double {
    bench_gallery_pass(ratios, UInt32(ratios.count), width, target, &badness, &counts)
  }
}

extension Scene {
  /// Ratios of width to height from 0.5 to 1.9, as photos have them.
  fileprivate static func ratio(_ index: Int) -> Double { 0.5 + spread(index) / 56 }
}

extension BareLayout {
  /// Sets a property to one of its cases by name.
  fileprivate func set(_ name: String, toCase word: String) throws(LayoutError) {
    let property = connection.descriptor.properties.first { $0.name == name }
    guard let index = property?.cases.firstIndex(of: word) else {
      throw LayoutError(.unknownProperty, "\(connection.descriptor.id) has no \(name) \(word)")
    }
    try set(name, to: .enumeration(index))
  }
}
