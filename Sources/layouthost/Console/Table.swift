// SPDX-License-Identifier: Apache-2.0
//
// Columns that line up.

/// Rows of text whose columns are as wide as their widest cell.
struct Table {
  private var rows: [[String]] = []
  /// Columns whose cells end at the same place; numbers read better so.
  private let trailing: Set<Int>
  private let indent: String

  init(indent: String = "", trailing: Set<Int> = []) {
    self.indent = indent
    self.trailing = trailing
  }

  mutating func add(_ cells: String...) { add(cells) }
  /// Control characters are written out first, so that the widths are those of what is shown.
  mutating func add(_ cells: [String]) { rows.append(cells.map(\.printable)) }

  /// One line a row, without spaces at its end.
  var lines: [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        if trailing.contains(column) { return padding + cell }
        return column == row.count - 1 ? cell : cell + padding
      }
      let line = indent + cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
