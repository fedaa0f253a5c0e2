// SPDX-License-Identifier: Apache-2.0
//
// Aligned columns.

/// Rows of text whose columns are as wide as their widest cell.
struct Table {
  private var rows: [[String]] = []
  /// Right-aligned columns, for numbers.
  private let trailing: Set<Int>
  private let indent: String
  /// The style of a cell by its text, for columns that have one.
  private let styles: [Int: (String) -> Style?]

  init(
    indent: String = "", trailing: Set<Int> = [], styles: [Int: (String) -> Style?] = [:]
  ) {
    self.indent = indent
    self.trailing = trailing
    self.styles = styles
  }

  mutating func add(_ cells: String...) { add(cells) }
  /// Control characters are escaped first, so that the widths match the output.
  mutating func add(_ cells: [String]) { rows.append(cells.map(\.printable)) }

  /// One line a row, without spaces at its end and without colours.
  var lines: [String] { lines { text, _ in text } }

  /// One line a row, without spaces at its end.
  func lines(_ paint: Paint) -> [String] { lines { paint($0, $1) } }

  private func lines(_ paint: (String, Style?) -> String) -> [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        let painted = paint(cell, styles[column]?(cell))
        if trailing.contains(column) { return padding + painted }
        return column == row.count - 1 ? painted : painted + padding
      }
      let line = indent + cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
