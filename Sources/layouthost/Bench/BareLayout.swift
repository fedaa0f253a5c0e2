// SPDX-License-Identifier: Apache-2.0
//
// A live layout without a view: what the benchmarks of a layout's own work run on.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// A connection, the data as it is told of them, and a viewport that moves.
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

  /// Sets a property by name.
  func set(_ name: String, to value: LayoutValue) throws(LayoutError) {
    guard let index = connection.descriptor.properties.firstIndex(where: { $0.name == name })
    else {
      throw LayoutError(.unknownProperty, "\(connection.descriptor.id) has no property \(name)")
    }
    try connection.setProperty(at: index, to: value)
  }

  /// Runs one frame at another viewport; the first marks everything.
  ///
  /// - Parameters:
  ///   - touch: The finger, in content coordinates.
  ///   - rect: What is asked for, instead of the viewport.
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
  /// Binds the size query to an array that lies ready, as an app's model would.
  func bindSizes(_ sizes: ContiguousArray<Size>) throws(LayoutError) {
    try bind("sizeForItem") { (_, range: Range<Int>, out: UnsafeMutableBufferPointer<Size>) in
      sizes.withUnsafeBufferPointer { _ = out.update(fromContentsOf: $0[range]) }
      return .all
    }
  }

  /// Binds the span query of a waterfall: every eighth item takes two columns.
  func bindSpans() throws(LayoutError) {
    try bind("columnSpan") { (_, range: Range<Int>, out: UnsafeMutableBufferPointer<Int64>) in
      for item in range { out[item - range.lowerBound] = item % 8 == 0 ? 2 : 1 }
      return .all
    }
  }
}
