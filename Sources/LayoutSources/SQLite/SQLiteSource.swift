// SPDX-License-Identifier: Apache-2.0
//
// A SQLite query as cards: one column is the title, the others are lines below it.

import LayoutHost
import LayoutModel
import LayoutRuntime
import LayoutTypography

/// The rows of one SELECT, read by pages when they become visible. The database is only read.
///
/// A query that walks one table (columns and expressions; no WHERE, no ORDER BY, no join) opens at
/// once for a table of any size, and a few look-ups find any of its rows. The rows are in the order
/// of their rowids. Any other query runs once, into a temporary table, which is then read in the
/// same way.
///
/// SQLite stores no count of rows. If a large table's rowids show no gap at sampled places, the
/// count is assumed to be their span: an upper bound (`isCountExact` is false). A number in an
/// undetected gap shows a card with a message, and ``refresh()`` then counts every row. `counting:
/// .exactly` counts at once: about a second for ten million rows.
///
/// All items have one size, the largest of some rows at the start, the middle and the end; longer
/// text is cut when it is drawn.
public final class SQLiteSource: TabularSource {
  /// The way to count a large table's rows.
  public enum Counting: Sendable {
    /// By the span of the rowids, if no gap is found at sampled places.
    case bySpan
    /// By reading every row.
    case exactly
  }

  /// The file's name without its directory.
  public let title: String
  private let database: Database
  private let query: String
  public let presentation = SourcePresentation()
  private var pages: RowPages
  /// Chosen from the first page, for the first card.
  private var cards: CardColumns?
  private let ruler = TextRuler()

  /// Opens a database and a query, or the only table it has.
  ///
  /// - Throws: `source-unreadable`, `source-malformed`, `source-busy`, `source-empty` when there is
  ///   no table, `source-limit` when the query takes too long or returns too much, or `bad-query`
  ///   with SQLite's message and the place in the query.
  public init(
    path: String, query: String? = nil, counting: Counting = .bySpan,
    limits: SourceLimits = .standard
  ) throws(LayoutError) {
    database = try Database(path: path, limits: limits)
    database.startWork()
    if let query {
      self.query = query
    } else {
      self.query = try SelectQuery.forOnlyTable(of: database)
    }
    pages = try RowPages(self.query, of: database, exactly: counting == .exactly)
    title = String(path.split(separator: "/").last ?? "SQLite")
  }

  /// The names of the result's columns.
  public var columns: [String] { pages.columns }
  /// True when the number of items is the number of rows, rather than an upper bound.
  public var isCountExact: Bool { pages.numbering.isExact }
  /// True when the query ran once into a temporary table; otherwise its pages come from the file.
  public var isCopied: Bool { pages.isCopied }
  /// The cost of reading since opening, or since the last refresh with a change.
  public var counters: PageCounters { pages.counters }
  /// SQLite's steps from one row to the next in walks over a whole table, while reading pages: 0
  /// when every page is found by its key.
  public var scanStepCount: Int { pages.scanStepCount }

  public var sectionCount: Int { presentation.isTable ? rowCount : 1 }
  public func itemCount(in section: Int) -> Int {
    presentation.isTable ? columns.count : rowCount
  }
  public var rowCount: Int { pages.numbering.count }
  /// - Throws: `source-changed` when another program wrote to the table, or SQLite's reason.
  /// - Complexity: O(1) for a part of a row in memory, else O(log of the table + rows of a page):
  ///   only the columns near this one are read.
  public func value(row: Int, column: Int) throws(LayoutError) -> String? {
    try pages.value(row, column: column)
  }

  /// - Throws: `source-changed` when another program wrote to the table, or SQLite's reason.
  public func content(at path: ItemPath) throws(LayoutError) -> ViewContent {
    if presentation.isTable { return try entry(at: path) }
    guard let card = try card(path.item) else {
      return .card(title: "", body: "row \((path.item + 1).grouped) is gone", codePoint: nil)
    }
    return card.content
  }

  public func heading(of section: Int) -> ViewContent {
    let count = rowCount
    let rows = "\(isCountExact ? "" : "up to ")\(count.grouped) row\(count == 1 ? "" : "s")"
    return .heading(title: title, detail: "\(rows)  ·  " + ShownText.list(columns))
  }

  public func fillSizes(
    section: Int, range: Range<Int>, style: SizingStyle, _ sizes: inout MutableSpan<Size>
  ) throws(LayoutError) -> QueryCoverage {
    sizes[0] = try size(style)
    return .uniform
  }

  /// Opens the query again when another program wrote to the file, and counts every row when a gap
  /// was found.
  public func refresh() throws(LayoutError) -> Bool {
    let isOutdated = try pages.isOutdated()
    guard pages.hasMetGap || isOutdated else { return false }
    pages = try RowPages(query, of: database, exactly: pages.hasMetGap || isCountedByHand)
    (cards, presentation.columnLooks) = (nil, nil)
    return true
  }

  /// A table that once had gaps is always counted.
  private var isCountedByHand: Bool {
    isCountExact && pages.numbering.count > RowNumbering.alwaysCounted
  }

  private func card(_ row: Int) throws(LayoutError) -> RowCard? {
    guard let values = try pages.row(row) else { return nil }
    return RowCard(names: pages.columns, values: values, try cardColumns())
  }

  /// The title column: chosen once, from the first rows.
  private func cardColumns() throws(LayoutError) -> CardColumns {
    if let cards { return cards }
    var rows: [[String?]] = []
    for row in 0..<min(rowCount, RowNumbering.pageSize) {
      if let values = try pages.row(row) { rows.append(values) }
    }
    let chosen = CardColumns(names: pages.columns, rows: rows)
    cards = chosen
    return chosen
  }

  /// The size of all items.
  private func size(_ style: SizingStyle) throws(LayoutError) -> Size {
    let count = rowCount
    let step = RowNumbering.pageSize
    var largest = RowCard(names: [], values: []).size(style, ruler)
    // Aligned to pages, so that three are read instead of six.
    let starts = Set([0, count / 2 / step * step, max(0, count - 1) / step * step]).sorted()
    for row in starts.flatMap({ $0..<min(count, $0 + step) }) {
      guard let size = try card(row)?.size(style, ruler) else { continue }
      largest.width = max(largest.width, size.width)
      largest.height = max(largest.height, size.height)
    }
    return Size(
      width: min(largest.width, style == .chip ? Self.widestChip : .infinity),
      height: min(largest.height, Self.tallestCard))
  }

  /// One long text among the sampled rows does not stretch all the others.
  private static let widestChip = 320.0
  private static let tallestCard = 480.0
}
