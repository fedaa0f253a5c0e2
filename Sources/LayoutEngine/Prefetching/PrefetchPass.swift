// SPDX-License-Identifier: Apache-2.0
//
// After a frame: looks ahead of the scroll, tells who fetches, and prepares cells.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// Looks ahead of one frame. Nothing here can fail the frame: a layout that cannot say what lies ahead
/// is not asked to, and its error comes with the next frame that needs it.
struct PrefetchPass {
  let state: EngineState
  let app: any EngineApp
  /// The movement of the viewport by scrolling, in the layout's coordinates. What the frame corrected
  /// besides does not say where scrolling goes.
  let movement: Vector
  /// Views that the frame filled.
  let bindCount: Int

  /// The extra distance that is looked through, in viewports, so that this happens a few times a
  /// viewport and not in every frame.
  private static let extra = 0.5

  private var prefetching: PrefetchState { state.prefetching }
  private var front: ShownFrame { state.frames.front }

  /// Looks ahead of the frame on screen, when anybody wants to know.
  func runIfWanted() {
    guard app.prefetches || state.cellsPreparedPerFrame > 0 else { return }
    // What is told may change the view, and so come back here.
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
    if isTurned || isBehind || isBehindAcross {
      look()
    } else if !prefetching.ledger.asked.isEmpty {
      prefetching.ledger.show(state.visibleItems)
    }
    PreparedCells(state: state, app: app).prepare(atMost: state.cellsPreparedPerFrame - bindCount)
  }

  /// Takes in how the viewport moved and what changed.
  ///
  /// - Returns: Whether the direction turned.
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

  /// Takes in which sections moved across, in sight or not: one that comes back into sight has then not
  /// moved by all of its offset.
  private func followAcross() {
    guard state.layout.scrollsAcross else { return prefetching.across.removeAll() }
    // What the delegate was told last is where a section stood in the frame before.
    prefetching.across.follow(
      state.cross.offsets, from: state.cross.told, in: state.clock - prefetching.time)
  }

  /// True when a section in sight will bring what was not looked through.
  private var isBehindAcross: Bool {
    guard !prefetching.across.isEmpty else { return false }
    let records = front.answer.records
    // Cells come by section, so that each is looked up once.
    var last: UInt32?
    for index in records.indices where records[index].category == LAYOUT_CELL {
      let section = records[index].section
      guard section != last else { continue }
      last = section
      if prefetching.across.isBehind(Int(section)) { return true }
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
    let found = state.frames.scratch
    do { try state.layout.connection.attributes(in: rect, into: found) } catch { return nil }
    return found.records.filter { $0.category == LAYOUT_CELL }
  }

  /// Looks ahead of the view's own scrolling, if it ever scrolled.
  private func lookAlong(_ prospect: inout Prospect) {
    let (bounds, lookahead) = (front.scroll.bounds, prefetching.lookahead)
    guard lookahead.reach > 0 else { return }
    let farthest = lookahead.area(of: bounds, reaching: Lookahead.mostReach + Self.extra)
    guard let cells = cells(in: farthest) else { return }
    let area = lookahead.area(of: bounds, reaching: lookahead.reach + Self.extra)
    prefetching.covered = area
    prospect.add(
      cells, near: area, isBackwards: lookahead.direction.x + lookahead.direction.y < 0)
  }

  /// Looks ahead of the sections in sight that moved across.
  private func lookAcross(_ prospect: inout Prospect) {
    guard !prefetching.across.isEmpty else { return }
    let shown = Set(state.visibleItems.map(\.section))
    let finder = TrackFinder(
      layout: state.layout, bounds: front.scroll.bounds, scratch: state.frames.scratch)
    for index in prefetching.across.indices where prefetching.across[index].direction != 0 {
      let section = prefetching.across[index].section
      guard shown.contains(section) else {
        // What it brings is not likely now, and so is cancelled.
        prefetching.across[index].forget()
        continue
      }
      guard let track = try? finder.track(ofSection: section, front.answer) else {
        prefetching.across[index].rest()
        continue
      }
      let (near, far) = prefetching.across[index].look(track, extra: Self.extra)
      guard let cells = cells(in: far) else { continue }
      prospect.add(
        cells.filter { $0.section == section }, near: near,
        isBackwards: prefetching.across[index].direction < 0)
    }
  }

  /// Asks the layout what lies ahead, and tells the app what that means.
  private func look() {
    prefetching.lookCount += 1
    var prospect = Prospect()
    // What a finger moves across comes first: its strip shows fewer items, and sooner.
    lookAcross(&prospect)
    lookAlong(&prospect)
    guard !prospect.likely.isEmpty else { return }
    let (likely, shown) = (prospect.likely, state.visibleItems)
    var known = Set(shown)
    let ahead = prospect.near.filter { known.insert($0).inserted }
    prefetching.candidates = ahead.reversed()
    state.store.releasePrepared(telling: app.stage) { !likely.contains($0) }
    guard app.prefetches else { return }
    let change = prefetching.ledger.update(shown: shown, ahead: ahead, likely: likely)
    // The data source knows its own order, and not the one shown while an item is held.
    let cancelled = change.cancelled.map(state.dataPath(forShownPath:))
    let wanted = change.wanted.map(state.dataPath(forShownPath:))
    let epoch = state.data.shape.epoch
    if !cancelled.isEmpty { app.cancelPrefetching(cancelled) }
    // Who changed the data just now was asked for what lies ahead in them.
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
// Cells made and filled before their items come into sight.

/// Fills cells ahead of the scroll in frames that had little to fill themselves.
struct PreparedCells {
  let state: EngineState
  let app: any EngineApp

  /// Fills at most `budget` of the cells that come next. A data source that fails is not asked on: its
  /// error comes with the frame that needs the cell.
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
    // A screenful is enough: more would take memory for what may never be seen.
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
