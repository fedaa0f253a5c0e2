// SPDX-License-Identifier: Apache-2.0
//
// Springs under a layout of the test unlike every bundled base: it scrolls both ways,
// pins cells, sets transforms and fields, animates and keeps a state.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

/// Squares of 40, 50 apart, in rows and columns; the first column stays at the left edge.
private final class Board: Layout {
  /// The position of its pinned column.
  var left = 0.0
  var counts: [Int] = []
  /// Its own downward movement, and the offset of its rows across.
  var (depth, across) = (0.0, 0.0)
  var isSinking = false
  override var kinds: [Kind] {
    [Kind("cell", .cell, fields: [Field("rank", Int.self, help: "Its rank.")]), .header]
  }
  override var abilities: Abilities { [.crossScroll, .dynamics, .state] }
  override var stateSchema: StateSchema? { StateSchema("org.example.board", version: 4) }
  override var contentSize: Size { Size(width: 5000, height: 5000) }

  override func prepare(_ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation) {
    left = snapshot.bounds.x
    counts = (0..<snapshot.sectionCount).map { snapshot.itemCount(in: $0) }
  }

  override func shouldInvalidate(_ change: BoundsChange) -> Marks {
    change.old.x == change.new.x ? [] : .bounds
  }

  override func isPinned(_ element: ElementID) -> Bool {
    element.category == 0 && element.item == 0
  }

  func frame(_ row: Int, _ column: Int) -> Rect {
    Rect(
      x: column == 0 ? left : Double(column) * 50 - across, y: Double(row) * 50 + depth, width: 40,
      height: 40)
  }

  override func attributes(in rect: Rect, into answer: inout Answer) {
    for row in 0..<counts.count {
      for column in 0..<counts[row] where frame(row, column).intersects(rect) {
        add(row, column, &answer)
      }
    }
  }

  override func attributes(for element: ElementID, into answer: inout Answer) {
    add(Int(element.section), Int(element.item), &answer)
  }

  private func add(_ row: Int, _ column: Int, _ answer: inout Answer) {
    answer.cell(row, column, frame(row, column), zIndex: column == 0 ? 10 : 0, alpha: 0.5)
    if column % 3 == 1 { answer.transform(Transform(scale: Double(column))) }
    answer.field(row * 100 + column)
  }

  override func advance(to time: Double) -> Bool {
    if isSinking { depth = time * 100 }
    return isSinking
  }

  override func setCrossOffset(_ offset: Double, ofSection section: Int) { across = offset }
  override func saveState(to writer: inout StateWriter) { writer.write(depth) }
  override func loadState(
    from reader: inout StateReader, version: UInt32
  ) throws(LayoutError) {
    guard version == 4 else { throw .argument("another board's") }
    depth = try reader.readDouble()
  }
}

/// The declarations that put it on springs.
private final class SpringyBoard: SpringLayout {
  let board = Board()
  override var base: Layout { board }
}

@Suite("SpringLayout over a layout of the test")
struct SpringLayoutTests {
  private let scene = Scene(itemCounts: [UInt32](repeating: 12, count: 12))

  /// Makes a board in its first frame.
  private func board() throws -> (live: LiveLayout, layout: SpringyBoard) {
    let layout = SpringyBoard()
    let live = LiveLayout(layout)
    try live.prepare(scene)
    return (live, layout)
  }

  /// The board alone, dragged the same way.
  private func plain(at bounds: Rect) throws -> [Element] {
    let live = LiveLayout(Board())
    var scene = scene
    scene.bounds = bounds
    try live.prepare(scene)
    return try live.elements()
  }

  /// Moves the finger and the viewport, and prepares if the layout requires it.
  private func drag(_ live: LiveLayout, to bounds: Rect, at time: Double = 0) throws {
    let touch = Point(x: 60, y: 90)
    let marks = try live.drag(from: scene.bounds, to: bounds, touch: touch, at: time)
    if marks.isEmpty { return }
    var scene = scene
    scene.bounds = bounds
    try live.prepare(scene, marks: marks)
  }

  private func dragged(_ element: Element, by delta: Vector) -> Element {
    var element = element
    let (x, y) = (element.frame.center.x, element.frame.center.y)
    let share = min(1, (abs(60 - x) + abs(90 - y)) / 1500)
    if element.item > 0 {
      element.frame = element.frame.offset(by: Vector(dx: delta.dx * share, dy: delta.dy * share))
    }
    return element
  }

