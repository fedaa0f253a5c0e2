// SPDX-License-Identifier: Apache-2.0
//
// Sources of rows and columns under the bundled table: headers, alignment, widths, taps, keys and the tree for
// assistive technology; and a database of which only the visible part is read.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutSources
import LayoutTesting
import Testing

@Suite("TableSource")
struct TableSourceTests {
  private static let room = Size(width: 800, height: 600)

  /// A view over a source under the table.
  private func table(
    _ source: any ItemSource, rightToLeft: Bool = false
  ) throws -> CollectionView {
    let image = try PluginImage.open(PluginFile(judging: try bundledPlugin("TablePlugin")))
    let layout = CollectionLayout(try InProcessConnection(image: image, layout: "table"))
    try source.attach(to: layout, room: Self.room)
    let view = CollectionView(viewportSize: Self.room, layout: layout)
    view.isRightToLeft = rightToLeft
    source.connect(to: view)
    try view.layoutIfNeeded()
    return view
  }

  /// A table of `columns` columns c0, c1 … and `rows` rows, whose values give their place.
  private func wide(_ columns: Int, _ rows: Int) throws -> ScratchDatabase {
    let names = (0..<columns).map { "c\($0)" }
    return try ScratchDatabase(
      """
      CREATE TABLE wide (\(names.joined(separator: ", ")));
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows - 1))
      INSERT INTO wide SELECT \((0..<columns).map { "'r' || i || ' c\($0)'" }.joined(separator: ", "))
      FROM n;
      """)
  }

  private func text(_ view: CollectionView, _ section: Int, _ item: Int) -> String? {
    guard case .entry(let text, _) = view.cellForItem(at: ItemPath(section, item))?.content else {
      return nil
    }
    return text
  }

  @Test(
    "rows are sections, values are items, names are above, figures on the right, gaps are named")
  func shape() throws {
    let source = try SQLiteSource(path: ScratchDatabase.people(1000).path)
    let view = try table(source)
    #expect(view.numberOfSections == 1000 && view.numberOfItems(inSection: 7) == 4)
    #expect(text(view, 3, 1) == "Person 4")
    guard case .entry(let missing, let style) = view.cellForItem(at: ItemPath(6, 3))?.content else {
      Issue.record("no entry")
      return
    }
    #expect(missing == "–" && style.isMissing && style.side == .right)
    let headers = view.visibleElements.filter { $0.attributes.kind == "columnHeader" }
    #expect(headers.map(\.view.spokenWords) == ["id", "name", "town", "height"])
    guard case .entry(_, let heading) = headers[0].view.content else { return }
    #expect(heading == EntryStyle(role: .columnHeading, side: .right))
    // Under any other layout the same rows are one section of cards again.
    source.presentation.chosenScale = 1
    let image = try PluginImage.open(PluginFile(judging: try bundledPlugin("FlowPlugin")))
    try source.attach(
      to: CollectionLayout(try InProcessConnection(image: image, layout: "flow")), room: Self.room)
    #expect(source.sectionCount == 1 && source.itemCount == 1000)
  }

  @Test("only the visible columns of a wide database are read, and the rows near them")
  func fetching() throws {
    let database = try wide(200, 6_000)
    for query in [nil, "SELECT * FROM wide WHERE c0 <> ''"] {
      let source = try SQLiteSource(path: database.path, query: query)
      let view = try table(source)
      let opened = source.counters
      let end = view.contentOffsetEdges.clamp(Point(x: 1e9, y: 1e9))
      try view.setContentOffset(end)
      #expect(text(view, 5_999, 199) == "r5999 c199")
      #expect(text(view, 5_999, 0) == "r5999 c0")
      // At most two pages of rows, of the pinned column's part and of two visible parts.
      #expect(source.counters.pages - opened.pages <= 6)
      #expect(source.counters.values - opened.values <= 6 * 64 * 16)
      #expect(source.scanStepCount == 0)
    }
  }

  @Test("computed columns are read with their rows, and names that need quotes are quoted")
  func expressions() throws {
    let database = try ScratchDatabase(
      """
      CREATE TABLE t ("a ""b" TEXT, c INTEGER);
      INSERT INTO t VALUES ('x', 1), ('y', 2), ('z', 3);
      """)
    for (query, expected) in [
      ("SELECT * FROM t", ["y", "2"]), ("SELECT c * 2, \"a \"\"b\" FROM t", ["4", "y"]),
      ("SELECT c, c, upper(\"a \"\"b\") FROM t ORDER BY c DESC", ["2", "2", "Y"]),
      ("SELECT rowid, c FROM t", ["2", "2"]),
    ] {
      let source = try SQLiteSource(path: database.path, query: query)
      let view = try table(source)
      let row = (0..<expected.count).map { text(view, 1, $0) }
      #expect(row == expected, "\(query)")
    }
  }

  @Test("CSV and JSON Lines are tables too, empty and short rows included")
  func files() throws {
    for (name, bytes, expected) in [
      ("a.csv", "name,size\nsun,1\nmoon,\n\"\",3\n", ["sun", "1", "moon", "–", "–", "3"]),
      ("a.jsonl", "{\"name\":\"sun\"}\n{\"size\":2}\n", ["sun", "–", "–", "2"]),
    ] {
      let path = try Scratch.file(name, Array(bytes.utf8))
      let view = try table(try makeSource(argument: path))
      let found = (0..<view.numberOfSections).flatMap { row in
        (0..<2).map { text(view, row, $0) ?? "" }
      }
      #expect(found == expected, "\(name)")
    }
  }

