// SPDX-License-Identifier: Apache-2.0
//
// The rows of a query, read by pages; the last few pages are kept.

import LayoutModel

/// The cost of reading so far.
public struct PageCounters: Equatable, Sendable {
  /// Pages read from the database, including repeated reads.
  public var pages = 0
  /// Rows on them.
  public var rows = 0
  /// Values of those rows.
  public var values = 0
  /// Pages in memory.
  public var keptPages = 0

  /// Nothing read yet.
  public init() {}
}

/// A query's rows by number.
struct RowPages {
  /// The maximum number of pages in memory: about 2,000 rows, a dozen screens.
  static let capacity = 32
  /// Columns that are read together when whole rows are not needed.
  static let blockSize = 16

  private(set) var counters = PageCounters()
  /// True when a number without a row was found, so that the count is too high.
  private(set) var hasMetGap = false
  let numbering: RowNumbering
  let columns: [String]
  private let database: Database
  private let source: RowSource
  /// Detects writes of other connections.
  private let version: Statement
  private let openedVersion: Int64
  private var kept: [Page] = []
  private var clock = 0

  private struct Page {
    let number: Int
    /// The block of columns; nil for whole rows.
    let block: Int?
    /// Nil for a key without a row.
    let rows: [[String?]?]
    var lastUse: Int
  }

  /// Opens a query.
  init(_ sql: String, of database: Database, exactly: Bool) throws(LayoutError) {
    database.startWork()
    let query = try SelectQuery(sql, in: database)
    self.database = database
    columns = query.columns
    version = try database.statement("PRAGMA data_version")
    openedVersion = try Self.read(version)
    source = try RowSource(query, in: database)
    numbering = try RowNumbering(of: source, in: database, exactly: exactly)
  }

  /// The values of a row; nil when its number is in a gap.
  ///
  /// - Throws: `source-changed` when another program has written since opening, or SQLite's reason.
  /// - Complexity: O(1) for a page in memory, else O(log of the table + page).
  mutating func row(_ number: Int) throws(LayoutError) -> [String?]? {
    try row(number, block: nil)
  }

  /// One value of a row; nil when it is NULL, or when the number is in a gap. If the columns are
  /// those of the table, only a block of columns of the row is read.
  ///
  /// - Throws: The errors of ``row(_:)``.
  mutating func value(_ number: Int, column: Int) throws(LayoutError) -> String? {
    let block = column / Self.blockSize
    guard try source.rows(of: block, columns: columns.count, in: database) != nil else {
      return try row(number)?[column]
    }
    return try row(number, block: block)?[column % Self.blockSize]
  }

  private mutating func row(_ number: Int, block: Int?) throws(LayoutError) -> [String?]? {
    let page = number / RowNumbering.pageSize
    clock += 1
    let place: Int
    if let found = kept.firstIndex(where: { $0.number == page && $0.block == block }) {
      place = found
      kept[found].lastUse = clock
    } else {
      place = keep(
        Page(number: page, block: block, rows: try read(page, block), lastUse: clock))
    }
    let row = kept[place].rows[number % RowNumbering.pageSize]
    if row == nil { hasMetGap = true }
    return row
  }

  /// True when the rows are a copy.
  var isCopied: Bool { source.knownCount != nil }

  /// The number of steps to a next row in walks over a whole table.
  var scanStepCount: Int { source.rows.scanStepCount }

  /// Returns true when another connection has written since opening; false for a copy.
  func isOutdated() throws(LayoutError) -> Bool {
    if isCopied { return false }
    database.startWork()
    return try Self.read(version) != openedVersion
  }

  /// Replaces the least recently used page.
  private mutating func keep(_ page: Page) -> Int {
    if kept.count < Self.capacity {
      kept.append(page)
      counters.keptPages = kept.count
      return kept.count - 1
    }
    let oldest = kept.indices.min { kept[$0].lastUse < kept[$1].lastUse } ?? 0
    kept[oldest] = page
    return oldest
  }

  private mutating func read(_ page: Int, _ block: Int?) throws(LayoutError) -> [[String?]?] {
    database.startWork()
    let (keys, rowCount) = numbering.keys(ofPage: page)
    let part = try block.flatMap { (block) throws(LayoutError) in
      try source.rows(of: block, columns: columns.count, in: database)
    }
    let statement = part ?? source.rows
    try statement.bind([keys.lowerBound, keys.upperBound])
    defer { statement.reset() }
    var rows: [[String?]?] = []
    while rows.count < rowCount, try statement.step() {
      rows.append((0..<statement.columnCount).map(statement.text))
    }
    counters.pages += 1
    counters.rows += rows.count
    counters.values += rows.count * statement.columnCount
    if rows.count < rowCount { rows = try spread(rows, over: keys, count: rowCount) }
    // Checked last, so that nothing read above is newer than the numbering.
    guard try !isOutdated() else { throw changed }
    return rows
  }

  /// Places the rows of a page, with gaps for missing keys.
  private func spread(
    _ rows: [[String?]?], over keys: ClosedRange<Int64>, count: Int
  ) throws(LayoutError) -> [[String?]?] {
    // Counted rows have no gaps; a missing one was deleted since.
    guard !numbering.isExact else { throw changed }
    let present = try database.statement(
      """
      SELECT \(source.key) FROM \(source.table)
      WHERE \(source.key) BETWEEN ?1 AND ?2 ORDER BY \(source.key)
      """)
    try present.bind([keys.lowerBound, keys.upperBound])
    var spread = [[String?]?](repeating: nil, count: count)
    for row in rows where try present.step() {
      let key = present.integer(0) ?? 0
      guard keys.contains(key) else { throw database.damaged }
      spread[Int(key - keys.lowerBound)] = row
    }
    return spread
  }

  private var changed: LayoutError {
    LayoutError(
      .sourceChanged, "\(database.path) was changed by another program; refresh and reload")
  }

  private static func read(_ version: Statement) throws(LayoutError) -> Int64 {
    defer { version.reset() }
    try version.bind([])
    return try version.step() ? version.integer(0) ?? 0 : 0
  }
}
