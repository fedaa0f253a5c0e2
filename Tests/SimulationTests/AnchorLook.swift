// SPDX-License-Identifier: Apache-2.0
//
// The element that keeps its place on screen in a batch, in the cases where that is promised.

import LayoutModel
import LayoutTesting

@testable import LayoutEngine
@testable import LayoutHost

/// The first visible cell before a batch, and its distance from the edge of the viewport.
struct AnchorLook {
  /// The expected offset after the batch.
  private enum Expected {
    case edge
    case item(Int, Vector)
    case nothing(Point)
  }

  private let expected: Expected

  /// Looks before a batch. Returns nil in the cases without a simple promise: while anything moves or a finger holds
  /// the content, with insets, from right to left, in layouts that rest with an item in the middle, and with
  /// estimated sizes, since the edges of the content are then estimated too.
  init?(_ session: SimulatedSession, before change: RandomChange) {
    let view = session.view
    guard let choice = session.shownChoice, !choice.remembers(in: session.app) else { return nil }
    guard session.wasQuiet, !view.state.scroll.isScrolling,
      ["flow", "waterfall"].contains(choice.id),
      view.contentInset == .zero, !view.isRightToLeft, !view.scrollOptions.isPaging
    else { return nil }
    // A batch that changes nothing leaves an offset beyond the edges unchanged.
    guard !change.result.hasSameItems(as: session.app.model) else { return nil }
    let start = view.contentOffset
    var isCellShown = false
    for element in view.visibleElements where element.attributes.category == .cell {
      let (frame, path) = (element.attributes.frame, element.attributes.path)
      guard frame.maxX > start.x, frame.maxY > start.y, let old = session.app.id(at: path)
      else { continue }
      isCellShown = true
      guard let id = change.successor(of: old, at: path) else { continue }
      expected =
        start == view.contentOffsetEdges.start
        ? .edge : .item(id, Vector(dx: frame.x - start.x, dy: frame.y - start.y))
      return
    }
    // Without a visible cell, the next one after the gap keeps its distance.
    guard isCellShown else { return nil }
    expected = .nothing(start)
  }

  /// Looks after the batch.
  func check(_ session: SimulatedSession) throws(Violation) {
    let view = session.view
    // The question below is not the session's.
    session.world.cancelFault()
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
    try require(
      isThere, "anchor",
      "\(session.shownChoice?.id ?? ""): the offset is \(view.contentOffset), not \(wanted)")
  }
}

extension ArrayModel {
  func hasSameItems(as other: ArrayModel) -> Bool {
    sections.map(\.id) == other.sections.map(\.id)
      && sections.map(\.items) == other.sections.map(\.items)
  }
}
