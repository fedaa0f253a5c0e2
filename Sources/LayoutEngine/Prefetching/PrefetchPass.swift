// SPDX-License-Identifier: Apache-2.0
//
// Prefetching after a frame: looks ahead of the scroll, notifies the app, and prepares cells.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// Looks ahead of one frame. An error here does not fail the frame: when the layout fails, the pass
/// stops, and the error comes with the next frame that needs the elements.
struct PrefetchPass {
  let state: EngineState
  let app: any EngineApp
  /// The movement of the viewport by scrolling, in the layout's coordinates. It excludes
  /// corrections of the frame, which do not indicate the direction of scrolling.
  let movement: Vector
  /// Views that the frame filled.
  let bindCount: Int

  /// The extra distance of a look, in viewports, so that a look is needed a few times per viewport
  /// and not in every frame.
  private static let extra = 0.5

  private var prefetching: PrefetchState { state.prefetching }
  private var front: ShownFrame { state.frames.front }

  /// Looks ahead of the frame on screen, if the app prefetches.
  func runIfWanted() {
    guard app.prefetches || state.cellsPreparedPerFrame > 0 else { return }
    // The callback may change the view, and so call this function recursively.
    state.frames.tellingDepth += 1
    defer { state.frames.tellingDepth -= 1 }
    run()
  }

  func run() {
    state.assertReady(for: "PrefetchPass")
    let isTurned = follow()
    let lookahead = prefetching.lookahead
    guard lookahead.reach > 0 || !prefetching.across.isEmpty else { return }
    let needed = lookahead.area(of: front.scroll.bounds, reaching: lookahead.reach)
    let isBehind = lookahead.reach > 0 && prefetching.covered?.contains(needed) != true
    if isTurned || isBehind || isBehindAcross || hasLeftItems {
      look()
    } else if !prefetching.ledger.asked.isEmpty {
      let shown = state.visibleItems
      prefetching.isPastItems = shown.isEmpty
      prefetching.ledger.show(shown)
    }
    PreparedCells(state: state, app: app).prepare(atMost: state.cellsPreparedPerFrame - bindCount)
  }

  /// Updates the state with the movement of the viewport and the changes.
  ///
  /// - Returns: True when the direction changed.
  private func follow() -> Bool {
    defer { prefetching.time = state.clock }
    if prefetching.epoch != state.data.shape.epoch {
      prefetching.epoch = state.data.shape.epoch
      prefetching.ledger.forget()
      (prefetching.covered, prefetching.candidates) = (nil, [])
      prefetching.across.removeAll()
    }
    if prefetching.prepareCount != state.frames.counters.prepares {
      prefetching.prepareCount = state.frames.counters.prepares
      prefetching.covered = nil
      for index in prefetching.across.indices { prefetching.across[index].forget() }
    }
    followAcross()
    return prefetching.lookahead.move(
      by: movement, in: state.clock - prefetching.time, viewport: front.scroll.viewportSize)
  }

  /// Updates the movements of sections across, visible or not: a section that becomes visible again
  /// has then not moved by all of its offset.
  private func followAcross() {
    guard state.layout.scrollsAcross else { return prefetching.across.removeAll() }
    // The last reported offset is that of the section in the frame before.
    prefetching.across.follow(
      state.cross.offsets, from: state.cross.told, in: state.clock - prefetching.time)
  }

  /// True when a visible section will reach elements that were not looked at.
  private var isBehindAcross: Bool {
    guard !prefetching.across.isEmpty else { return false }
    let records = front.answer.records
    // Cells are ordered by section, so each section is looked up once.
    var last: UInt32?
    for index in records.indices where records[index].category == LAYOUT_CELL {
      let section = records[index].section
      guard section != last else { continue }
      last = section
      if prefetching.across.isBehind(Int(section)) { return true }
    }
    return false
  }

  /// True when items were requested, and the viewport has just left all items. Those that it passed
  /// will not come, although the last look covers the place.
  private var hasLeftItems: Bool {
    !prefetching.isPastItems && !prefetching.ledger.asked.isEmpty && state.firstVisibleItem == nil
  }

  /// The items ahead, the next one first, and all that may come at the highest speed.
  private struct Prospect {
    var near: [ItemPath] = []
    var likely: Set<ItemPath> = []
    /// True when the layout failed or was out of step, so that items are missing.
    var isUnknown = false

    mutating func add(_ cells: [layout_attributes], near area: Rect, isBackwards: Bool) {
      likely.formUnion(cells.map(\.path))
      let close = cells.filter { $0.frame.intersects(area) }.map(\.path)
      near += isBackwards ? close.reversed() : close
    }
  }

  /// The cells in a rectangle; nil when the layout fails or is out of step.
  private func cells(in rect: Rect) -> [layout_attributes]? {
    guard state.frames.isLayoutInStep else { return nil }
    let found = state.frames.scratch
    do { try state.layout.connection.attributes(in: rect, into: found) } catch { return nil }
    return found.records.filter { $0.category == LAYOUT_CELL }
  }

