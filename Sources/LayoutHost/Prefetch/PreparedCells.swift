// SPDX-License-Identifier: Apache-2.0
//
// Cells made and filled before their items come into sight.

import LayoutABI
import LayoutModel

/// Fills cells ahead of the scroll in frames that had little to fill themselves.
struct PreparedCells {
  let view: CollectionView

  /// Fills at most `budget` of the cells that come next. A data source that fails is not asked on: its
  /// error comes with the frame that needs the cell.
  func prepare(atMost budget: Int) {
    let (frames, state, store) = (view.frames, view.prefetching, view.store)
    guard budget > 0, !state.candidates.isEmpty else { return }
    // The app's code runs here, as in a frame.
    frames.isRunning = true
    defer { frames.isRunning = false }
    let presenter = Presenter(
      view: view, store: store, source: view.dataSource ?? frames.nobody, delegate: nil,
      stage: view.stage, old: frames.front, new: frames.front)
    var left = budget
    let made = store.madeCount
    // A screenful is enough: more would take memory for what may never be seen.
    while left > 0, store.preparedCount < frames.front.serials.count,
      let path = state.candidates.popLast()
    {
      let record = Self.record(of: path)
      guard view.hasItem(at: path), view.cellForItem(at: path) == nil,
        !store.isPrepared(record.key)
      else { continue }
      guard
        let serial = try? presenter.bind(record, of: view.layout.engine, preferred: ViewSlot.none)
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
