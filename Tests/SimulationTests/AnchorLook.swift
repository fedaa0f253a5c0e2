// SPDX-License-Identifier: Apache-2.0
//
// What keeps its place on screen in a batch, where that is promised.

import LayoutModel
import LayoutTesting

@testable import LayoutEngine
@testable import LayoutHost

/// The first cell in sight before a batch, and how far it is from the edge of the viewport.
struct AnchorLook {
  /// Where the offset has to be after the batch.
  private enum Expected {
    case edge
    case item(Int, Vector)
    case nothing(Point)
  }

  private let expected: Expected

  /// Looks before a batch; nil where nothing simple can be said: while anything moves, with insets, from
  /// right to left, and in layouts that come to rest with an item in the middle.
  init?(_ session: SimulatedSession, before change: RandomChange) {
    let view = session.view
    let layout = session.shownChoice?.id ?? ""
    guard session.wasQuiet, !session.isRemote, ["flow", "waterfall", "mosaic"].contains(layout),
      view.contentInset == .zero, !view.isRightToLeft, !view.scrollOptions.isPaging
    else { return nil }
    let start = view.contentOffset
    for element in view.visibleElements where element.attributes.category == .cell {
      let (frame, path) = (element.attributes.frame, element.attributes.path)
      guard frame.maxX > start.x, frame.maxY > start.y, let old = session.app.id(at: path),
        let id = change.successor(of: old, at: path)
      else { continue }
      expected =
        start == view.contentOffsetEdges.start
        ? .edge : .item(id, Vector(dx: frame.x - start.x, dy: frame.y - start.y))
      return
    }
    expected = .nothing(start)
  }

  /// Looks after the batch.
  func check(_ session: SimulatedSession) throws(Violation) {
    let view = session.view
    var wanted: Point
    switch expected {
    case .edge: wanted = view.contentOffsetEdges.start
    case .nothing(let point): wanted = point
    case .item(let id, let distance):
      guard let path = session.app.model.path(of: id),
        let frame = (try? view.layoutAttributesForItem(at: path))?.frame
      else { throw Violation(rule: "anchor", detail: "item \(id) is gone") }
      wanted = Point(x: frame.x - distance.dx, y: frame.y - distance.dy)
    }
    wanted = view.contentOffsetEdges.clamp(wanted)
    let isThere =
      abs(wanted.x - view.contentOffset.x) < 1e-6 && abs(wanted.y - view.contentOffset.y) < 1e-6
    try require(isThere, "anchor", "the offset is \(view.contentOffset), not \(wanted)")
  }
}
