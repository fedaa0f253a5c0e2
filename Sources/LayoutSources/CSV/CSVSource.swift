// SPDX-License-Identifier: Apache-2.0
//
// A table as cards: the first column is the title, the others are lines below it.

import LayoutHost
import LayoutModel
import LayoutRuntime
import LayoutTypography

/// The lines of a CSV file, whose first line names the columns.
public final class CSVSource: ItemSource {
  /// The file's name without its directory.
  public let title: String
  /// The names of the columns.
  public let columns: [String]
  private let rows: [[String]]
  private let ruler = TextRuler()

  /// Reads the file at `path`.
  ///
  /// - Throws: `source-unreadable`, or `source-malformed` with line, column and remedy.
  public init(path: String) throws(LayoutError) {
    let bytes = try FileBytes.read(path, remedy: "name a file that exists and that you may read")
    var records = try CSVReader.records(bytes, path: path)
    columns = records.removeFirst()
    rows = records
    title = String(path.split(separator: "/").last ?? "CSV")
  }

  public var sectionCount: Int { 1 }
  public func itemCount(in section: Int) -> Int { rows.count }

  public func content(at path: ItemPath) -> ViewContent { card(path.item).content }

  public func heading(of section: Int) -> ViewContent {
    let count = rows.count
    return .heading(
      title: title,
      detail: "\(count.grouped) row\(count == 1 ? "" : "s")  ·  " + columns.joined(separator: ", "))
  }

  public func fillSizes(
    section: Int, range: Range<Int>, style: SizingStyle, _ sizes: inout MutableSpan<Size>
  ) -> QueryCoverage {
    for (place, row) in range.enumerated() { sizes[place] = card(row).size(style, ruler) }
    return .all
  }

  private func card(_ row: Int) -> RowCard { RowCard(names: columns, values: rows[row]) }
}
