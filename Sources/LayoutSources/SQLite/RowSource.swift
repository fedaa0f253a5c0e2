// SPDX-License-Identifier: Apache-2.0
//
// The location of a query's rows: one table of the file, or a copy of the result.

import LayoutModel

/// A table whose rows are the rows of the result, and how to read a range of its keys.
struct RowSource {
  /// The quoted table name.
  let table: String
  /// The name of its key that is not hidden by a column: rowid, _rowid_ or oid.
  let key: String
  /// Gives the columns of the rows with keys from ?1 to ?2, in the order of the keys.
  let rows: Statement
  /// The number of rows if it is known already: for a copy.
  let knownCount: Int?
  /// The table column of each result column; nil for a computed one.
  private let origins: [String?]
  /// Statements that read some of the columns, by the number of the block.
  private let parts = PartStatements()

  /// A statement like ``rows`` for a single block of columns; nil if one of them is computed.
  func rows(
    of block: Int, columns count: Int, in database: Database
  ) throws(LayoutError) -> Statement? {
    if let known = parts.statements[block] { return known }
    let columns = block * RowPages.blockSize..<min(count, (block + 1) * RowPages.blockSize)
    let names = columns.compactMap { origins.indices.contains($0) ? origins[$0] : nil }
    guard !names.isEmpty, names.count == columns.count else { return nil }
    let list = names.map(quoted).joined(separator: ", ")
    let statement = try database.statement(
      "SELECT \(list) FROM \(table) WHERE \(key) BETWEEN ?1 AND ?2 ORDER BY \(key)")
    if parts.statements.count >= PartStatements.capacity { parts.statements.removeAll() }
    parts.statements[block] = statement
    return statement
  }

  private final class PartStatements {
    /// More blocks than fit on a screen.
    static let capacity = 32
    var statements: [Int: Statement] = [:]
  }

  /// Finds the table that a query walks, or copies the result.
  ///
  /// - Complexity: O(1) when each row of one table gives one row of the result and there is no
  ///   ORDER BY; else the query runs once and its result is written to a temporary table.
  init(_ query: SelectQuery, in database: Database) throws(LayoutError) {
    if let walked = try RowSource(walkedBy: query, in: database) {
      self = walked
    } else {
      try self.init(copying: query, in: database)
    }
  }

  /// The table of the file itself; nil when the query does more than walk one.
  private init?(walkedBy query: SelectQuery, in database: Database) throws(LayoutError) {
    let program = try QueryProgram(of: query.text, in: database)
    guard program.givesEachRowOnce, let root = program.onlyRoot,
      let table = try database.texts("SELECT tbl_name FROM sqlite_master WHERE rootpage = \(root)")
        .first
    else { return nil }
    for key in Self.keyNames {
      let text =
        "\(query.text)\nWHERE \(key) BETWEEN ?1 AND ?2 ORDER BY \(key)"
      // For a name that a column hides, a view, or a table without such a key, SQLite refuses or
      // does not seek.
      guard let program = try? QueryProgram(of: text, in: database), program.seeksByKey,
        let root = program.onlyRoot,
        try database.texts(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage = \(root)") == [table]
      else { continue }
      let rows = try database.statement(text)
      self.init(
        table: "main.\(quoted(table))", key: key, rows: rows, knownCount: nil,
        origins: rows.columnOrigins)
      return
    }
    return nil
  }

  /// A temporary table with the result, whose keys are 1, 2, 3 and so on.
  private init(copying query: SelectQuery, in database: Database) throws(LayoutError) {
    // Generated names, so that none hides the key; without types, so that values do not change.
    let columns = query.columns.indices.map { "c\($0)" }.joined(separator: ", ")
    _ = try database.statement("DROP TABLE IF EXISTS temp.result").step()
    _ = try database.statement("PRAGMA temp.max_page_count = \(database.limits.copyBytes / 4096)")
      .step()
    _ = try database.statement("CREATE TEMP TABLE result (\(columns))").step()
    _ = try database.statement("INSERT INTO temp.result\n\(query.text)").step()
    let count = try database.integers("SELECT max(rowid) FROM temp.result").first ?? nil
    self.init(
      table: "temp.result", key: "rowid",
      rows: try database.statement(
        "SELECT * FROM temp.result WHERE rowid BETWEEN ?1 AND ?2 ORDER BY rowid"),
      knownCount: Int(count ?? 0), origins: query.columns.indices.map { "c\($0)" })
  }

  private init(
    table: String, key: String, rows: Statement, knownCount: Int?, origins: [String?]
  ) {
    (self.table, self.key, self.rows, self.knownCount) = (table, key, rows, knownCount)
    self.origins = origins
  }

  private static let keyNames = ["rowid", "_rowid_", "oid"]
}

// MARK: - Numbering
//
// Mapping the number of a row to its key: directly if the keys have no gaps, otherwise by a list of
// the pages' first keys.

/// The numbering of a table's rows.
///
/// SQLite stores no count: an exact count reads every row, about a second for ten million. The
/// first and the last key are cheap. A table without deletions has all keys in between, and then
/// row i has the key first + i.
struct RowNumbering: Equatable {
  /// Rows of a page, which are read at once.
  static let pageSize = 64
  /// A key span up to this is always counted: that takes less than a frame.
  static let alwaysCounted: Int64 = 50_000
  /// The number of probes for gaps in a larger table, and the keys per probe.
  static let probeCount = 64
  static let probeLength: Int64 = 32

