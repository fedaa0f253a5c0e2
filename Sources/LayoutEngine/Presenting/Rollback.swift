// SPDX-License-Identifier: Apache-2.0
//
// The way back when the data source fails in the middle of a frame.

import LayoutModel

/// Gives every element of the old frame its view back.
///
/// A view that nobody touched since is taken out of its pool as it is. One that was already filled
/// for another element is filled again for its own; if the data source fails there too, the view is
/// shown as it is, at its old place, and the next frame fills it.
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
      show(Int(index), serial)
    }
    for index in refilled { refill(Int(index)) }
  }

  /// Gives back the views that were bound in the frame that failed.
  func returnNewViews() {
    let (store, new) = (presenter.store, presenter.new)
    for index in new.serials.indices.reversed() where plan.origins[index].isNew {
      store.put(back: new.serials[index])
      presenter.stage?.recycle(store[new.serials[index]])
    }
    new.serials.removeAll()
  }

  private func refill(_ index: Int) {
    let (store, old) = (presenter.store, presenter.old)
    let serial = old.serials[index]
    let record = old.answer.records[index]
    do {
      let found = try presenter.bind(record, of: old.layout, preferred: serial)
      old.serials[index] = found
      old.unfilled.remove(serial)
      presenter.style(store[found], at: record.path)
      show(index, found)
    } catch {
      store.reclaim(serial)
      old.unfilled.insert(serial)
      presenter.state.frames.isDue = true
      presenter.stage?.bind(store[serial])
      show(index, serial)
    }
  }

  private func show(_ index: Int, _ serial: Int32) {
    let view = presenter.store[serial]
    var attributes = presenter.old.attributes(at: index)
    presenter.motion.displace(&attributes, serial)
    presenter.place(view, attributes, grid: presenter.old.grid)
    presenter.listener?.willDisplay(view)
  }
}
