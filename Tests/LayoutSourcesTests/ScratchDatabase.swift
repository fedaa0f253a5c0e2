// SPDX-License-Identifier: Apache-2.0
//
// Databases for tests, made and read by SQLite directly.

import CSQLite
import LayoutModel

/// A database file, written to through a connection of its own.
final class ScratchDatabase {
  struct Failure: Error { let reason: String }

  let path: String
  private var handle: OpaquePointer?

  init(_ script: String = "", name: String = "table.db") throws {
    path = try Scratch.directory() + "/" + name
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw Failure(reason: "open") }
    try run("PRAGMA synchronous = OFF;" + script)
  }

  deinit { sqlite3_close(handle) }

  func run(_ script: String) throws {
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else {
      throw Failure(reason: String(cString: sqlite3_errmsg(handle)))
    }
  }

  /// Returns every row in SQLite's own text form: columns joined by |, NULL as an empty one.
  func rows(_ query: String) throws -> [String] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, query, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(reason: String(cString: sqlite3_errmsg(handle)))
    }
    defer { sqlite3_finalize(statement) }
    var rows: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      let values = (0..<sqlite3_column_count(statement)).map { column in
        sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
      }
      rows.append(values.joined(separator: "|"))
    }
    return rows
  }

  /// A table with `count` rows whose keys run from 1.
  static func people(_ count: Int) throws -> ScratchDatabase {
    try ScratchDatabase(
      """
      CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, town TEXT, height REAL);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO people SELECT i, 'Person ' || i, 'Town ' || (i * 7919 % 503),
        CASE WHEN i % 7 THEN i % 50 / 4.0 END FROM n;
      """)
  }
}
