// SPDX-License-Identifier: Apache-2.0
//
// The next item in a direction, in any layout.

import LayoutModel

/// Finds items by their places on screen.
struct NeighbourSearch {
  let state: EngineState
  let app: any EngineApp

  /// The number of times that the area is doubled, starting from a viewport: arrows do not cross
  /// longer gaps.
  private static let doublings = 6

  /// The nearest item in a direction on the same line as the item at `path`; nil when there is
  /// none.
  func item(abreastOf path: ItemPath, _ direction: Direction) throws(LayoutError) -> ItemPath? {
    guard let frame = try LayoutQuestions(state, app).frame(ofItemAt: path) else { return nil }
    var reach = viewport(along: direction)
    for _ in 0..<Self.doublings {
      let area = frame.extended(direction, by: reach)
      if let found = try best(in: area, from: frame, path, direction) { return found }
      reach *= 2
    }
    return nil
  }

  /// The nearest item in a direction within a viewport, on any line; nil when there is none.
  func item(beside path: ItemPath, _ direction: Direction) throws(LayoutError) -> ItemPath? {
    guard let frame = try LayoutQuestions(state, app).frame(ofItemAt: path) else { return nil }
    let area = frame.extended(direction, by: viewport(along: direction))
      .widened(direction, by: max(state.viewportSize.width, state.viewportSize.height))
    return try best(in: area, from: frame, path, direction)
  }

  private func viewport(along direction: Direction) -> Double {
    direction.isHorizontal ? state.viewportSize.width : state.viewportSize.height
  }

  /// The item nearest to the moved place of the item at `path`; nil when there is no other.
  func item(
    nearest path: ItemPath, movedBy movement: Vector
  ) throws(LayoutError) -> ItemPath? {
    guard let frame = try LayoutQuestions(state, app).frame(ofItemAt: path) else { return nil }
    let content = Rect(origin: .zero, size: state.contentSize)
    var center = frame.offset(by: movement).center
    center.x = min(max(center.x, 0), content.width)
    center.y = min(max(center.y, 0), content.height)
    let area = Rect(origin: center, size: .zero).grown(
      by: max(state.viewportSize.width, state.viewportSize.height))
    return try cells(in: area).min {
      ($0.frame.center.distance(to: center), $0.path)
        < ($1.frame.center.distance(to: center), $1.path)
    }?.path
  }

  private func cells(in area: Rect) throws(LayoutError) -> [LayoutAttributes] {
    try LayoutQuestions(state, app).elements(in: area).filter {
      $0.category == .cell && !$0.isHidden
    }
  }

  private func best(
    in area: Rect, from frame: Rect, _ path: ItemPath, _ direction: Direction
  ) throws(LayoutError) -> ItemPath? {
    let start = frame.center
    func score(_ attributes: LayoutAttributes) -> Double {
      let center = attributes.frame.center
      return abs(center.x - start.x) + abs(center.y - start.y)
    }
    return try cells(in: area).filter { candidate in
      let center = candidate.frame.center
      let along = direction.isHorizontal ? center.x - start.x : center.y - start.y
      return candidate.path != path && along * direction.sign > 0.5
    }.min { (score($0), $0.path) < (score($1), $1.path) }?.path
  }
}

extension Rect {
  /// The rectangle extended in a direction.
  fileprivate func extended(_ direction: Direction, by reach: Double) -> Rect {
    switch direction {
    case .up: Rect(x: x, y: y - reach, width: width, height: height + reach)
    case .down: Rect(x: x, y: y, width: width, height: height + reach)
    case .left: Rect(x: x - reach, y: y, width: width + reach, height: height)
    case .right: Rect(x: x, y: y, width: width + reach, height: height)
    }
  }

  /// The rectangle widened on both sides of a direction.
  fileprivate func widened(_ direction: Direction, by room: Double) -> Rect {
    direction.isHorizontal
      ? Rect(x: x, y: y - room, width: width, height: height + 2 * room)
      : Rect(x: x - room, y: y, width: width + 2 * room, height: height)
  }
}

