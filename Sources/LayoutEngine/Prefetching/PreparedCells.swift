// SPDX-License-Identifier: Apache-2.0
//
// Cells made and filled before their items come into sight.

import LayoutABI
import LayoutModel

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