  @Test("at rest it gives the layout's answers, and prepares when the layout does")
  func rests() throws {
    let (live, _) = try board()
    #expect(try live.elements() == plain(at: scene.bounds))
    #expect(try live.elements().count == 144)
    let down = scene.bounds.offset(by: Vector(dx: 0, dy: 30))
    #expect(try live.shouldInvalidate(from: scene.bounds, to: down).isEmpty)
    #expect(try live.elements() == plain(at: down))
    let right = scene.bounds.offset(by: Vector(dx: 30, dy: 0))
    #expect(try live.shouldInvalidate(from: scene.bounds, to: right) == .bounds)
  }

  @Test(
    "a drag moves unpinned elements along both axes, and their looks stay",
    arguments: [Vector(dx: 30, dy: 20), Vector(dx: 0, dy: -25), Vector(dx: -40, dy: 0)])
  func drags(_ delta: Vector) throws {
    let (live, layout) = try board()
    try live.set("tileMargin", 5000.0)
    try live.prepare(scene, marks: .properties)
    let moved = scene.bounds.offset(by: delta)
    try drag(live, to: moved)
    let seen = try live.elements()
    expectEqual(seen, try plain(at: moved).map { dragged($0, by: delta) })
    #expect(seen[4].scale == 4 && seen[5].scale == nil && seen[5].fields["rank"] == 5)
    #expect(try live.element(0, 0, 3, 7) == seen[3 * 12 + 7])
    #expect(layout.advance(to: 0.01))
  }

  @Test("elements that enter the tile during a drag with a prepare are dragged too")
  func arrives() throws {
    let (live, _) = try board()
    let moved = scene.bounds.offset(by: Vector(dx: 200, dy: 0))
    try drag(live, to: moved)
    let wanted = try plain(at: moved).filter { $0.frame.intersects(moved) }
    #expect(wanted.contains { $0.frame.x > 480 })
    let seen = try live.elements()
    for element in wanted {
      let mine = seen.filter { ($0.section, $0.item) == (element.section, element.item) }
      expectEqual(mine, [dragged(element, by: Vector(dx: 200, dy: 0))])
    }
  }

  @Test("a layout that animates continues, and displaced elements keep their displacement")
  func dynamics() throws {
    let (live, layout) = try board()
    let moved = scene.bounds.offset(by: Vector(dx: 0, dy: 20))
    try drag(live, to: moved, at: 1)
    let before = try #require(try live.element(0, 0, 2, 3)).frame.y
    layout.board.isSinking = true
    // So short that no spring has moved.
    #expect(layout.advance(to: 1 + 1e-12))
    let after = try #require(try live.element(0, 0, 2, 3)).frame.y
    #expect(abs(after - before - 100) < 1e-6)
    let still = SpringyBoard()
    let other = LiveLayout(still)
    try other.prepare(scene)
    still.board.isSinking = true
    #expect(still.advance(to: 2))
    #expect(try other.elements()[0].frame.y == 200)
  }

  @Test("a row that is scrolled across moves at once, swinging or not")
  func crossScroll() throws {
    let (live, layout) = try board()
    try drag(live, to: scene.bounds.offset(by: Vector(dx: 0, dy: 20)))
    let before = try #require(try live.element(0, 0, 2, 3)).frame
    layout.setCrossOffset(15, ofSection: 2)
    #expect(try live.element(0, 0, 2, 3)?.frame == before.offset(by: Vector(dx: -15, dy: 0)))
  }

  @Test("the layout's state is kept with that of the springs")
  func state() throws {
    let (live, layout) = try board()
    let moved = scene.bounds.offset(by: Vector(dx: 0, dy: 20))
    try drag(live, to: moved, at: 1)
    layout.board.depth = 7
    _ = layout.advance(to: 1.1)
    var bytes = [UInt8](repeating: 0, count: 100_000)
    let count = try bytes.withUnsafeMutableBufferPointer { room throws(LayoutError) in
      var writer = StateWriter(room.baseAddress, capacity: room.count)
      try layout.saveState(to: &writer)
      return writer.count
    }
    let (other, copy) = try board()
    try bytes.withUnsafeBufferPointer { room throws(LayoutError) in
      var reader = StateReader(room.baseAddress, count: count)
      try copy.loadState(from: &reader, version: 2)
    }
    #expect(copy.board.depth == 7)
    let near = scene.bounds.grown(by: 50)
    #expect(try other.elements(in: near) == live.elements(in: near))
    #expect(try other.elements(in: near).count > 40)
  }
}
