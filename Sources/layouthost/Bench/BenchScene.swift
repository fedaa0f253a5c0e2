// SPDX-License-Identifier: Apache-2.0
//
// The scene of the benchmarks of a layout's own work: sizes, a live layout without a view, and the
// same passes in plain C.

import CBenchReference
import LayoutABI
import LayoutHost
import LayoutModel
import LayoutRuntime

// MARK: - Sizes
//
// The sizes of the benchmark scene: varied, but the same in every run and on every machine.

/// The scene: a viewport of 1000×800 with cells of 100×80, ten columns, about 110 visible.
enum Scene {
  static let viewport = Size(width: 1000, height: 800)
  static let cell = Size(width: 100, height: 80)

  /// The slots of a mosaic page of ten columns and ten rows, in columns and rows.
  static var mosaicSlots: [Rect] {
    var slots = [Rect(x: 0, y: 0, width: 2, height: 2), Rect(x: 2, y: 0, width: 1, height: 2)]
    for place in 0..<100 {
      let (column, row) = (place % 10, place / 10)
      if column < 3, row < 2 { continue }
      slots.append(Rect(x: Double(column), y: Double(row), width: 1, height: 1))
    }
    return slots
  }

  /// Returns 0 to 79 from an index.
  /// - SeeAlso: Wellons, "Prospecting for hash functions", 2018: the function `lowbias32`.
  @inline(__always)
  static func spread(_ index: Int) -> Double {
    var x = UInt32(truncatingIfNeeded: index)
    x = (x ^ (x >> 16)) &* 0x7feb_352d
    x = (x ^ (x >> 15)) &* 0x846c_a68b
    return Double((x ^ (x >> 16)) % 80)
  }

  /// Widths of 60 to 139 points, one height.
  @inline(__always)
  static func chip(_ index: Int) -> Size { Size(width: 60 + spread(index), height: cell.height) }

  /// Heights of 40 to 119 points, one width.
  @inline(__always)
  static func card(_ index: Int) -> Size { Size(width: cell.width, height: 40 + spread(index)) }
}

// MARK: - A layout without a view

/// A connection, its data, and a viewport that moves.
final class BareLayout {
  let connection: any LayoutConnection
  let buffer = AnswerBuffer()
  private(set) var outcome = FrameOutcome(
    contentSize: .zero, didPrepare: false, isMoving: false)
  private let shape: DataShape
  private var bounds: Rect
  private var time = 0.0
  private var isFirst = true

  init(_ connection: any LayoutConnection, itemCount: Int, viewport: Size = Scene.viewport) {
    self.connection = connection
    shape = DataShape(epoch: 1, itemCounts: [UInt32(itemCount)])
    bounds = Rect(origin: .zero, size: viewport)
  }

  /// Sets a property by name, of the layout or of its first child layout.
  func set(_ name: String, to value: LayoutValue) throws(LayoutError) {
    if let path = ChildPath(name, in: connection) {
      return try connection.setProperty(try path.setting(value))
    }
    guard let index = connection.descriptor.properties.firstIndex(where: { $0.name == name })
    else {
      throw LayoutError(.unknownProperty, "\(connection.descriptor.id) has no property \(name)")
    }
    try connection.setProperty(at: index, to: value)
  }

  /// Runs one frame at another viewport; the first frame marks everything.
  ///
  /// - Parameters:
  ///   - touch: The finger, in content coordinates.
  ///   - rect: The queried rectangle, instead of the viewport.
  func frame(
    _ next: Rect? = nil, after seconds: Double = 0, touch: Point? = nil, asking rect: Rect? = nil
  ) throws(LayoutError) {
    time += seconds
    var request = FrameRequest(time: time, oldBounds: bounds, bounds: next ?? bounds)
    request.touch = touch
    if let rect { request.rect = rect }
    if isFirst { request.marks = LAYOUT_MARK_EVERYTHING }
    isFirst = false
    bounds = request.bounds
    outcome = try connection.frame(request, shape: shape, into: buffer)
  }
}

extension QueryTable {
  /// Binds the size query to an array, as an app's model would.
  func bindSizes(_ sizes: ContiguousArray<Size>) throws(LayoutError) {
    try bind("sizeForItem") { (_, range: Range<Int>, out: inout MutableSpan<Size>) in
      out.take(sizes[range])
      return .all
    }
  }

  /// Binds the span query of a waterfall: every eighth item takes two columns.
  func bindSpans() throws(LayoutError) {
    try bind("columnSpan") { (_, range: Range<Int>, out: inout MutableSpan<Int64>) in
      for item in range { out[item - range.lowerBound] = item % 8 == 0 ? 2 : 1 }
      return .all
    }
  }
}

extension MutableSpan where Element: BitwiseCopyable {
  /// Copies values. There must be at most as many values as places.
  mutating func take(_ values: some Collection<Element>) {
    withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: values) }
  }
}

// MARK: - Plain C
//
// The passes in plain C over the same scene, with memory allocated beforehand.

/// The input and the room of both passes.
final class PlainC {
  private let widths: [Double]
  private let heights: [Double]
  private var places: [Double]
  private var indices: [UInt32]

  init(_ sizes: ContiguousArray<Size>) {
    widths = sizes.map(\.width)
    heights = sizes.map(\.height)
    places = Array(repeating: 0, count: sizes.count)
    indices = Array(repeating: 0, count: sizes.count)
  }

  /// - Returns: The number of lines.
  func flow(room: Double) -> Double {
    Double(bench_flow_pass(widths, heights, UInt32(widths.count), room, &indices, &places))
  }

  /// - Returns: The height of the tallest column, points.
  func waterfall(columns: Int) -> Double {
    bench_waterfall_pass(heights, UInt32(heights.count), UInt32(columns), &places, &indices)
  }
}
