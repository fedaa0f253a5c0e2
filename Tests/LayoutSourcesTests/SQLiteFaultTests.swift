// SPDX-License-Identifier: Apache-2.0
//
// Wrong SQL and wrong files: SQLite's own message, the place in the query, the remedy; no file is written.

import Foundation
import LayoutHost
import LayoutModel
import LayoutSources
import Testing

@Suite("SQLite faults")
struct SQLiteFaultTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let query: String
    let words: [String]
    var testDescription: String { query }

    init(_ query: String, _ words: String...) { (self.query, self.words) = (query, words) }
  }

  static let faults = [
    Fault("SELECT nam FROM people", "no such column: nam at line 1, column 8", "correct the query"),
    Fault(
      "SELECT name\nFROM people\n  WHERE hight > 1", "no such column: hight at line 3, column 9"),
    Fault("SELECT name FROM persons", "no such table: persons", "(tables: people)"),
    Fault("SELEC name FROM people", "near \"SELEC\": syntax error at line 1, column 1"),
    Fault("SELECT (name FROM people", "near \"FROM\": syntax error at line 1, column 14"),
    Fault("SELECT é, FROM people", "near \"FROM\": syntax error at line 1, column 12"),
    Fault("SELECT", "incomplete input"),
    Fault("", "is empty", "write a SELECT"),
    Fault(" -- nothing\n ;", "is empty"),
    Fault("SELECT 1; SELECT 2", "more than one statement"),
    Fault("SELECT 1; nonsense", "more than one statement"),
    Fault("DELETE FROM people", "not a SELECT", "only read"),
    Fault("DELETE FROM people RETURNING name", "not a SELECT"),
    Fault("INSERT INTO people (name) VALUES ('x')", "not a SELECT"),
    Fault("CREATE TABLE x (a)", "not a SELECT"),
    Fault("PRAGMA table_info(people)", "not a SELECT"),
    Fault("PRAGMA user_version = 3", "not a SELECT"),
    Fault("EXPLAIN SELECT 1", "not a SELECT"),
    Fault("ATTACH 'other.db' AS other", "not a SELECT"),
    Fault("BEGIN", "not a SELECT"),
    Fault("SELECT name FROM people WHERE id = ?", "parameters", "values themselves"),
    Fault("SELECT 1) UNION SELECT * FROM (SELECT name FROM people", "syntax error"),
    Fault("SELECT load_extension('x') FROM people", "not authorized"),
  ]

  @Test("a query that is not one SELECT is refused, and the file is unchanged", arguments: faults)
  func query(_ fault: Fault) throws {
    let database = try ScratchDatabase.people(10)
    let before = try Data(contentsOf: URL(fileURLWithPath: database.path))
    let error = #expect(throws: LayoutError.self) {
      _ = try SQLiteSource(path: database.path, query: fault.query).content(at: ItemPath(0, 0))
    }
    #expect(error?.code == "bad-query")
    let message = try #require(error?.message)
    #expect(message.hasPrefix(database.path))
    for words in fault.words { #expect(message.contains(words), "\(message)") }
    #expect(message.contains("; "), "a remedy follows")
    #expect(try Data(contentsOf: URL(fileURLWithPath: database.path)) == before)
  }

  @Test("a file whose rows are not in the order of their keys is refused")
  func disorder() throws {
    let database = try ScratchDatabase(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
      INSERT INTO t SELECT i, 'v' FROM n;
      """)
    let path = try Scratch.directory() + "/disorder.db"
    var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: database.path)))
    // The table is the leaf on the second page: after its header of 8 bytes are the places of its rows, two bytes
    // each. Row 1 exchanges its place with row 65, the first of the second page of 64 rows that the source reads.
    let places = 4096 + 8
    for byte in 0..<2 { bytes.swapAt(places + byte, places + 2 * 64 + byte) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: LayoutError.self) {
      let source = try SQLiteSource(path: path)
      for item in 0..<150 { _ = try source.content(at: ItemPath(0, item)) }
    }
    #expect(error?.code == "source-malformed")
    #expect(error?.message.contains("not in the order of their keys; restore the file") == true)
  }

  @Test("a missing file, one that is no database, and one without a table are named")
  func files() throws {
    func failure(_ path: String) -> LayoutError? {
      #expect(throws: LayoutError.self) { try SQLiteSource(path: path) }
    }
    #expect(failure("/nowhere/x.db")?.code == "source-unreadable")
    let text = try Scratch.file("text.db", Array(String(repeating: "no database ", count: 99).utf8))
    #expect(failure(text)?.code == "source-malformed")
    #expect(failure(text)?.message.contains("file is not a database") == true)
    #expect(failure(try ScratchDatabase().path)?.code == "source-empty")
    #expect(failure(try Scratch.directory())?.code == "source-unreadable")
  }

  @Test("a file cut in half is an error, not a crash")
  func cut() throws {
    let database = try ScratchDatabase.people(20_000)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: database.path))
    let path = try Scratch.file("cut.db", Array(bytes.prefix(bytes.count / 2)))
    let error = #expect(throws: LayoutError.self) {
      let source = try SQLiteSource(path: path)
      for item in 0..<source.itemCount { _ = try source.content(at: ItemPath(0, item)) }
    }
    #expect(error?.code == "source-malformed")
    #expect(error?.message.contains("malformed") == true)
  }

  @Test("several tables need a query, and the error offers one")
  func several() throws {
    let database = try ScratchDatabase(
      "CREATE TABLE a (x); CREATE TABLE b (y); CREATE VIEW c AS SELECT 1;")
    let error = #expect(throws: LayoutError.self) { try SQLiteSource(path: database.path) }
    #expect(error?.code == "bad-query")
    #expect(error?.message.contains("(a, b, c); add a query such as SELECT * FROM \"a\"") == true)
  }

  @Test("the kind of an argument follows from its ending, or from the query beside it")
  func arguments() throws {
    let lines = try Scratch.file("a.JSONL", Array("1\n".utf8))
    #expect(try makeSource(argument: lines) is JSONLinesSource)
    let database = try ScratchDatabase("CREATE TABLE t (a);", name: "a.sqlite3")
    #expect(try makeSource(argument: database.path) is SQLiteSource)
    let other = try ScratchDatabase("CREATE TABLE t (a);", name: "history")
    #expect(try makeSource(argument: other.path, query: "SELECT a FROM t") is SQLiteSource)
    let error = #expect(throws: LayoutError.self) { try makeSource(argument: other.path) }
    #expect(error?.code == "unknown-source")
    for ending in ["unicode", "folder", ".csv", ".jsonl", ".db", ".sqlite", "query"] {
      #expect(error?.message.contains(ending) == true)
    }
  }
}
