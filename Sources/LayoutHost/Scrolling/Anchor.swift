// SPDX-License-Identifier: Apache-2.0
//
// What stays where it is when everything around it changes.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The cell that keeps its place on screen across an invalidation, a resize or a change of layout:
/// the one with the lowest path that is not wholly above the visible start.
public struct Anchor: Equatable, Sendable {
  /// The cell.
  public var path: ItemPath
  /// From the visible start (content offset + start insets) to the cell's origin, points.
  public var offset: Vector
  /// The content stood at its start edge; then the edge is kept, and not the cell.
  public var isAtStart: Bool

  public init(path: ItemPath, offset: Vector, isAtStart: Bool) {
    self.path = path
    self.offset = offset
    self.isAtStart = isAtStart
  }

  /// The anchor among `records`, which ascend by path within the cells; nil when no cell is there.
  package static func find(
    in records: UnsafeBufferPointer<layout_attributes>, scroll: ScrollState
  ) -> Anchor? {
    let start = scroll.visibleStart
    for record in records {
      guard record.category == LAYOUT_CELL else { return nil }
      guard record.frame.maxX > start.x, record.frame.maxY > start.y else { continue }
      return Anchor(
        path: ItemPath(Int(record.section), Int(record.item)),
        offset: Vector(dx: record.frame.x - start.x, dy: record.frame.y - start.y),
        isAtStart: scroll.offset == scroll.edges.start)
    }
    return nil
  }

  /// The content offset that puts the cell, now at `frame`, where it was.
  package func contentOffset(for frame: Rect, inset: Insets) -> Point {
    Point(x: frame.x - offset.dx - inset.left, y: frame.y - offset.dy - inset.top)
  }
}
