// SPDX-License-Identifier: Apache-2.0
//
// A table as cards: one column is the title, the others are lines below it.

import LayoutHost
import LayoutModel
import LayoutRuntime
import LayoutTypography

/// The lines of a CSV file, whose first line names the columns.
public final class CSVSource: TabularSource {
  /// The file's name without its directory.
  public let title: String
  /// The names of the columns.
  public let columns: [String]
  public let presentation = SourcePresentation()
  private let rows: [[String]]
  private let cards: CardColumns
  private let ruler = TextRuler()

  /// Reads the file at `path`.
  ///
  /// - Throws: `source-unreadable`, `source-limit`, or `source-malformed` with line, column and remedy.
  public convenience init(path: String, limits: SourceLimits = .standard) throws(LayoutError) {
    let bytes = try FileBytes.read(
      path, limits, remedy: "name a file that exists and that you may read")
    try self.init(
      bytes, title: String(path.split(separator: "/").last ?? "CSV"), path: path, limits: limits)
  }

  /// Reads bytes that are there already.
  ///
  /// - Parameter path: Where they came from, for errors; nil for the title.
  /// - Throws: `source-limit`, or `source-malformed` with line, column and remedy.
  init(
    _ bytes: [UInt8], title: String, path: String? = nil, limits: SourceLimits = .standard
  ) throws(LayoutError) {
    var records = try CSVReader.records(bytes, path: path ?? title, limits: limits)
    columns = records.removeFirst()
    rows = records
    cards = CardColumns(names: columns, rows: Array(rows.prefix(64)))
    self.title = title
  }

  /// Cards as tall as their text.
  public var suggestedLayout: String { "waterfall" }
  public var sectionCount: Int { presentation.isTable ? rows.count : 1 }
  public func itemCount(in section: Int) -> Int {
    presentation.isTable ? columns.count : rows.count
  }
  public var rowCount: Int { rows.count }
  public func value(row: Int, column: Int) -> String? {
    rows[row].indices.contains(column) ? rows[row][column] : nil
  }

  public func content(at path: ItemPath) throws(LayoutError) -> ViewContent {
    presentation.isTable ? try entry(at: path) : card(path.item).content
  }

  public func heading(of section: Int) -> ViewContent {
    let count = rows.count
    return .heading(
      title: title,
      detail: "\(count.grouped) row\(count == 1 ? "" : "s")  ·  " + ShownText.list(columns))
  }

  public func fillSizes(
    section: Int, range: Range<Int>, style: SizingStyle, _ sizes: inout MutableSpan<Size>
  ) -> QueryCoverage {
    for (place, row) in range.enumerated() { sizes[place] = card(row).size(style, ruler) }
    return .all
  }

  private func card(_ row: Int) -> RowCard { RowCard(names: columns, values: rows[row], cards) }
}
