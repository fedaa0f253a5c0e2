// SPDX-License-Identifier: Apache-2.0
//
// Rows and columns of a table, as its layout tells them in the fields `row` and `column`.

import LayoutABI
import LayoutModel

extension KindDescriptor {
  /// True for cells that say their rows and columns.
  var isTableCell: Bool {
    let numbers = fields.filter { $0.type == .integer }.map(\.name)
    return category == .cell && numbers.contains(LAYOUT_FIELD_ROW)
      && numbers.contains(LAYOUT_FIELD_COLUMN)
  }
}

extension LayoutAttributes {
  /// The row and the column of a table's cell, as they are shown, counted from 0; nil for what is no cell of a
  /// table.
  package var tablePlace: (row: Int, column: Int)? {
    guard category == .cell, let row = index(of: LAYOUT_FIELD_ROW),
      let column = index(of: LAYOUT_FIELD_COLUMN)
    else {
      return nil
    }
    return (row, column)
  }

  /// The column of a table's cell or header, as it is shown, counted from 0.
  package var tableColumn: Int? { index(of: LAYOUT_FIELD_COLUMN) }

  private func index(of field: String) -> Int? {
    guard case .integer(let value) = self.field(field) else { return nil }
    return Int(exactly: value)
  }
}
