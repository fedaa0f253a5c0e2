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
  /// The movement of the viewport by scrolling.
  let movement: Vector
  /// Views that the frame filled.
  let bindCount: Int

  /// The extra distance that is looked through, in viewports, so that this happens a few times a
  /// viewport and not in every frame.
  private static let extra = 0.5

  private var state: PrefetchState { view.prefetching }
  private var front: ShownFrame { view.frames.front }

  func run() {
    let isTurned = follow()
    let lookahead = state.lookahead
    guard lookahead.reach > 0 || !state.across.isEmpty else { return }
    let needed = lookahead.area(of: front.scroll.bounds, reaching: lookahead.reach)
    let isBehind = lookahead.reach > 0 && state.covered?.contains(needed) != true
    if isTurned || isBehind || isBehindAcross {
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
      state.across.removeAll()
    }
    if state.prepareCount != view.counters.prepares {
      state.prepareCount = view.counters.prepares
      state.covered = nil
      for index in state.across.indices { state.across[index].forget() }
    }
    followAcross()
    return state.lookahead.move(
      by: movement, in: view.clock - state.time, viewport: front.scroll.container)
  }

  /// Takes in which sections moved across, in sight or not: one that comes back into sight has then not
  /// moved by all of its offset.
  private func followAcross() {
    guard view.layout.engine.scrollsAcross else { return state.across.removeAll() }
    // What the delegate was told last is where a section stood in the frame before.
    state.across.follow(
      view.cross.offsets, from: view.cross.told, in: view.clock - state.time)
  }

  /// True when a section in sight will bring what was not looked through.
  private var isBehindAcross: Bool {
    guard !state.across.isEmpty else { return false }
    let records = front.answer.records
    // Cells come by section, so that each is looked up once.
    var last: UInt32?
    for index in records.indices where records[index].category == LAYOUT_CELL {
      let section = records[index].section
      guard section != last else { continue }
      last = section
      if state.across.isBehind(Int(section)) { return true }
    }
    return false
  }

  /// The items that lie ahead, the next one first, and all that may come at the fastest.
  private struct Prospect {
    var near: [ItemPath] = []
    var likely: Set<ItemPath> = []

    mutating func add(_ cells: [layout_attributes], near area: Rect, isBackwards: Bool) {
      likely.formUnion(cells.map(\.path))
      let close = cells.filter { $0.frame.intersects(area) }.map(\.path)
      near += isBackwards ? close.reversed() : close
    }
  }

  /// The cells that a rectangle meets; nil when the layout cannot say.
  private func cells(in rect: Rect) -> [layout_attributes]? {
    let found = view.frames.scratch
    do { try view.layout.connection.attributes(in: rect, into: found) } catch { return nil }
    return found.records.filter { $0.category == LAYOUT_CELL }
  }

  /// Looks ahead of the view's own scrolling, if it ever scrolled.
  private func lookAlong(_ prospect: inout Prospect) {
    let (bounds, lookahead) = (front.scroll.bounds, state.lookahead)
    guard lookahead.reach > 0 else { return }
    let farthest = lookahead.area(of: bounds, reaching: Lookahead.mostReach + Self.extra)
    guard let cells = cells(in: farthest) else { return }
    let area = lookahead.area(of: bounds, reaching: lookahead.reach + Self.extra)
    state.covered = area
    prospect.add(
      cells, near: area, isBackwards: lookahead.direction.x + lookahead.direction.y < 0)
  }

  /// Looks ahead of the sections in sight that moved across.
  private func lookAcross(_ prospect: inout Prospect) {
    guard !state.across.isEmpty else { return }
    let shown = Set(view.indexPathsForVisibleItems.map(\.section))
    let finder = TrackFinder(
      layout: view.layout.engine, bounds: front.scroll.bounds, scratch: view.frames.scratch)
    for index in state.across.indices where state.across[index].direction != 0 {
      let section = state.across[index].section
      guard shown.contains(section) else {
        // What it brings is not likely now, and so is cancelled.
        state.across[index].forget()
        continue
      }
      guard let track = try? finder.track(ofSection: section, front.answer) else {
        state.across[index].rest()
        continue
      }
      let (near, far) = state.across[index].look(track, extra: Self.extra)
      guard let cells = cells(in: far) else { continue }
      prospect.add(
        cells.filter { $0.section == section }, near: near,
        isBackwards: state.across[index].direction < 0)
    }
  }

  /// Asks the layout what lies ahead, and tells the app what that means.
  private func look() {
    state.lookCount += 1
    var prospect = Prospect()
    // What a finger moves across comes first: its strip shows fewer items, and sooner.
    lookAcross(&prospect)
    lookAlong(&prospect)
    guard !prospect.likely.isEmpty else { return }
    let (likely, shown) = (prospect.likely, view.indexPathsForVisibleItems)
    var known = Set(shown)
    let ahead = prospect.near.filter { known.insert($0).inserted }
    state.candidates = ahead.reversed()
    view.store.releasePrepared(telling: view.stage) { !likely.contains($0) }
    guard let source = view.prefetchDataSource else { return }
    let change = state.ledger.update(shown: shown, ahead: ahead, likely: likely)
    // The data source knows its own order, and not the one shown while an item is held.
    let cancelled = change.cancelled.map(view.dataPath(forShownPath:))
    let wanted = change.wanted.map(view.dataPath(forShownPath:))
    let epoch = view.data.shape.epoch
    if !cancelled.isEmpty {
      view.inApp { source.collectionView(view, cancelPrefetchingForItemsAt: cancelled) }
    }
    // Who changed the data just now was asked for what lies ahead in them.
    if !wanted.isEmpty, view.data.shape.epoch == epoch {
      view.inApp { source.collectionView(view, prefetchItemsAt: wanted) }
    }
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
