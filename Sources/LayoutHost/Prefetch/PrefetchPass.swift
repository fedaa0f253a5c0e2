// SPDX-License-Identifier: Apache-2.0
//
// After a frame: looks ahead of the scroll, tells who fetches, and prepares cells.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// Looks ahead of one frame. Nothing here can fail the frame: a layout that cannot say what lies ahead
/// is not asked to, and its error comes with the next frame that needs it.
struct PrefetchPass {
  let view: CollectionView
  /// How far scrolling moved the viewport.
  let movement: Vector
  /// Views that the frame filled.
  let bindCount: Int

  /// How much further than needed is looked through, in viewports, so that this happens a few times a
  /// viewport and not in every frame.
  private static let extra = 0.5

  private var state: PrefetchState { view.prefetching }
  private var front: ShownFrame { view.frames.front }

  func run() {
    let isTurned = follow()
    let lookahead = state.lookahead
    guard lookahead.reach > 0 else { return }
    let needed = lookahead.area(of: front.scroll.bounds, reaching: lookahead.reach)
    if isTurned || state.covered?.contains(needed) != true {
      look()
    } else if !state.ledger.asked.isEmpty {
      state.ledger.show(view.indexPathsForVisibleItems)
    }
    PreparedCells(view: view).prepare(atMost: view.cellsPreparedPerFrame - bindCount)
  }

  /// Takes in how the viewport moved and what changed.
  ///
  /// - Returns: Whether the direction turned.
  private func follow() -> Bool {
    defer { state.time = view.clock }
    if state.epoch != view.data.shape.epoch {
      state.epoch = view.data.shape.epoch
      state.ledger.forget()
      (state.covered, state.candidates) = (nil, [])
    }
    if state.prepareCount != view.counters.prepares {
      state.prepareCount = view.counters.prepares
      state.covered = nil
    }
    return state.lookahead.move(
      by: movement, in: view.clock - state.time, viewport: front.scroll.container)
  }

  /// Asks the layout what lies ahead, and tells the app what that means.
  private func look() {
    let (bounds, lookahead) = (front.scroll.bounds, state.lookahead)
    let farthest = lookahead.area(of: bounds, reaching: Lookahead.mostReach + Self.extra)
    let found = view.frames.scratch
    do { try view.layout.connection.attributes(in: farthest, into: found) } catch { return }
    let area = lookahead.area(of: bounds, reaching: lookahead.reach + Self.extra)
    let cells = found.records.filter { $0.category == LAYOUT_CELL }
    let near = cells.filter { $0.frame.intersects(area) }.map(\.path)
    let isBackwards = lookahead.direction.x + lookahead.direction.y < 0
    let (likely, shown) = (Set(cells.map(\.path)), view.indexPathsForVisibleItems)
    let isShown = Set(shown)
    let ahead = (isBackwards ? near.reversed() : near).filter { !isShown.contains($0) }
    (state.covered, state.candidates) = (area, ahead.reversed())
    view.store.releasePrepared(telling: view.stage) { !likely.contains($0) }
    guard let source = view.prefetchDataSource else { return }
    let change = state.ledger.update(shown: shown, ahead: ahead, likely: likely)
    // The data source knows its own order, and not the one shown while an item is held.
    let cancelled = change.cancelled.map(view.dataPath(forShownPath:))
    let wanted = change.wanted.map(view.dataPath(forShownPath:))
    if !cancelled.isEmpty {
      source.collectionView(view, cancelPrefetchingForItemsAt: cancelled)
    }
    if !wanted.isEmpty { source.collectionView(view, prefetchItemsAt: wanted) }
  }
}

extension Rect {
  fileprivate func contains(_ other: Rect) -> Bool {
    x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
  }
}

extension CollectionView {
  /// Looks ahead of the frame on screen, when anybody wants to know.
  ///
  /// - Parameters:
  ///   - movement: How far scrolling moved the viewport, in the layout's coordinates. What the frame
  ///     corrected besides does not say where scrolling goes.
  ///   - bindCount: Views that the frame filled.
  func lookAhead(movement: Vector, bindCount: Int) {
    guard prefetchDataSource != nil || cellsPreparedPerFrame > 0 else { return }
    // What is told may change the view, and so come back here.
    frames.tellingDepth += 1
    defer { frames.tellingDepth -= 1 }
    PrefetchPass(view: self, movement: movement, bindCount: bindCount).run()
  }
}