  let count: Int
  /// True when every row was counted; otherwise `count` is the span of the keys, which is
  /// never less than the number of rows.
  let isExact: Bool
  /// The key of row 0 where row i has the key first + i.
  private let first: Int64
  /// Otherwise the first key of each page.
  private let pageKeys: [Int64]

  /// Rows with all keys from `first` on.
  init(from first: Int64, count: Int, isExact: Bool) {
    (self.first, self.count, self.isExact, pageKeys) = (first, count, isExact, [])
  }

  /// Numbers the rows of a source.
  ///
  /// - Parameter exactly: True to count at any cost.
  /// - Throws: `source-too-large` for more rows than a section can have.
  init(of source: RowSource, in database: Database, exactly: Bool) throws(LayoutError) {
    if let count = source.knownCount {
      self.init(from: 1, count: count, isExact: true)
    } else if let whole = try exactly ? nil : Self.wholeSpan(of: source, in: database) {
      self = whole
    } else {
      try self.init(counting: source, in: database)
    }
    guard count <= Int(UInt32.max) else {
      throw LayoutError(
        .sourceTooLarge,
        "\(database.path): \(count.grouped) rows, and a section has at most 4,294,967,295 items; "
          + "narrow the query with WHERE")
    }
  }

  /// The keys of the rows on a page, and the expected number of rows.
  func keys(ofPage page: Int) -> (keys: ClosedRange<Int64>, rowCount: Int) {
    let start = page * Self.pageSize
    let rowCount = min(Self.pageSize, count - start)
    guard !pageKeys.isEmpty else {
      let key = first + Int64(start)
      // The last key may be the greatest integer, so the code must not compute the next one.
      return (key...(key + Int64(rowCount - 1)), rowCount)
    }
    let end = page + 1 < pageKeys.count ? pageKeys[page + 1] - 1 : Int64.max
    return (pageKeys[page]...end, rowCount)
  }

  /// Reads every key and stores the first of each page: 1.3 MB for ten million rows.
  private init(counting source: RowSource, in database: Database) throws(LayoutError) {
    let keys = try database.statement(
      "SELECT \(source.key) FROM \(source.table) ORDER BY \(source.key)")
    var pageKeys: [Int64] = []
    var (count, last) = (0, Int64(0))
    while try keys.step() {
      let key = keys.integer(0) ?? 0
      // SQLite follows the tree in the file without checking its order.
      guard count == 0 || key > last else { throw database.damaged }
      last = key
      if count % Self.pageSize == 0 { pageKeys.append(last) }
      count += 1
    }
    let first = pageKeys.first ?? 1
    let isWhole = count > 0 && Int64.saturating(from: first, to: last) == Int64(count)
    (self.count, self.first, isExact, self.pageKeys) = (count, first, true, isWhole ? [] : pageKeys)
  }

  /// The numbering by the span of the keys, if the table is large and seems to have no gap.
  private static func wholeSpan(
    of source: RowSource, in database: Database
  ) throws(LayoutError) -> RowNumbering? {
    let (key, table) = (source.key, source.table)
    // Two look-ups, because SQLite walks the whole table for both ends in one.
    let ends = try database.integers(
      "SELECT (SELECT min(\(key)) FROM \(table)), (SELECT max(\(key)) FROM \(table))")
    guard ends.count == 2, let first = ends[0], let last = ends[1] else { return nil }
    let length = Int64.saturating(from: first, to: last)
    guard length > alwaysCounted, length <= Int64(UInt32.max),
      try seemsWhole(source, from: first, length, in: database)
    else { return nil }
    return RowNumbering(from: first, count: Int(length), isExact: false)
  }

  /// Returns true when no gap is found at places spread evenly over the keys.
  private static func seemsWhole(
    _ source: RowSource, from first: Int64, _ length: Int64, in database: Database
  ) throws(LayoutError) -> Bool {
    let key = source.key
    let probe = try database.statement(
      "SELECT count(*) FROM \(source.table) WHERE \(key) BETWEEN ?1 AND ?2")
    let room = length - probeLength
    for place in 0..<Int64(probeCount) {
      let start = first + room * place / Int64(probeCount - 1)
      try probe.bind([start, start + (probeLength - 1)])
      guard try probe.step(), probe.integer(0) == probeLength else { return false }
    }
    return true
  }
}

extension Int64 {
  /// The number of integers from `first` to `last`, or the greatest integer.
  fileprivate static func saturating(from first: Int64, to last: Int64) -> Int64 {
    let (difference, didOverflow) = last.subtractingReportingOverflow(first)
    return didOverflow || difference == .max ? .max : difference + 1
  }
}