extension Point {
  /// The Euclidean distance, points.
  func distance(to other: Point) -> Double {
    let (dx, dy) = (x - other.x, y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}

// MARK: - In a table
//
// The neighbour of a cell in a table, whose first rows and columns may be pinned.

/// Finds cells by their rows and columns. Places on screen are not sufficient with pinned lines:
/// the cell beside a pinned cell on screen need not be the next one.
struct TableNeighbours {
  let state: EngineState
  let app: any EngineApp

  /// Nil for a layout that is not a table.
  init?(_ state: EngineState, _ app: any EngineApp) {
    guard state.layout.isTable else { return nil }
    (self.state, self.app) = (state, app)
  }

  /// A step in a table.
  struct Step {
    /// The cell; nil at the table's edge.
    let path: ItemPath?
  }

  /// The step from the item at `path`; nil when that is not a cell of a table.
  func step(from path: ItemPath, _ direction: Direction) throws(LayoutError) -> Step? {
    guard let focus = try LayoutQuestions(state, app).attributes(.cell, "cell", path),
      let from = focus.tablePlace
    else { return nil }
    let isTurned = direction.isHorizontal && state.isRightToLeft
    let isOn = (direction.sign > 0) != isTurned
    var best: (distance: Int, path: ItemPath)?
    for area in areas(beside: focus.frame, direction) {
      for cell in try LayoutQuestions(state, app).elements(in: area) {
        guard let place = cell.tablePlace, !cell.isHidden, !cell.frame.isEmpty else { continue }
        let isAbreast = direction.isHorizontal ? place.row == from.row : place.column == from.column
        let distance =
          direction.isHorizontal ? place.column - from.column : place.row - from.row
        guard isAbreast, distance != 0, (distance > 0) == isOn else { continue }
        if best.map({ abs(distance) < $0.distance }) ?? true { best = (abs(distance), cell.path) }
      }
    }
    return Step(path: best?.path)
  }

  /// The areas of the next cell: beside the frame, on screen if it is pinned, and at the start of
  /// the content after the last pinned one.
  private func areas(beside frame: Rect, _ direction: Direction) -> [Rect] {
    let (bounds, content) = (state.bounds, state.contentSize)
    guard direction.isHorizontal else {
      let strip = Rect(x: frame.x, y: 0, width: frame.width, height: bounds.height)
      let starts = [frame.y - bounds.height, frame.maxY, bounds.y, 0]
      return starts.map { Rect(x: strip.x, y: $0, width: strip.width, height: strip.height) }
    }
    let start = state.isRightToLeft ? content.width - bounds.width : 0
    let starts = [frame.x - bounds.width, frame.maxX, bounds.x, start]
    return starts.map { Rect(x: $0, y: frame.y, width: bounds.width, height: frame.height) }
  }

  /// Scrolls if the item at `path` is covered by pinned cells or headers.
  func uncover(_ path: ItemPath) throws(LayoutError) {
    let questions = LayoutQuestions(state, app)
    guard let cell = try questions.attributes(.cell, "cell", path), let own = cell.tablePlace else {
      return
    }
    let mine = cell.frame
    var way = Vector.zero
    for other in try questions.elements(in: mine) where other.zIndex > cell.zIndex {
      let theirs = other.frame
      if other.tablePlace?.row == own.row {
        way.dx =
          state.isRightToLeft
          ? max(way.dx, mine.maxX - theirs.x) : min(way.dx, mine.x - theirs.maxX)
      } else if other.tableColumn == own.column {
        way.dy = min(way.dy, mine.y - theirs.maxY)
      }
    }
    let offset = Point(x: state.contentOffset.x + way.dx, y: state.contentOffset.y + way.dy)
    let target = state.contentOffsetEdges.clamp(offset)
    if target != state.contentOffset { try ScrollPass(state, app).setOffset(target) }
  }
}

// MARK: - In the order of the data

/// The order of all items of data with these counts.
struct ItemOrder {
  private let counts: SectionCounts

  init(_ counts: SectionCounts) { self.counts = counts }

  var first: ItemPath? { counts.filledSection(from: 0).map { ItemPath($0, 0) } }

  var last: ItemPath? { counts.filledSection(before: counts.count).map(lastItem) }

  private func lastItem(in section: Int) -> ItemPath { ItemPath(section, Int(counts[section]) - 1) }

  func item(after path: ItemPath) -> ItemPath? {
    if path.item + 1 < counts[path.section] { return ItemPath(path.section, path.item + 1) }
    return counts.filledSection(from: path.section + 1).map { ItemPath($0, 0) }
  }

  func item(before path: ItemPath) -> ItemPath? {
    if path.item > 0 { return ItemPath(path.section, path.item - 1) }
    return counts.filledSection(before: path.section).map(lastItem)
  }

  /// Two paths as a range.
  static func range(_ a: ItemPath, _ b: ItemPath) -> ClosedRange<ItemPath> { min(a, b)...max(a, b) }

  /// Visits the items of `range` that are not in `hole`, ascending. O(items visited + sections),
  /// because the hole is skipped.
  func forEach(
    in range: ClosedRange<ItemPath>, outside hole: ClosedRange<ItemPath>?,
    _ body: (ItemPath) -> Void
  ) {
    var next: ItemPath? = range.lowerBound
    while let path = next, path <= range.upperBound {
      if let hole, hole.contains(path) {
        guard hole.upperBound < range.upperBound else { return }
        next = item(after: hole.upperBound)
        continue
      }
      body(path)
      next = item(after: path)
    }
  }
}
