// SPDX-License-Identifier: Apache-2.0
//
// Rows and columns of a table, as its layout tells them in the fields `row` and `column`.

import LayoutModel

extension LayoutAttributes {
  /// The row and the column of a table's cell, as they are shown, counted from 0; nil for what is no cell of a
  /// table.
  package var tablePlace: (row: Int, column: Int)? {
    guard category == .cell, let row = index(of: "row"), let column = index(of: "column") else {
      return nil
    }
    return (row, column)
  }

  /// The column of a table's cell or header, as it is shown, counted from 0.
  package var tableColumn: Int? { index(of: "column") }

  private func index(of field: String) -> Int? {
    guard case .integer(let value) = self.field(field) else { return nil }
    return Int(exactly: value)
  }
}
