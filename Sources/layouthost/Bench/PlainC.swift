// SPDX-License-Identifier: Apache-2.0
//
// The passes in plain C over the same scene, with their room made beforehand.

import CBenchReference
import LayoutModel

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
