// SPDX-License-Identifier: Apache-2.0
//
// The measures of a table's cell: for who sizes it and who draws it.

/// The measures of a table's cell.
public enum EntryMetrics {
  /// The style of values.
  public static let text = TextStyle(size: 13, lineHeight: 18)
  /// The style of the names of columns and rows.
  public static let heading = TextStyle(size: 13, weight: .bold, lineHeight: 18)
  /// Room between a cell's edges and its text, points.
  public static let padding = 10.0
  /// The height of a row, points.
  public static let rowHeight = 30.0
  /// The height of the column headers, points.
  public static let headerHeight = 34.0
  /// The widths that a column may have by its text, points.
  public static let widths = 56.0...320.0
}
