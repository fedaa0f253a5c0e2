// SPDX-License-Identifier: Apache-2.0
//
// The pages of a section: patterns in rotation, and on which page an item is.

import LayoutABI

/// The rows and columns of a page, in points.
struct PageGrid {
  /// The corner of the first cell.
  var origin: Point
  /// Of a cell that takes one column and one row.
  var cell: Size
  var gap: Double
}

/// One cell of a page.
struct PageCell {
  var slot: MosaicSlot
  /// The size that its style has; nil along an axis in which it follows the grid.
  var width: Double?
  var height: Double?
  var style: MosaicStyle

  /// The frame, relative to the page.
  func frame(_ grid: PageGrid) -> Rect {
    Rect(
      x: grid.origin.x + (grid.cell.width + grid.gap) * slot.column,
      y: grid.origin.y + (grid.cell.height + grid.gap) * slot.row,
      width: width ?? slot.columnSpan * grid.cell.width + (slot.columnSpan - 1) * grid.gap,
      height: height ?? slot.rowSpan * grid.cell.height + (slot.rowSpan - 1) * grid.gap)
  }
}

/// The patterns of a mosaic's pages, one after the other and round again; at least one.
///
/// A round of them holds a fixed number of items, so a division finds an item's round, and a short
/// search its page within.
struct PatternRotation {
  /// Of all patterns, one after the other.
  private(set) var cells: [PageCell] = []
  /// The columns and rows of each pattern.
  private var grids: [(columns: Double, rows: Double)] = []
  /// The first cell of each pattern, and at the end how many there are.
  private var firstCells: [Int] = [0]

  /// The number of patterns.
  var pageCount: Int { firstCells.count - 1 }

  /// Adds a pattern, which has at least one cell.
  mutating func add(_ pattern: [PageCell], columns: Double, rows: Double) {
    cells += pattern
    grids.append((columns, rows))
    firstCells.append(cells.count)
  }

  /// The columns and rows of a page of a section.
  func grid(ofPage page: Int) -> (columns: Double, rows: Double) { grids[page % pageCount] }

  /// Returns the number of pages that so many items take.
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