  /// Looks ahead of the view's own scrolling, if it has ever scrolled.
  private func lookAlong(_ prospect: inout Prospect) {
    let (bounds, lookahead) = (front.scroll.bounds, prefetching.lookahead)
    guard lookahead.reach > 0 else { return }
    let farthest = lookahead.area(of: bounds, reaching: Lookahead.mostReach + Self.extra)
    guard let cells = cells(in: farthest) else {
      prospect.isUnknown = true
      return
    }
    let area = lookahead.area(of: bounds, reaching: lookahead.reach + Self.extra)
    prefetching.covered = area
    prospect.add(
      cells, near: area, isBackwards: lookahead.direction.x + lookahead.direction.y < 0)
  }

  /// Looks ahead of the visible sections that moved across.
  private func lookAcross(_ prospect: inout Prospect) {
    guard !prefetching.across.isEmpty else { return }
    let shown = Set(state.visibleItems.map(\.section))
    let finder = TrackFinder(
      layout: state.layout, bounds: front.scroll.bounds, scratch: state.frames.scratch)
    for index in prefetching.across.indices where prefetching.across[index].direction != 0 {
      let section = prefetching.across[index].section
      guard shown.contains(section) else {
        // Its items are unlikely now, and so are cancelled.
        prefetching.across[index].forget()
        continue
      }
      let track: CrossTrack?
      do { track = try finder.track(ofSection: section, front.answer) } catch {
        prospect.isUnknown = true
        continue
      }
      guard let track else {
        prefetching.across[index].rest()
        continue
      }
      let (near, far) = prefetching.across[index].look(track, extra: Self.extra)
      guard let cells = cells(in: far) else {
        prospect.isUnknown = true
        continue
      }
      prospect.add(
        cells.filter { $0.section == section }, near: near,
        isBackwards: prefetching.across[index].direction < 0)
    }
  }

  /// Queries the elements ahead, and notifies the app.
  private func look() {
    prefetching.lookCount += 1
    var prospect = Prospect()
    // Items of a section under a finger come first: its strip shows fewer items, and sooner.
    lookAcross(&prospect)
    lookAlong(&prospect)
    let (likely, shown) = (prospect.likely, state.visibleItems)
    // Where the layout has no items ahead, those that were requested are cancelled.
    guard !prospect.isUnknown else { return }
    prefetching.isPastItems = shown.isEmpty
    var known = Set(shown)
    let ahead = prospect.near.filter { known.insert($0).inserted }
    prefetching.candidates = ahead.reversed()
    state.store.releasePrepared(telling: app.stage) { !likely.contains($0) }
    guard app.prefetches else { return }
    let change = prefetching.ledger.update(shown: shown, ahead: ahead, likely: likely)
    // The data source knows its own order, not the order shown while an item is being moved.
    let cancelled = change.cancelled.map(state.dataPath(forShownPath:))
    let wanted = change.wanted.map(state.dataPath(forShownPath:))
    let epoch = state.data.shape.epoch
    if !cancelled.isEmpty { app.cancelPrefetching(cancelled) }
    // If the callback changed the data, the items ahead in the new data were requested already.
    if !wanted.isEmpty, state.data.shape.epoch == epoch { app.prefetch(wanted) }
  }
}

extension Rect {
  fileprivate func contains(_ other: Rect) -> Bool {
    x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
  }
}

// MARK: - Prepared cells
//
// Cells made and filled before their items become visible.

/// Fills cells ahead of the scroll in frames that filled few cells themselves.
struct PreparedCells {
  let state: EngineState
  let app: any EngineApp

  /// Fills at most `budget` of the next cells. Stops when the data source fails: its error comes
  /// with the frame that needs the cell.
  func prepare(atMost budget: Int) {
    guard budget > 0, !state.prefetching.candidates.isEmpty else { return }
    // The app's code runs here, as in a frame.
    state.frames.occupied { fill(atMost: budget) }
  }

  private func fill(atMost budget: Int) {
    let (frames, prefetching, store) = (state.frames, state.prefetching, state.store)
    let presenter = Presenter(state, app, old: frames.front, new: frames.front, tells: false)
    var left = budget
    let made = store.madeCount
    // A screenful is enough: more would use memory for cells that may never be seen.
    while left > 0, store.preparedCount < frames.front.serials.count,
      let path = prefetching.candidates.popLast()
    {
      let record = Self.record(of: path)
      guard state.hasItem(at: path), state.cell(at: path) == nil,
        !store.isPrepared(record.key)
      else { continue }
      guard
        let serial = try? presenter.bind(record, of: state.layout, preferred: ViewSlot.none)
      else { break }
      store.prepare(serial, for: record.key)
      frames.counters.preparations += 1
      left -= 1
    }
    frames.counters.made += store.madeCount - made
  }

  private static func record(of path: ItemPath) -> layout_attributes {
    var record = layout_attributes()
    record.section = UInt32(truncatingIfNeeded: path.section)
    record.item = UInt32(truncatingIfNeeded: path.item)
    return record
  }
}
