// SPDX-License-Identifier: Apache-2.0
//
// The user's SQL, restricted to one SELECT, with SQLite's own message and place for errors.

import CSQLite
import LayoutModel

/// One SELECT (or WITH … SELECT, or VALUES) without parameters.
struct SelectQuery {
  /// The statement without its final semicolon.
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
    // SQLite itself checks if anything but blanks and comments follows.
    if (try? database.compile(rest).statement == nil) != true {
      throw Self.refused(database, "the query is more than one statement", "write one SELECT")
    }
    text = Self.withoutSemicolon(sql, before: rest)
    // Only a SELECT may be in parentheses: PRAGMA and EXPLAIN return rows too.
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

  /// SQLite's message for the text that it refused to compile, with the place if it is known.
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

  /// A query for the only table or view of the database.
  ///
  /// - Throws: `source-empty`, or `bad-query` when there are several.
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

// MARK: - Its program
//
// SQLite's compiled query, which distinguishes a walk over one table from other queries.

/// The program of a query, as shown by EXPLAIN.
///
/// SQLite does not promise stable programs, and this code does not need that: an unknown program is
/// copied instead, which is slower but correct.
struct QueryProgram {
  private struct Step {
    let opcode: String
    let p2: Int
    let p3: Int
  }
  private let steps: [Step]

  /// - Throws: `bad-query` when SQLite does not compile the text.
  init(of query: String, in database: Database) throws(LayoutError) {
    let statement = try database.statement("EXPLAIN \(query)")
    var steps: [Step] = []
    while try statement.step() {
      steps.append(
        Step(
          opcode: statement.text(1) ?? "", p2: Int(statement.integer(3) ?? 0),
          p3: Int(statement.integer(4) ?? 0)))
    }
    self.steps = steps
  }

  /// The root page of the one table or index that is read; nil if there are several.
  var onlyRoot: Int64? {
    let opens = steps.filter { $0.opcode.hasPrefix("Open") || $0.opcode.hasPrefix("VOpen") }
    guard opens.count == 1, opens[0].opcode == "OpenRead", opens[0].p3 == 0 else { return nil }
    return Int64(opens[0].p2)
  }

  /// True when each row that is read gives exactly one row of the result: a plain loop, in which no
  /// jump skips the place of the result.
  var givesEachRowOnce: Bool {
    guard let result = onlyPlace(of: "ResultRow"), let rewind = onlyPlace(of: "Rewind"),
      let next = onlyPlace(of: "Next"), steps[next].p2 == rewind + 1, rewind < result, result < next
    else { return false }
    return steps.indices.allSatisfy { place in
      let step = steps[place]
      // The program's end jumps back to its start.
      if step.opcode == "Goto" && place == steps.count - 1 { return step.p2 == 1 }
      if Self.plain.contains(step.opcode) { return true }
      // CASE, coalesce and similar: forward, but still to the same row.
      return Self.jumps.contains(step.opcode) && step.p2 > place && step.p2 <= result
    }
  }

  /// True when it seeks a key and continues from there, without sorting.
  var seeksByKey: Bool {
    onlyPlace(of: "SeekGE") != nil && onlyPlace(of: "ResultRow") != nil
      && !steps.contains { $0.opcode == "Rewind" || $0.opcode.hasPrefix("Sort") }
  }

  private func onlyPlace(of opcode: String) -> Int? {
    let places = steps.indices.filter { steps[$0].opcode == opcode }
    return places.count == 1 ? places[0] : nil
  }

  private static let plain: Set<String> = [
    "Init", "Transaction", "Halt", "Explain", "Noop", "ReleaseReg", "OpenRead", "Rewind", "Next",
    "ResultRow", "Column", "Rowid", "IdxRowid", "Affinity", "RealAffinity", "CollSeq", "Integer",
    "Int64", "Real", "String", "String8", "Blob", "Null", "Copy", "SCopy", "Move", "Cast",
    "Function",
    "PureFunc", "Add", "Subtract", "Multiply", "Divide", "Remainder", "Concat", "BitAnd", "BitOr",
    "ShiftLeft", "ShiftRight", "BitNot", "And", "Or", "Not", "IsTrue",
  ]
  private static let jumps: Set<String> = [
    "Goto", "If", "IfNot", "IsNull", "NotNull", "Eq", "Ne", "Lt", "Le", "Gt", "Ge",
  ]
}
