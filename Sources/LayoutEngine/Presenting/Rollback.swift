// SPDX-License-Identifier: Apache-2.0
//
// Putting views back to their elements after a frame that could not be shown, and filling them again.

import LayoutABI
import LayoutModel

/// Puts every view back to its element in the old frame.
///
/// An unchanged view is taken out of its pool as it is. A view that was already filled for another
/// element is filled again for its own; if the data source fails there too, the view is shown with
/// its current content, at its old place, and the next frame fills it.
struct Rollback {
  let presenter: Presenter
  let plan: FramePlan
  let departure: Presenter.Departure

  func run() {
    returnNewViews()
    let (store, old) = (presenter.store, presenter.old)
    let gone = plan.leavers.filter { !presenter.keeps(old.serials[Int($0)], departure) }
    let refilled = gone.filter { store.wasTaken(old.serials[Int($0)]) }
    for index in gone {
      let serial = old.serials[Int(index)]
      guard !store.wasTaken(serial) else { continue }
      store.reclaim(serial)
      presenter.stage?.bind(store[serial])
      presenter.showOld(Int(index), serial)
    }
    for index in refilled {
      // The error of the frame is the one that the app gets.
      try? presenter.refill(Int(index), as: old.answer.records[Int(index)], of: old.layout)
    }
  }

  /// Puts back the views that were bound in the failed frame.
  func returnNewViews() {
    let (store, new) = (presenter.store, presenter.new)
    for index in new.serials.indices.reversed() where plan.origins[index].isNew {
      store.put(back: new.serials[index])
      presenter.stage?.recycle(store[new.serials[index]])
    }
    new.serials.removeAll()
  }
}

// MARK: - Unfilled views

extension Presenter {
  /// Fills the views that show wrong elements, where their own elements stay. They go on as they move.
  ///
  /// - Throws: The data source's error; the view shows what it did, and the next frame fills it.
  /// - Complexity: O(elements) after a failure, else O(1).
  func fillUnfilled(_ plan: FramePlan, _ counters: inout FrameCounters) throws(LayoutError) {
    guard !old.unfilled.isEmpty else { return }
    for index in plan.origins.indices {
      let origin = plan.origins[index]
      guard !origin.isNew, !origin.isAdopted, old.unfilled.contains(old.serials[origin.old])
      else { continue }
      recycle(old.serials[origin.old])
      counters.recycles += 1
      do { try refill(origin.old, as: new.answer.records[index], of: new.layout) } catch {
        // The views show the old frame, with the selection of before.
        state.interaction.selection.cancel()
        throw error
      }
      counters.binds += 1
    }
  }

  /// Fills the view of an element of the old frame again, which is in its pool.
  ///
  /// - Parameters:
  ///   - index: The element's place in the old frame.
  ///   - record: The element as it is now.
  /// - Throws: The data source's error; the view is shown with its current content.
  fileprivate func refill(
    _ index: Int, as record: layout_attributes, of layout: EngineLayout
  ) throws(LayoutError) {
    let serial = old.serials[index]
    do {
      let found = try bind(record, of: layout, preferred: serial)
      if found != serial { motion.move(from: serial, to: found) }
      old.serials[index] = found
      old.unfilled.remove(serial)
      style(store[found], at: record.path)
      showOld(index, found)
    } catch {
      store.reclaim(serial)
      old.unfilled.insert(serial)
      state.frames.isDue = true
      stage?.bind(store[serial])
      showOld(index, serial)
      throw error
    }
  }

  /// Shows a view at the place of its element in the old frame.
  fileprivate func showOld(_ index: Int, _ serial: Int32) {
    let view = store[serial]
    var attributes = old.attributes(at: index)
    motion.displace(&attributes, serial)
    place(view, attributes, grid: old.grid)
    listener?.willDisplay(view)
  }
}
