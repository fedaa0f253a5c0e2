// SPDX-License-Identifier: Apache-2.0
//
// Tables with gaps and tables that other programs change: no row is shown silently in another's
// place.

import LayoutHost
import LayoutModel
import LayoutSources
import Testing

@Suite("SQLite tables with gaps, and changes")
struct SQLiteChangesTests {
  private static let query = "SELECT name, id, town, height FROM people"

  @Test("gaps that are found at opening are counted at once")
  func gaps() throws {
    let database = try ScratchDatabase.people(60_000)
    try database.run("DELETE FROM people WHERE id % 1000 < 30 OR id BETWEEN 20000 AND 45000;")
    let expected = try database.rows(Self.query)
    let source = try SQLiteSource(path: database.path, query: Self.query)
    #expect(source.isCountExact && !source.isCopied)
    #expect(try source.lines() == expected)
    #expect(source.scanStepCount == 0)
  }

  @Test("a gap that was not found shows as such, and a refresh counts every row")
  func hiddenGap() throws {
    let database = try ScratchDatabase.people(100_000)
    try database.run("DELETE FROM people WHERE id IN (801, 803);")
    let source = try SQLiteSource(path: database.path, query: Self.query)
    #expect(source.itemCount == 100_000 && !source.isCountExact)
    #expect(
      source.heading(of: 0)
        == .heading(
          title: "table.db", detail: "up to 100,000 rows  ·  name, id, town, height"))
    #expect(try !source.refresh(), "the gap is not known yet")
    let titles = try (798..<804).map { item in
      guard case .card(let title, let body, _) = try source.content(at: ItemPath(0, item)) else {
        return ""
      }
      return title.isEmpty ? body : title
    }
    #expect(
      titles == [
        "Person 799", "Person 800", "row 801 is gone", "Person 802", "row 803 is gone",
        "Person 804",
      ])
    #expect(try source.refresh())
    #expect(source.isCountExact && source.itemCount == 99_998)
    #expect(try source.lines() == database.rows(Self.query))
    #expect(try !source.refresh())
  }

  @Test("an app that requires exact rows at opening has every row counted")
  func exactly() throws {
    let database = try ScratchDatabase.people(100_000)
    try database.run("DELETE FROM people WHERE id = 801;")
    let source = try SQLiteSource(path: database.path, query: Self.query, counting: .exactly)
    #expect(source.isCountExact && source.itemCount == 99_999)
    #expect(try source.lines() == database.rows(Self.query))
  }

  @Test(
    "a write by another program is an error by name, until a refresh", arguments: ["DELETE", "WAL"])
  func changed(_ journal: String) throws {
    let database = try ScratchDatabase.people(500)
    try database.run("PRAGMA journal_mode = \(journal);")
    let source = try SQLiteSource(path: database.path, query: Self.query)
    _ = try source.content(at: ItemPath(0, 0))
    try database.run(
      "DELETE FROM people WHERE id = 300; UPDATE people SET name = 'x' WHERE id = 2;")
    let error = #expect(throws: LayoutError.self) { try source.content(at: ItemPath(0, 400)) }
    #expect(error?.code == "source-changed")
    #expect(error?.message.contains(database.path) == true)
    #expect(try source.refresh())
    #expect(try source.lines() == database.rows(Self.query))
    #expect(source.itemCount == 499)
  }

  @Test("a copied result is unchanged, for any change of the table")
  func copied() throws {
    let database = try ScratchDatabase.people(500)
    let query = Self.query + " ORDER BY height DESC, id"
    let expected = try database.rows(query)
    let source = try SQLiteSource(path: database.path, query: query)
    try database.run("DROP TABLE people;")
    #expect(try !source.refresh())
    #expect(try source.lines() == expected)
  }

  @Test("a missing table is reported in SQLite's words")
  func dropped() throws {
    let database = try ScratchDatabase.people(500)
    let source = try SQLiteSource(path: database.path, query: Self.query)
    try database.run("DROP TABLE people;")
    let error = #expect(throws: LayoutError.self) { try source.content(at: ItemPath(0, 400)) }
    #expect(
      error?.message.contains("no such table: people") == true, "\(String(describing: error))")
    let second = #expect(throws: LayoutError.self) { try source.refresh() }
    #expect(second?.code == "bad-query")
  }

  @Test("a locked database is waited for, then named")
  func busy() throws {
    let database = try ScratchDatabase.people(500)
    try database.run("BEGIN EXCLUSIVE;")
    let error = #expect(throws: LayoutError.self) {
      try SQLiteSource(path: database.path, query: Self.query)
    }
    #expect(error?.code == "source-busy")
    #expect(error?.message.contains("database is locked") == true)
    try database.run("COMMIT;")
    #expect(try SQLiteSource(path: database.path, query: Self.query).itemCount == 500)
  }
}
