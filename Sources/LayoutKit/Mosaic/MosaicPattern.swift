// SPDX-License-Identifier: Apache-2.0
//
// The patterns of pages, and the pages of a section: patterns in rotation.

import LayoutABI

// MARK: - Patterns
//
// The patterns of pages: each a grid with slots for items, in item order.

/// The size class of an item's cell; its view receives it as the field `style`.
public enum MosaicStyle: Int, PropertyCases {
  /// One column and one row.
  case small = 0
  /// Several columns or several rows.
  case medium
  /// Several columns and several rows.
  case large

  /// The names of the field's cases.
  public static var caseNames: [StaticString] { ["small", "medium", "large"] }
}

/// One slot on a page, in grid units.
struct MosaicSlot {
  var column, row, columnSpan, rowSpan: Double

  var style: MosaicStyle {
    if columnSpan > 1 && rowSpan > 1 { return .large }
    return columnSpan > 1 || rowSpan > 1 ? .medium : .small
  }
}

/// A page's grid and its slots.
struct MosaicPattern {
  let columns: Double
  let rows: Double
  let slots: [MosaicSlot]

  /// A page of twelve: four columns and rows, one cell of two by two, one of two rows.
  static var pageOfTwelve: [Double] {
    [
      4, 4,
      0, 0, 1, 1, 1, 0, 1, 1, 2, 0, 2, 2,
      0, 1, 1, 1, 1, 1, 1, 1,
      0, 2, 1, 2, 1, 2, 1, 1, 2, 2, 1, 1, 3, 2, 1, 1,
      1, 3, 1, 1, 2, 3, 1, 1, 3, 3, 1, 1,
    ]
  }

  /// Reads one pattern as a list of numbers: `columns, rows, c, r, w, h, …`.
  /// - Throws: The fault, if it is not a grid with at least one slot inside.
  static func one(_ numbers: [Double]) throws(LayoutError) -> MosaicPattern {
    guard numbers.count >= 6, (numbers.count - 2) % 4 == 0 else {
      throw .argument("pattern needs columns, rows and four numbers for each of its slots")
    }
    return try MosaicPattern(
      numbers[0], numbers[1], numbers[2...], NumberedPattern(property: "pattern", number: -1))
  }

  /// Reads patterns that follow each other, each with the number of its slots: `columns, rows,
  /// count, c, r, w, h, …, columns, rows, count, …`.
  /// - Throws: The fault in the first wrong pattern, and its number, counted from 0.
  static func several(_ numbers: [Double]) throws(LayoutError) -> [MosaicPattern] {
    var patterns: [MosaicPattern] = []
    var start = 0
    repeat {
      let place = NumberedPattern(property: "patterns", number: patterns.count)
      let rest = numbers.count - start
      let count = rest > 3 ? numbers[start + 2] : 0
      guard count >= 1, count == count.rounded(.down), 4 * count <= Double(rest - 3) else {
        throw place.error(
          "a pattern needs columns, rows, how many slots, and four numbers for each of them")
      }
      let end = start + 3 + 4 * Int(count)
      patterns.append(
        try MosaicPattern(numbers[start], numbers[start + 1], numbers[start + 3..<end], place))
      start = end
    } while start < numbers.count
    return patterns
  }

  private init(
    _ columns: Double, _ rows: Double, _ numbers: ArraySlice<Double>, _ place: NumberedPattern
  ) throws(LayoutError) {
    guard Self.isWhole(columns), Self.isWhole(rows) else {
      throw place.error("columns and rows are whole numbers from 0 to 1000")
    }
    (self.columns, self.rows) = (columns, rows)
    var slots: [MosaicSlot] = []
    slots.reserveCapacity(numbers.count / 4)
    for start in stride(from: numbers.startIndex, to: numbers.endIndex, by: 4) {
      for index in start..<start + 4 where !Self.isWhole(numbers[index]) {
        throw place.error("a slot holds whole numbers from 0 to 1000", slot: slots.count)
      }
      let slot = MosaicSlot(
        column: numbers[start], row: numbers[start + 1], columnSpan: numbers[start + 2],
        rowSpan: numbers[start + 3])
      guard slot.columnSpan >= 1, slot.rowSpan >= 1, slot.column + slot.columnSpan <= columns,
        slot.row + slot.rowSpan <= rows
      else { throw place.error("the slot is empty or leaves the grid", slot: slots.count) }
      slots.append(slot)
    }
    self.slots = slots
  }

