// SPDX-License-Identifier: Apache-2.0
//
// The pattern that each page repeats: a grid, and the slots that items take on it, in item order.

import LayoutKit

/// How large an item's cell is among the others; its view receives it as the field `style`.
enum Style: Int, PropertyCases {
  case small = 0
  case medium, large

  static var caseNames: [StaticString] { ["small", "medium", "large"] }
}

/// One place on a page, in grid units.
struct Slot {
  var column, row, columnSpan, rowSpan: Double

  /// Large covers several columns and rows, medium several of one of them, small one of each.
  var style: Style {
    if columnSpan > 1 && rowSpan > 1 { return .large }
    return columnSpan > 1 || rowSpan > 1 ? .medium : .small
  }
}

/// A page's grid and its slots, as they come laid end to end: `columns, rows, c, r, w, h, …`.
struct Pattern {
  let columns: Double
  let rows: Double
  let slots: [Slot]

  /// The page of twelve: four columns and rows, one cell of two by two, one of two rows.
  static var pageOfTwelve: [Double] {
    [
      4, 4,
      0, 0, 1, 1, 1, 0, 1, 1, 2, 0, 2, 2,
      0, 1, 1, 1, 1, 1, 1, 1,
      0, 2, 1, 2, 1, 2, 1, 1, 2, 2, 1, 1, 3, 2, 1, 1,
      1, 3, 1, 1, 2, 3, 1, 1, 3, 3, 1, 1,
    ]
  }

  /// Reads a pattern.
  /// - Throws: What is wrong with it, when it is not a grid with at least one slot inside.
  init(_ numbers: [Double]) throws(LayoutError) {
    guard numbers.count >= 6, (numbers.count - 2) % 4 == 0 else {
      throw .argument("pattern needs columns, rows and four numbers for each of its slots")
    }
    for number in numbers where number < 0 || number > 1000 || number != number.rounded(.down) {
      throw .argument("pattern holds whole numbers from 0 to 1000")
    }
    (columns, rows) = (numbers[0], numbers[1])
    var slots: [Slot] = []
    slots.reserveCapacity(numbers.count / 4)
    for start in stride(from: 2, to: numbers.count, by: 4) {
      let slot = Slot(
        column: numbers[start], row: numbers[start + 1], columnSpan: numbers[start + 2],
        rowSpan: numbers[start + 3])
      guard slot.columnSpan >= 1, slot.rowSpan >= 1, slot.column + slot.columnSpan <= columns,
        slot.row + slot.rowSpan <= rows
      else { throw .argument("a slot of pattern is empty or leaves the grid") }
      slots.append(slot)
    }
    self.slots = slots
  }
}
