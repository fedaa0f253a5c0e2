// SPDX-License-Identifier: Apache-2.0
//
// Counting what a layout has, and keeping the first few, in memory that does not grow with the data.

import LayoutHost
import LayoutModel

/// The number of elements in an area and the first of them in listing order.
package struct ElementCensus {
  package private(set) var count = 0
  package private(set) var first: [LayoutAttributes] = []

  private let limit: Int

  /// - Parameters:
  ///   - area: In content coordinates; nil for every element that the layout has.
  ///   - limit: How many elements are kept.
  package init(of view: CollectionView, in area: Rect?, limit: Int) throws(LayoutError) {
    self.limit = limit
    try view.visitElements(in: area) { (part) throws(LayoutError) in take(part) }
  }

  private mutating func take(_ found: [LayoutAttributes]) {
    count += found.count
    // Sorting what may still come first, and not each part whole.
    let last = first.count == limit ? first.last : nil
    let candidates = found.filter { element in last.map { isListedBefore(element, $0) } ?? true }
    guard limit > 0, !candidates.isEmpty else { return }
    first = Array((first + candidates).sorted(by: isListedBefore).prefix(limit))
  }
}
