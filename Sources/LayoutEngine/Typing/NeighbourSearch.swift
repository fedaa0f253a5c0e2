// SPDX-License-Identifier: Apache-2.0
//
// The item that people mean by "the next one to the right", in any layout.

import LayoutModel

/// Finds items by their places on screen.
struct NeighbourSearch {
  let state: EngineState
  let app: any EngineApp

  /// The number of times that the area is doubled, starting from a viewport: over longer gaps
  /// no arrow leads.
  private static let doublings = 6

  /// The nearest item in a direction of those abreast of the item at `path`; nil when there is none.
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

  /// The nearest item in a direction within a viewport, abreast or not; nil when there is none.
  func item(beside path: ItemPath, _ direction: Direction) throws(LayoutError) -> ItemPath? {
    guard let frame = try LayoutQuestions(state, app).frame(ofItemAt: path) else { return nil }
    let area = frame.extended(direction, by: viewport(along: direction))
      .widened(direction, by: max(state.container.width, state.container.height))
    return try best(in: area, from: frame, path, direction)
  }

  private func viewport(along direction: Direction) -> Double {
    direction.isHorizontal ? state.container.width : state.container.height
  }

  /// The item nearest to where the one at `path` would be if it moved; nil when there is no other.
  func item(
    nearest path: ItemPath, movedBy movement: Vector
  ) throws(LayoutError) -> ItemPath? {
    guard let frame = try LayoutQuestions(state, app).frame(ofItemAt: path) else { return nil }
    let content = Rect(origin: .zero, size: state.contentSize)
    var center = frame.offset(by: movement).center
    center.x = min(max(center.x, 0), content.width)
    center.y = min(max(center.y, 0), content.height)
    let area = Rect(origin: center, size: .zero).grown(
      by: max(state.container.width, state.container.height))
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
  /// The rectangle and what lies before it in a direction.
  fileprivate func extended(_ direction: Direction, by reach: Double) -> Rect {
    switch direction {
    case .up: Rect(x: x, y: y - reach, width: width, height: height + reach)
    case .down: Rect(x: x, y: y, width: width, height: height + reach)
    case .left: Rect(x: x - reach, y: y, width: width + reach, height: height)
    case .right: Rect(x: x, y: y, width: width + reach, height: height)
    }
  }

  /// The rectangle with more room on both sides of a direction.
  fileprivate func widened(_ direction: Direction, by room: Double) -> Rect {
    direction.isHorizontal
      ? Rect(x: x, y: y - room, width: width, height: height + 2 * room)
      : Rect(x: x - room, y: y, width: width + 2 * room, height: height)
  }
}

extension Point {
  /// As the crow flies, points.
  func distance(to other: Point) -> Double {
    let (dx, dy) = (x - other.x, y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
