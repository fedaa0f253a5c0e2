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

  /// The most elements that are counted: each is asked for and looked at, a million of them in a third of
  /// a second, and whoever counts waits.
  package static let countLimit = 16_777_216

  /// - Parameters:
  ///   - area: In content coordinates; nil for every element that the layout has.
  ///   - limit: How many elements are kept.
  ///   - countLimit: How many are counted.
  /// - Throws: `too-large` for more than `countLimit`; what asking the layout gave.
  package init(
    of view: CollectionView, in area: Rect?, limit: Int, countLimit: Int = Self.countLimit
  ) throws(LayoutError) {
    self.limit = limit
    try view.visitElements(in: area) { (part) throws(LayoutError) in
      take(part)
      guard count <= countLimit else {
        throw LayoutError(
          .tooLarge, "there are more than the \(countLimit) elements that are counted; give a rect")
      }
    }
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
