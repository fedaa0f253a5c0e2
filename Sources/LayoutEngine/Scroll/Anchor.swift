// SPDX-License-Identifier: Apache-2.0
//
// The cell that keeps its place when content changes.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The end from which content is kept in place.
public enum ContentAnchoring: Sendable, Equatable {
  /// The first visible cell keeps its distance to the visible start: lists that are read downwards.
  case start
  /// The last visible cell keeps its distance to the visible end: conversations.
  case end
}

/// The cell that keeps its place on screen across an invalidation, a resize or a change of layout:
/// the one with the lowest path that is not completely above the visible start, or, from the end,
/// the one with the highest path that is not completely below the visible end.
public struct Anchor: Equatable, Sendable {
  /// The cell.
  public var path: ItemPath
  /// The distance from the visible start (content offset + start insets) to the cell's origin, or
  /// from the visible end to the cell's far corner; points.
  public var offset: Vector
  /// True when the content was at its edge on that side; then the edge is kept instead of the cell.
  public var isAtEdge: Bool
  /// The end from which the place is kept.
  public var anchoring: ContentAnchoring

  /// An anchor from its parts.
  public init(
    path: ItemPath, offset: Vector, isAtEdge: Bool = false, anchoring: ContentAnchoring = .start
  ) {
    self.path = path
    self.offset = offset
    self.isAtEdge = isAtEdge
    self.anchoring = anchoring
  }

  /// The anchor among `records`, which ascend by path within the cells; nil when there is no cell.
  ///
  /// - Parameter newPath: The path of a cell after a coming batch, by its current path; nil when it
  ///   is deleted. The anchor has the new path.
  package static func find(
    in records: UnsafeBufferPointer<layout_attributes>, scroll: ScrollState,
    newPath: (ItemPath) -> ItemPath? = { $0 }
  ) -> Anchor? {
    scroll.options.anchoring == .start
      ? findFirst(in: records, scroll, newPath) : findLast(in: records, scroll, newPath)
  }

  private static func findFirst(
    in records: UnsafeBufferPointer<layout_attributes>, _ scroll: ScrollState,
    _ newPath: (ItemPath) -> ItemPath?
  ) -> Anchor? {
    let start = scroll.visibleStart
    for record in records {
      guard record.category == LAYOUT_CELL else { return nil }
      // Pinned elements keep their places anyway.
      guard record.flags & LAYOUT_PINNED == 0, record.frame.maxX > start.x,
        record.frame.maxY > start.y, let path = newPath(record.path)
      else { continue }
      return Anchor(
        path: path,
        offset: Vector(dx: record.frame.x - start.x, dy: record.frame.y - start.y),
        isAtEdge: scroll.offset == scroll.edges.start)
    }
    return nil
  }

  private static func findLast(
    in records: UnsafeBufferPointer<layout_attributes>, _ scroll: ScrollState,
    _ newPath: (ItemPath) -> ItemPath?
  ) -> Anchor? {
    let end = scroll.visibleEnd
    for record in records.reversed() where record.category == LAYOUT_CELL {
      guard record.flags & LAYOUT_PINNED == 0, record.frame.x < end.x, record.frame.y < end.y,
        let path = newPath(record.path)
      else { continue }
      return Anchor(
        path: path,
        offset: Vector(dx: record.frame.maxX - end.x, dy: record.frame.maxY - end.y),
        isAtEdge: scroll.offset == scroll.edges.end, anchoring: .end)
    }
    return nil
  }

  /// The content offset that keeps the edge, or puts the cell, now at `frame`, at its old place;
  /// nil when the cell is gone.
  package func contentOffset(for frame: Rect?, scroll: ScrollState) -> Point? {
    switch (anchoring, isAtEdge, frame) {
    case (.start, true, _): scroll.edges.start
    case (.end, true, _): scroll.edges.end
    case (_, false, nil): nil
    case (.start, false, let frame?):
      Point(
        x: frame.x - offset.dx - scroll.inset.left, y: frame.y - offset.dy - scroll.inset.top)
    case (.end, false, let frame?):
      Point(
        x: frame.maxX - offset.dx - scroll.viewportSize.width + scroll.inset.right,
        y: frame.maxY - offset.dy - scroll.viewportSize.height + scroll.inset.bottom)
    }
  }
}

extension layout_attributes {
  /// The element's index path.
  var path: ItemPath { ItemPath(Int(section), Int(item)) }
}
