// SPDX-License-Identifier: Apache-2.0
//
// Compares rows by number with SQLite itself: tables scrolled at random, queries of every form.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutSources
import LayoutTesting
import LayoutTypography
import Testing

/// Returns a card as one line, in the form of `ScratchDatabase.rows` for unnamed columns. The title is the first
/// column that has no line of its own.
func line(_ content: ViewContent, _ columns: [String]) -> String {
  guard case .card(let title, let body, _) = content else { return "no card" }
  var values = [String?](repeating: nil, count: columns.count)
  for text in body.split(separator: "\n") {
    guard let column = columns.firstIndex(where: { text.hasPrefix($0 + ": ") }) else { continue }
    values[column] = String(text.dropFirst(columns[column].count + 2))
  }
  if let column = values.firstIndex(of: nil) { values[column] = title }
  return values.map { $0 ?? "" }.joined(separator: "|")
}

extension SQLiteSource {
  func lines() throws -> [String] {
    try (0..<itemCount(in: 0)).map { line(try content(at: ItemPath(0, $0)), columns) }
  }
}

@Suite("SQLite")
struct SQLiteSourceTests {
  @Test("ten thousand rows scrolled at random show SQLite's values, with the fewest pages")
  func scrolled() throws {
    let database = try ScratchDatabase.people(10_000)
    let query = "SELECT name, town, height, id FROM people"
    let expected = try database.rows(query)
    let source = try SQLiteSource(path: database.path, query: query)
    let image = try PluginImage.open(PluginFile(judging: try bundledPlugin("FlowPlugin")))
    let layout = CollectionLayout(try InProcessConnection(image: image, layout: "flow"))
    let room = Size(width: 1000, height: 700)
    try source.attach(to: layout, room: room)
    let view = CollectionView(viewportSize: room, layout: layout)
    source.connect(to: view)
    try view.layoutIfNeeded()
    var random = SeededGenerator(seed: 7)
    var (touched, seen) = (0, Set<Int>())
    for _ in 0..<300 {
      let before = source.counters
      try view.setContentOffset(
        Point(x: 0, y: Double.random(in: 0...view.contentSize.height - 700, using: &random)))
      var pages: Set<Int> = []
      for element in view.visibleElements where element.attributes.category == .cell {
        let item = element.attributes.path.item
        #expect(line(element.view.content, source.columns) == expected[item])
        pages.insert(item / 64)
        seen.insert(item)
      }
      let read = source.counters
      #expect(read.pages - before.pages <= pages.count)
      #expect(read.rows - before.rows <= pages.count * 64)
      #expect(read.keptPages <= 32)
      touched += pages.count
    }
    #expect(seen.count > 5000 && touched > 300)
    #expect(source.scanStepCount == 0, "no page was found by walking the table")
    #expect(!source.isCopied && source.isCountExact && source.itemCount == 10_000)
  }

