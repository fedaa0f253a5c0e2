// SPDX-License-Identifier: Apache-2.0
//
// The pages of a section: patterns in rotation, and on which page an item is.

import LayoutABI

/// One cell of a page, relative to it.
struct PageCell {
  var frame: Rect
  var style: MosaicStyle
}

/// The patterns of a mosaic's pages, one after the other and round again; at least one.
///
/// A round of them holds a fixed number of items, so a division finds an item's round, and a short
/// search its page within.
struct PatternRotation {
  /// Of all patterns, one after the other.
  private(set) var cells: [PageCell] = []
  /// The first cell of each pattern, and at the end how many there are.
  private var firstCells: [Int] = [0]

  /// How many patterns there are.
  var pageCount: Int { firstCells.count - 1 }

  /// Adds a pattern, which has at least one cell.
  mutating func add(_ pattern: [PageCell]) {
    cells += pattern
    firstCells.append(cells.count)
  }

  /// How many pages so many items take.
  func pages(for itemCount: Int) -> Int {
    itemCount == 0 ? 0 : place(of: itemCount - 1).page + 1
  }

  /// The page of an item in its section, and its index in ``cells``.
  /// - Complexity: O(log patterns).
  func place(of item: Int) -> (page: Int, cell: Int) {
    let (round, cell) = item.quotientAndRemainder(dividingBy: cells.count)
    let pattern = partition(0..<pageCount) { firstCells[$0] <= cell } - 1
    return (round * pageCount + pattern, cell)
  }

  /// The cells of a page of a section.
  func cells(onPage page: Int) -> Range<Int> {
    let pattern = page % pageCount
    return firstCells[pattern]..<firstCells[pattern + 1]
  }

  /// The first item of a page of a section.
  func firstItem(ofPage page: Int) -> Int {
    page / pageCount * cells.count + firstCells[page % pageCount]
  }
}
