// SPDX-License-Identifier: Apache-2.0
//
// The sizes of the benchmark scene: different, but the same in every run and on every machine.

import LayoutModel

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