  @Test("a large table opens without reading rows, and every size is the same")
  func large() throws {
    let database = try ScratchDatabase.people(120_000)
    let source = try SQLiteSource(path: database.path)
    #expect(source.itemCount == 120_000 && !source.isCountExact && !source.isCopied)
    #expect(source.counters == PageCounters(), "no page was read yet")
    var sizes = [Size](repeating: .zero, count: 8)
    var span = sizes.mutableSpan
    #expect(try source.fillSizes(section: 0, range: 0..<8, style: .chip, &span) == .uniform)
    #expect(source.counters.pages == 3 && source.counters.rows <= 3 * 64)
    #expect(sizes[0].height == ChipMetrics.height && sizes[0].width > 0)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      let row = Int.random(in: 0..<120_000, using: &random)
      guard case .card(let title, let body, _) = try source.content(at: ItemPath(0, row)) else {
        Issue.record("no card")
        continue
      }
      #expect(title == "Person \(row + 1)" && body.hasSuffix("\nid: \(row + 1)"))
    }
    #expect(source.counters.pages <= 503 && source.counters.keptPages == 32)
    #expect(source.scanStepCount == 0)
  }

  struct Form: Sendable, CustomTestStringConvertible {
    let query: String
    let isCopied: Bool
    var testDescription: String { query }

    init(_ query: String, isCopied: Bool = false) {
      (self.query, self.isCopied) = (query, isCopied)
    }
  }

  static let script = #"""
    CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b REAL, c);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO t SELECT i * 3 - 400, 'a' || (i * 37 % 101), i / 4.0, CASE i % 3 WHEN 0 THEN i END
    FROM n;
    CREATE TABLE keyless (a TEXT PRIMARY KEY, b) WITHOUT ROWID;
    INSERT INTO keyless VALUES ('z', 1), ('b', 2), ('m', 3);
    CREATE TABLE hidden (rowid TEXT, b);
    INSERT INTO hidden VALUES ('z', 1), ('b', 2), ('m', 3);
    CREATE TABLE disguised (rowid, _rowid_, oid);
    INSERT INTO disguised VALUES (9, 1, 5), (3, 1, 6), (5, 1, 7);
    CREATE TABLE "it's ""odd""" ("a b", "select");
    INSERT INTO "it's ""odd""" VALUES (1, 2), (3, 4);
    CREATE TABLE ends (id INTEGER PRIMARY KEY, a);
    INSERT INTO ends VALUES
      (-9223372036854775808, 'first'), (0, 'middle'), (9223372036854775807, 'last');
    CREATE TABLE vacant (a, b);
    CREATE VIEW v AS SELECT a, c FROM t;
    """#

  static let forms = [
    Form("SELECT * FROM t"),
    Form("SELECT a, b FROM t"),
    Form("SELECT x.b, upper(x.a) AS u, b * 2 + 1 AS d FROM main.t AS x"),
    Form("SELECT CASE WHEN c > 100 THEN a ELSE b END AS k, coalesce(c, b) AS l FROM t"),
    Form("select a, 'it''s; -- no comment' AS s from t -- the end\n ; -- and more\n;; "),
    Form("SELECT \"a b\", \"select\" FROM \"it's \"\"odd\"\"\""),
    Form("SELECT rowid, b FROM hidden"),
    Form("SELECT * FROM ends"),
    Form("SELECT * FROM vacant"),
    Form("SELECT * FROM disguised", isCopied: true),
    Form("SELECT * FROM keyless", isCopied: true),
    Form("SELECT * FROM v", isCopied: true),
    Form("SELECT a FROM t WHERE c IS NULL", isCopied: true),
    Form("SELECT a FROM t WHERE 1", isCopied: true),
    Form("SELECT a, b FROM t ORDER BY b DESC", isCopied: true),
    Form("SELECT a, b FROM t ORDER BY a, id", isCopied: true),
    Form("SELECT id, a FROM t ORDER BY id DESC", isCopied: true),
    Form("SELECT a FROM t LIMIT 7 OFFSET 3", isCopied: true),
    Form("SELECT DISTINCT a FROM t ORDER BY a", isCopied: true),
    Form("SELECT count(*), max(b) FROM t", isCopied: true),
    Form("SELECT a, sum(b) AS s FROM t GROUP BY a ORDER BY s, a", isCopied: true),
    Form("SELECT a, row_number() OVER (ORDER BY b) AS n FROM t ORDER BY n", isCopied: true),
    Form("SELECT t.a, k.b FROM t, keyless k ORDER BY t.id, k.a", isCopied: true),
    Form("SELECT a, (SELECT max(b) FROM t) AS m FROM t ORDER BY id", isCopied: true),
    Form("SELECT a FROM t UNION ALL SELECT a FROM keyless", isCopied: true),
    Form("WITH w AS (SELECT a, b FROM t WHERE b > 9) SELECT * FROM w ORDER BY b", isCopied: true),
    Form("VALUES (3, 'x'), (1, NULL), (2, 'z')", isCopied: true),
    Form("SELECT a FROM t WHERE 0", isCopied: true),
  ]

  @Test(
    "queries of every form give their rows in order, and are copied only if necessary",
    arguments: forms)
  func queries(_ form: Form) throws {
    let database = try ScratchDatabase(Self.script)
    let source = try SQLiteSource(path: database.path, query: form.query)
    #expect(source.isCopied == form.isCopied)
    #expect(source.isCountExact)
    #expect(try source.lines() == database.rows(form.query))
    #expect(source.scanStepCount == 0)
  }

  @Test("keys up to the greatest one are found", arguments: [1, 65, 60_000])
  func greatestKeys(_ count: Int) throws {
    let database = try ScratchDatabase(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a);
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(count - 1))
      INSERT INTO t SELECT 9223372036854775807 - i, i FROM n;
      """)
    let source = try SQLiteSource(path: database.path)
    #expect(source.itemCount == count && source.isCountExact == (count < 50_000))
    for row in [0, count - 1] {
      let content = try source.content(at: ItemPath(0, row))
      #expect(
        content
          == .card(
            title: "\(Int.max - (count - 1 - row))", body: "a: \(count - 1 - row)", codePoint: nil))
    }
  }

  @Test("a row's key sets its place, also if an index alone could answer the query")
  func coveringIndex() throws {
    let database = try ScratchDatabase(Self.script + "CREATE INDEX i ON t (a);")
    let source = try SQLiteSource(path: database.path, query: "SELECT a FROM t")
    #expect(!source.isCopied)
    #expect(try source.lines() == database.rows("SELECT a FROM t ORDER BY id"))
  }

  @Test("values as text: no line for NULL, blobs by their length, long text cut")
  func values() throws {
    let database = try ScratchDatabase(
      """
      CREATE TABLE t (a, b, c, d);
      INSERT INTO t VALUES ('x', NULL, x'00ff10', 9007199254740993);
      INSERT INTO t VALUES (NULL, 0.1, '', CAST(x'61ff62' AS TEXT));
      INSERT INTO t VALUES (replace(hex(zeroblob(5000)), '0', 'é'), 1e300, x'61', -0.5);
      """)
    let source = try SQLiteSource(path: database.path)
    func card(_ row: Int) throws -> [String] {
      guard case .card(let title, let body, _) = try source.content(at: ItemPath(0, row)) else {
        return []
      }
      return [title, body]
    }
    #expect(try card(0) == ["x", "c: 3 bytes\nd: 9007199254740993"])
    #expect(try card(1) == ["", "b: 0.1\nd: a\u{FFFD}b"])
    #expect(
      try card(2) == [
        String(repeating: "é", count: 2048) + "…", "b: 1.0e+300\nc: 1 byte\nd: -0.5",
      ])
  }

  @Test("the only table needs no query, and the heading names the content")
  func onlyTable() throws {
    let database = try ScratchDatabase("CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2);")
    let source = try SQLiteSource(path: database.path)
    #expect(try source.lines() == ["1|2"])
    #expect(source.heading(of: 0) == .heading(title: "table.db", detail: "1 row  ·  a, b"))
  }
}
