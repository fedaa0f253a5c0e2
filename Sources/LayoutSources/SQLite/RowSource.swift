// SPDX-License-Identifier: Apache-2.0
//
// Where the rows of a query stand: in one table of the file, or in a copy of the result.

import LayoutModel

/// A table whose rows are the rows of the result, and how to read a range of its keys.
struct RowSource {
  /// The table as SQL names it.
  let table: String
  /// The name of its key that no column hides: rowid, _rowid_ or oid.
  let key: String
  /// Gives the columns of the rows with keys from ?1 to ?2, in the order of the keys.
  let rows: Statement
  /// The number of rows where it is known already: the copy's.
  let knownCount: Int?
  /// The table's own column behind each column of the result; nil where it is worked out.
  private let origins: [String?]
  /// Statements that read some of the columns, by the number of the block.
  private let parts = PartStatements()

  /// A statement as ``rows`` for a block of columns alone; nil where one of them is worked out.
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
    /// More than stand side by side on a screen.
    static let capacity = 32
    var statements: [Int: Statement] = [:]
  }

  /// Finds the table that a query walks, or copies the result.
  ///
  /// - Complexity: O(1) when each row of one table gives one row of the result and no order is asked
  ///   for; else the query runs once and its result is written to a temporary table.
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
      // A name that a column hides, a view, a table without such a key: SQLite refuses or does not
      // seek.
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
    // Names of our own, so that none hides the key; without types, so that values stay as they are.
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
