// SPDX-License-Identifier: Apache-2.0
//
// A source of rows and columns: in a layout for tables each row is a section and each value an
// item.

import LayoutHost
import LayoutModel
import LayoutRuntime
import LayoutTypography

/// Data in rows and columns.
///
/// In a layout that places rows and columns (``SourcePresentation/isTable``) each row is a section,
/// each value an item, and the names of the columns are the headers. In any other layout all rows
/// are one section.
public protocol TabularSource: ItemSource {
  /// The names of the columns.
  var columns: [String] { get }
  /// The number of rows.
  var rowCount: Int { get }
  /// Returns a value; nil if there is none.
  ///
  /// - Throws: The read error of a source that reads on demand.
  func value(row: Int, column: Int) throws(LayoutError) -> String?
}

extension TabularSource {
  /// The number of columns for a table; all rows have the same count.
  public var itemCountOfEverySection: Int? { presentation.isTable ? columns.count : nil }

  /// A value as a cell of a table.
  func entry(at path: ItemPath) throws(LayoutError) -> ViewContent {
    let value = try value(row: path.section, column: path.item).flatMap { $0.isEmpty ? nil : $0 }
    let isHeading = path.item < presentation.pinnedColumnCount
    let style = EntryStyle(
      role: isHeading ? .rowHeading : .value, side: try side(ofColumn: path.item),
      isMissing: value == nil)
    // One line is drawn, and at most the part that the widest column shows.
    return .entry(value.map { ShownText.cut($0.firstLine, to: 1024) } ?? "–", style)
  }

  /// The name of a column as its header.
  func columnHeading(_ column: Int) throws(LayoutError) -> ViewContent {
    guard columns.indices.contains(column) else { return .none }
    return .entry(
      ShownText.cut(columns[column], to: 256),
      EntryStyle(role: .columnHeading, side: try side(ofColumn: column)))
  }

  /// Numbers are aligned at their last digits.
  private func side(ofColumn column: Int) throws(LayoutError) -> EntryStyle.Side {
    let looks = try columnLooks()
    let isNumber = looks.indices.contains(column) && looks[column].isNumber
    return isNumber == presentation.isRightToLeft ? .left : .right
  }

  /// The look of each column, computed once from the first rows.
  func columnLooks() throws(LayoutError) -> [ColumnLook] {
    if let known = presentation.columnLooks { return known }
    let ruler = TextRuler()
    let sampled = min(columns.count, ColumnLook.sampledColumns)
    var looks: [ColumnLook] = []
    for column in columns.indices {
      var values: [String] = []
      // Columns far to the right are not read for their width.
      if column < sampled {
        for row in 0..<min(rowCount, ColumnLook.sampledRows) {
          if let value = try value(row: row, column: column), !value.isEmpty {
            values.append(value)
          }
        }
      }
      looks.append(
        ColumnLook(
          name: columns[column], values: values, isHeading: column < presentation.pinnedColumnCount,
          ruler))
    }
    presentation.columnLooks = looks
    return looks
  }
}

/// The width of a column, and the alignment of its values.
struct ColumnLook {
  /// The numbers of columns and rows that are sampled.
  static let (sampledColumns, sampledRows) = (64, 48)

  /// The width before scaling, points.
  let width: Double
  let isNumber: Bool

  /// - Parameter isHeading: True for a column that names the rows, in bold.
  init(name: String, values: [String], isHeading: Bool, _ ruler: TextRuler) {
    isNumber = !values.isEmpty && values.allSatisfy { Double($0)?.isFinite == true }
    var widest = ruler.width(of: ShownText.cut(name, to: 256), EntryMetrics.heading)
    let style = isHeading ? EntryMetrics.heading : EntryMetrics.text
    for value in values {
      widest = max(
        widest, ruler.width(of: ShownText.cut(value.firstLine, to: 256), style))
    }
    width = (widest + 2 * EntryMetrics.padding + 1).rounded(.up).clamped(to: EntryMetrics.widths)
  }
}