  /// A delegate that records events.
  private final class Listener: CollectionViewDelegate {
    var events: [LayoutEvent] = []
    func collectionView(_ collectionView: CollectionView, didReceive event: LayoutEvent) {
      events.append(event)
    }
  }

  @Test("a tap on a header reaches the app as the event sort, and one on a cell selects the cell")
  func taps() throws {
    let source = try SQLiteSource(path: ScratchDatabase.people(1000).path)
    let view = try table(source)
    let listener = Listener()
    view.delegate = listener
    view.selectionMode = .single
    let header = try #require(
      view.visibleElements.first {
        $0.attributes.kind == "columnHeader" && $0.attributes.path.item == 2
      })
    let place = header.attributes.frame.center
    for phase in [TouchPhase.began, .ended] { try view.touch(phase, at: place) }
    try view.layoutIfNeeded()
    #expect(listener.events.map(\.name) == ["sort"])
    #expect(listener.events.first?.arguments == [.index(2), .bool(true)])
    try view.touch(.began, at: place)
    try view.touch(.ended, at: Point(x: place.x, y: place.y + 100))
    try view.layoutIfNeeded()
    #expect(listener.events.count == 1, "a touch that leaves the header is not a tap")
    let tree = view.accessibilityTree
    let spoken = try #require(tree.children.first?.children.last)
    #expect(spoken.role == .columnHeader && spoken.actions == [.activate])
    try view.performAccessibilityAction(.activate, on: spoken)
    try view.layoutIfNeeded()
    #expect(listener.events.last?.arguments == [.index(3), .bool(true)])
  }

  @Test("the tree for assistive technology is a table: rows of cells under a row of headers")
  func tree() throws {
    let view = try table(try SQLiteSource(path: ScratchDatabase.people(1000).path))
    try view.setContentOffset(Point(x: 0, y: 3000))
    let tree = view.accessibilityTree
    #expect(tree.role == .table && tree.row == 1000 && tree.column == 4)
    #expect(tree.children.allSatisfy { $0.role == .row })
    #expect(tree.children[0].children.map(\.role) == Array(repeating: .columnHeader, count: 4))
    let rows = tree.children.dropFirst()
    #expect(rows.map(\.row) == Array(98..<(98 + rows.count)))
    for row in rows {
      #expect(row.children.map(\.column) == [0, 1, 2, 3])
      #expect(row.children.allSatisfy { $0.role == .cell && $0.row == row.row })
    }
  }

  @Test(
    "arrows move from cell to cell, past pinned columns, and scroll to the cell",
    arguments: [false, true])
  func keys(_ isRightToLeft: Bool) throws {
    let view = try table(try SQLiteSource(path: wide(60, 500).path), rightToLeft: isRightToLeft)
    view.selectionMode = .single
    try view.moveFocus(to: ItemPath(4, 30))
    let (on, back): (Key, Key) = isRightToLeft ? (.left, .right) : (.right, .left)
    func isUncovered(_ path: ItemPath) throws -> Bool {
      let frame = try #require(try view.layoutAttributesForItem(at: path)?.frame)
      return view.item(
        atViewport: Point(
          x: frame.center.x - view.contentOffset.x, y: frame.center.y - view.contentOffset.y))
        == path
    }
    for step in 1...12 {
      try view.press(on)
      #expect(view.focusedItem == ItemPath(4, 30 + step))
      #expect(try isUncovered(ItemPath(4, 30 + step)))
    }
    for column in stride(from: 41, through: 0, by: -1) {
      try view.press(back)
      #expect(view.focusedItem == ItemPath(4, column))
      #expect(try isUncovered(ItemPath(4, column)))
    }
    // From the pinned column to the first that scrolls, and down and up past the headers.
    try view.press(on)
    #expect(view.focusedItem == ItemPath(4, 1))
    for row in 5...60 {
      try view.press(.down)
      #expect(view.focusedItem == ItemPath(row, 1))
    }
    for row in stride(from: 59, through: 0, by: -1) {
      try view.press(.up)
      #expect(view.focusedItem == ItemPath(row, 1))
      #expect(try isUncovered(ItemPath(row, 1)))
    }
    try view.press(.up)
    #expect(view.focusedItem == ItemPath(0, 1))
  }

  @Test("columns are resized and moved by actions, and stay so in the state of a hot swap")
  func actions() throws {
    let view = try table(try SQLiteSource(path: wide(20, 100).path))
    let layout = view.collectionViewLayout
    try layout.call("resizeColumn", [.index(1), .number(333)])
    try layout.call("moveColumn", [.index(5), .index(0)])
    try view.layoutIfNeeded()
    #expect(try view.layoutAttributesForItem(at: ItemPath(0, 5))?.frame.x == 0)
    #expect(try view.layoutAttributesForItem(at: ItemPath(0, 1))?.frame.width == 333)
    #expect(throws: LayoutError.self) { try layout.call("resizeColumn", [.index(99), .number(1)]) }
  }
}

extension ReusableView {
  fileprivate var spokenWords: String? { content.spokenText }
}
