// SPDX-License-Identifier: Apache-2.0
//
// The user's SQL, held to be one SELECT, with SQLite's own words and place when it is not right.

import CSQLite
import LayoutModel

/// One SELECT (or WITH … SELECT, or VALUES) without parameters.
struct SelectQuery {
  /// The statement without the semicolon that ended it.
  let text: String
  let columns: [String]

  /// Compiles `sql`.
  ///
  /// - Throws: `bad-query` with SQLite's message, line and column counted from 1, and the remedy.
  init(_ sql: String, in database: Database) throws(LayoutError) {
    let statement: Statement?
    let rest: String
    do throws(LayoutError) {
      (statement, rest) = try database.compile(sql)
    } catch  where error.code == .badQuery {
      throw Self.fault(sql, in: database)
    }
    guard let statement else {
      throw Self.refused(database, "the query is empty", "write a SELECT")
    }
    // SQLite itself says whether anything but blanks and comments follows.
    if (try? database.compile(rest).statement == nil) != true {
      throw Self.refused(database, "the query is more than one statement", "write one SELECT")
    }
    text = Self.withoutSemicolon(sql, before: rest)
    // Only a SELECT stands in parentheses: PRAGMA and EXPLAIN give rows too.
    let isSelect = (try? database.compile("SELECT * FROM (\n\(text)\n)").statement) != nil
    guard isSelect, statement.onlyReads, !statement.isExplanation else {
      throw Self.refused(
        database, "the query is not a SELECT", "write one SELECT; the database is only read")
    }
    guard statement.parameterCount == 0 else {
      throw Self.refused(
        database, "the query has parameters (? or :name)", "write the values themselves")
    }
    columns = statement.columnNames
  }

  private static func withoutSemicolon(_ sql: String, before rest: String) -> String {
    var text = sql.utf8.dropLast(rest.utf8.count)
    while let last = text.last, last <= 0x20 || last == UInt8(ascii: ";") { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }

  private static func refused(
    _ database: Database, _ what: String, _ remedy: String
  ) -> LayoutError {
    LayoutError(.badQuery, "\(database.path): \(what); \(remedy)")
  }

  /// SQLite's message for what it has just refused to compile, with the place when it knows one.
  private static func fault(_ sql: String, in database: Database) -> LayoutError {
    let reason = database.reason
    var place = ""
    let offset = Int(sqlite3_error_offset(database.handle))
    if offset >= 0 {
      let before = sql.utf8.prefix(offset)
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
      place = " at line \(line), column \(column) of the query"
    }
    let tables = (try? database.tableNames()) ?? []
    let hint = tables.isEmpty ? "" : " (tables: \(listed(tables)))"
    return LayoutError(.badQuery, "\(database.path): \(reason)\(place); correct the query\(hint)")
  }

  /// A query for the one table or view that the database has.
  ///
  /// - Throws: `source-empty`, or `bad-query` when it has several.
  static func forOnlyTable(of database: Database) throws(LayoutError) -> String {
    let names = try database.tableNames()
    guard let name = names.first else {
      throw LayoutError(.sourceEmpty, "\(database.path) has no table; name another database")
    }
    guard names.count == 1 else {
      throw LayoutError(
        .badQuery,
        "\(database.path) has several tables (\(listed(names))); add a query such as "
          + "SELECT * FROM \(quoted(name))")
    }
    return "SELECT * FROM \(quoted(name))"
  }

  private static func listed(_ names: [String]) -> String {
    names.count <= 12
      ? names.joined(separator: ", ")
      : names.prefix(12).joined(separator: ", ") + " and \(names.count - 12) more"
  }
}

extension Database {
  /// Tables and views, by name.
  func tableNames() throws(LayoutError) -> [String] {
    try texts(
      """
      SELECT name FROM sqlite_master
      WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
      """)
  }
}
