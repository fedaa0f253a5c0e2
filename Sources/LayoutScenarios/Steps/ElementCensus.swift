// SPDX-License-Identifier: Apache-2.0
//
// Counting what a layout has, and keeping the first few, in memory that does not grow with the data.

import LayoutHost
import LayoutModel

/// The number of elements in an area and the first of them in listing order.
///
/// Asks strip by strip along the longer side of the area; an element that reaches over several strips
/// counts in the one where it begins. A strip is as long as brings about ``stripCount`` elements, going
/// by the one before.
package struct ElementCensus {
  package private(set) var count = 0
  package private(set) var first: [LayoutAttributes] = []

  private let limit: Int
  /// Elements asked for at once: their attributes are about 10 MB.
  package static let stripCount = 65_536.0

  /// - Parameter limit: How many elements are kept.
  package init(of view: CollectionView, in area: Rect, limit: Int) throws(LayoutError) {
    self.limit = limit
    let isTall = area.height >= area.width
    var (start, end) = isTall ? (area.y, area.maxY) : (area.x, area.maxX)
    var length = max(isTall ? view.bounds.height : view.bounds.width, 1)
    // What begins before the area but reaches into it counts in the first strip.
    var low = -Double.infinity
    while start < end {
      let stop = min(start + length, end)
      let strip = area.strip(from: start - 1, to: stop, isTall: isTall)
      let high = stop < end ? stop : .infinity
      let found = try view.elements(in: strip).filter { element in
        let position = isTall ? element.frame.y : element.frame.x
        return position >= low && position < high
      }
      take(found)
      length *= min(max(Self.stripCount / Double(max(found.count, 1)), 0.25), 4)
      (low, start) = (high, stop)
    }
  }

  private mutating func take(_ found: [LayoutAttributes]) {
    count += found.count
    // Sorting what may still come first, and not each strip whole.
    let last = first.count == limit ? first.last : nil
    let candidates = found.filter { element in last.map { isListedBefore(element, $0) } ?? true }
    guard limit > 0, !candidates.isEmpty else { return }
    first = Array((first + candidates).sorted(by: isListedBefore).prefix(limit))
  }
}

extension Rect {
  /// The part between two positions along one side, a point of overlap with its neighbour included.
  fileprivate func strip(from low: Double, to high: Double, isTall: Bool) -> Rect {
    isTall
      ? Rect(x: x, y: max(low, y), width: width, height: high - max(low, y))
      : Rect(x: max(low, x), y: y, width: high - max(low, x), height: height)
  }
}