  private static func isWhole(_ number: Double) -> Bool {
    number >= 0 && number <= 1000 && number == number.rounded(.down)
  }
}

/// The number of a pattern in the data, for errors.
private struct NumberedPattern {
  let property: StaticString
  /// The number; negative for a single pattern.
  let number: Int

  func error(_ message: StaticString, slot: Int = -1) -> LayoutError {
    .argument(message, about: property).within("pattern", number, "slot", slot)
  }
}

// MARK: - Rotation

/// The rows and columns of a page, in points.
struct PageGrid {
  /// The corner of the first cell.
  var origin: Point
  /// The size of a cell of one column and one row.
  var cell: Size
  var gap: Double
}

/// The pages along the axis, one behind the other.
struct PageRow {
  let count: Int
  /// The length of a page, points, above 0.
  let length: Double
  /// The extent of cells from the start of their page, points.
  let reach: Double

  /// Returns the pages whose cells may intersect a span.
  func pages(meeting span: (start: Double, end: Double)) -> ClosedRange<Int>? {
    guard count > 0 else { return nil }
    let (start, end, last) = (span.start, max(span.start, span.end), Double(count - 1))
    // One more page on each side for the rounding of the division, unless it is surely outside.
    var low = max(0, ((start - reach) / length).rounded(.down) - 1)
    var high = min(last, (end / length).rounded(.down) + 1)
    let rounding = 1e-12 * (start.magnitude + reach)
    while low <= high, low * length + reach + rounding < start { low += 1 }
    while high >= low, high * length > end { high -= 1 }
    return low <= high ? Int(low)...Int(high) : nil
  }
}

/// One cell of a page.
struct PageCell {
  var slot: MosaicSlot
  /// The size of its style; nil along an axis in which it follows the grid.
  var width: Double?
  var height: Double?
  var style: MosaicStyle

  /// Returns the frame, relative to the page.
  @inline(__always)
  func frame(_ grid: PageGrid) -> Rect {
    Rect(
      x: grid.origin.x + (grid.cell.width + grid.gap) * slot.column,
      y: grid.origin.y + (grid.cell.height + grid.gap) * slot.row,
      width: width ?? slot.columnSpan * grid.cell.width + (slot.columnSpan - 1) * grid.gap,
      height: height ?? slot.rowSpan * grid.cell.height + (slot.rowSpan - 1) * grid.gap)
  }
}

/// The patterns of a mosaic's pages in rotation; at least one.
///
/// One round of all patterns has a fixed number of items, so a division finds an item's round, and
/// a short search finds its page in the round.
struct PatternRotation {
  /// The cells of all patterns, one after the other.
  private(set) var cells: [PageCell] = []
  /// The columns and rows of each pattern.
  private var grids: [(columns: Double, rows: Double)] = []
  /// The first cell of each pattern, and at the end the number of cells.
  private var firstCells: [Int] = [0]

  /// The number of patterns.
  var pageCount: Int { firstCells.count - 1 }

  /// Adds a pattern, which has at least one cell.
  mutating func add(_ pattern: [PageCell], columns: Double, rows: Double) {
    cells += pattern
    grids.append((columns, rows))
    firstCells.append(cells.count)
  }

  /// Returns the columns and rows of a page of a section.
  func grid(ofPage page: Int) -> (columns: Double, rows: Double) { grids[page % pageCount] }

  /// Returns the number of pages for this many items.
  func pages(for itemCount: Int) -> Int {
    itemCount == 0 ? 0 : place(of: itemCount - 1).page + 1
  }

  /// Returns the page of an item in its section, and its index in ``cells``.
  /// - Complexity: O(log patterns).
  func place(of item: Int) -> (page: Int, cell: Int) {
    let (round, cell) = item.quotientAndRemainder(dividingBy: cells.count)
    let pattern = partition(0..<pageCount) { firstCells[$0] <= cell } - 1
    return (round * pageCount + pattern, cell)
  }

  /// Returns the cells of a page of a section.
  func cells(onPage page: Int) -> Range<Int> {
    let pattern = page % pageCount
    return firstCells[pattern]..<firstCells[pattern + 1]
  }

  /// Returns the first item of a page of a section.
  func firstItem(ofPage page: Int) -> Int {
    page / pageCount * cells.count + firstCells[page % pageCount]
  }
}
