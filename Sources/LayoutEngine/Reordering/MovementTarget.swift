// SPDX-License-Identifier: Apache-2.0
//
// The target of a dragged item, if it were dropped now.

import LayoutModel

/// Finds the path for an item that is dragged over a point.
struct MovementTarget {
  let state: EngineState
  let app: any EngineApp
  let movement: ItemMovement

  /// The path that the item would have. In this order: the layout's answer, the item whose frame
  /// contains the point, an empty section whose header or footer does, the nearest visible item.
  /// Then the delegate may change it.
  ///
  /// - Parameter point: In content coordinates.
  /// - Throws: `invalid-target` when the delegate names a path that no item can have.
  func path(at point: Point) throws(LayoutError) -> ItemPath {
    let own = try state.layout.connection.reorderingTarget(
      of: movement.target, at: state.mirror.turn(point, width: 0))
    let proposed: ItemPath
    if let own {
      proposed = own
    } else {
      let found = try covering(point)
      let near = found == nil ? try nearest(point) : nil
      proposed = found ?? near ?? movement.target
    }
    let source = movement.source
    let chosen =
      state.interaction.ask {
        app.listener?.target(forMoveFrom: source, to: proposed)
      } ?? proposed
    guard isPossible(chosen) else {
      throw LayoutError(
        .invalidTarget,
        "the item \(source) cannot be moved to \(chosen): there is no such place; answer with a path "
          + "that an item has once the item is taken out")
    }
    return chosen
  }

  /// Returns true when an item can be there after this one was removed.
  private func isPossible(_ path: ItemPath) -> Bool {
    guard path.section >= 0, path.section < state.numberOfSections, path.item >= 0 else {
      return false
    }
    let others =
      state.numberOfItems(inSection: path.section)
      - (path.section == movement.target.section ? 1 : 0)
    return path.item <= others
  }

  /// The item whose frame contains the point: the dragged item's own place first, because it has
  /// the point already; else the topmost.
  private func covering(_ point: Point) throws(LayoutError) -> ItemPath? {
    let found = try LayoutQuestions(state, app).elements(in: Rect(origin: point, size: .zero))
    let cells = found.filter { $0.category == .cell && !$0.isHidden }
    if cells.contains(where: { $0.path == movement.target }) { return movement.target }
    if let top = cells.max(by: { ($0.zIndex, $0.path) < ($1.zIndex, $1.path) }) { return top.path }
    let ends = found.filter { $0.category == .supplementary }
    return ends.map(\.path.section).first { state.numberOfItems(inSection: $0) == 0 }
      .map { ItemPath($0, 0) }
  }

  /// The place of the nearest visible item. After the last item of another section there is a
  /// further place.
  private func nearest(_ point: Point) throws(LayoutError) -> ItemPath? {
    let cells = try LayoutQuestions(state, app).elements(in: state.bounds).filter {
      $0.category == .cell && !$0.isHidden
    }
    let found = cells.min {
      ($0.frame.distance(to: point), $0.path) < ($1.frame.distance(to: point), $1.path)
    }
    guard let found else { return nil }
    let count = state.numberOfItems(inSection: found.path.section)
    let isLastOfOther =
      found.path.section != movement.target.section && found.path.item == count - 1
    let isBehind = point.y >= found.frame.maxY || isAfter(point, found.frame)
    return isLastOfOther && isBehind ? ItemPath(found.path.section, count) : found.path
  }

  /// Returns true when the point is beside the frame, where the next item of a line would be.
  private func isAfter(_ point: Point, _ frame: Rect) -> Bool {
    point.y >= frame.y && (state.isRightToLeft ? point.x < frame.x : point.x >= frame.maxX)
  }
}

extension Rect {
  /// The distance from the nearest point of the rectangle, points; 0 inside.
  fileprivate func distance(to point: Point) -> Double {
    let nearest = Point(x: min(max(point.x, x), maxX), y: min(max(point.y, y), maxY))
    return nearest.distance(to: point)
  }
}

// MARK: - Scrolling at the edge
//
// Automatic scrolling while an item is dragged at an edge.

/// The speed of the content while a pointer stays at an edge of the viewport.
enum AutoScroll {
  /// The distance from an edge at which it begins, points; at most a quarter of the viewport.
  static let reach = 48.0
  /// The speed at the edge and beyond it, points a second.
  static let speed = 900.0

  /// The velocity of the content offset. It grows from 0 at the distance of ``reach``.
  ///
  /// - Parameters:
  ///   - place: The pointer in the viewport.
  ///   - room: The viewport without the insets, in its coordinates.
  static func velocity(at place: Point, room: Rect) -> Vector {
    func axis(_ place: Double, _ start: Double, _ length: Double) -> Double {
      let reach = min(reach, length / 4)
      guard reach > 0 else { return 0 }
      let (before, behind) = (place - start, start + length - place)
      if before < reach { return -speed * min(1, (reach - before) / reach) }
      if behind < reach { return speed * min(1, (reach - behind) / reach) }
      return 0
    }
    return Vector(
      dx: axis(place.x, room.x, room.width), dy: axis(place.y, room.y, room.height))
  }
}
