// SPDX-License-Identifier: Apache-2.0
//
// The cell beside another one in a table, whose first rows and columns may stay on screen.

import LayoutModel

/// Finds cells by their rows and columns. Places on screen do not do where lines are pinned: what is seen
/// beside a pinned cell need not be the cell that follows.
struct TableNeighbours {
  let state: EngineState
  let app: any EngineApp

  /// Nil for a layout that is no table.
  init?(_ state: EngineState, _ app: any EngineApp) {
    guard state.layout.isTable else { return nil }
    (self.state, self.app) = (state, app)
  }

  /// A step in a table.
  struct Step {
    /// The cell; nil at the table's edge.
    let path: ItemPath?
  }

  /// The step from the item at `path`; nil when that is no cell of a table.
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

  /// The places where the next cell may be: beside the frame, on screen if it is pinned, and at the start of the
  /// content behind the last pinned one.
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

  /// Scrolls on where the item at `path` lies below cells or headers that stay on screen.
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
