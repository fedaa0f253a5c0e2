// SPDX-License-Identifier: Apache-2.0
//
// The columns of one section: how many, how wide, where.

/// In which column an item goes.
public enum ColumnOrder: Int, PropertyCases, Sendable {
  /// The column that ends first; of equals, the leftmost.
  case shortestFirst = 0
  /// In turn, from the left.
  case leftToRight
  /// In turn, from the right.
  case rightToLeft

  /// The names of the cases, in order.
  public static var caseNames: [StaticString] { ["shortestFirst", "leftToRight", "rightToLeft"] }
}

/// The number of columns of a section.
enum ColumnNumber {
  case count(Int)
  /// As many as fit of this width; they widen to fill the room.
  case width(Double)

  /// More columns than this are never made, however narrow they are asked to be.
  static var limit: Int { ItemSpans.limit }

  /// The number of columns in `room` with `spacing` between them.
  func columns(in room: Double, spacing: Double) -> Int {
    switch self {
    case .count(let count): return max(1, min(count, Self.limit))
    case .width(let width):
      let fitting = (room + LineRule.slack(room) + spacing) / (width + spacing)
      return fitting < Double(Self.limit) ? max(1, Int(fitting)) : Self.limit
    }
  }
}

/// The columns of one section, all as wide as the other.
struct Columns {
  let count: Int
  let width: Double
  private let gap: Double
  /// From one column to the next.
  private let step: Double
  private let start: Double

  init(_ section: SectionRecord) {
    count = section.count
    let gaps = Double(section.count - 1) * section.acrossSpacing
    width = max(0, (section.room - gaps) / Double(section.count))
    gap = section.acrossSpacing
    step = width + gap
    start = section.side
  }

  /// The leading edge of a column.
  func edge(_ column: Int) -> Double { start + Double(column) * step }

  /// Returns the breadth of neighbouring columns together.
  func breadth(_ span: Int) -> Double {
    span == 1 ? width : Double(span) * width + Double(span - 1) * gap
  }
}
