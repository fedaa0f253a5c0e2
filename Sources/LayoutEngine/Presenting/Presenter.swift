// SPDX-License-Identifier: Apache-2.0
//
// The last step of a frame: views leave, appear and change, and the stage hears of it.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// Puts a planned frame on screen, whole or not at all.
///
/// Leaving views go to their pools first, so that appearing elements can have them in the same frame.
/// Should the data source fail then, every view goes back to the element that it showed.
struct Presenter {
  let state: EngineState
  /// Fills the views. Held here, so that filling one counts no reference.
  let supply: any DataSupply
  /// Hears of views that come and go; nil when nobody does.
  let listener: (any AppListener)?
  let stage: (any Stage)?
  let old: ShownFrame
  let new: ShownFrame
  let store: ReuseStore

  /// Presents `new` in place of `old`.
  ///
  /// - Parameter tells: False keeps the app's delegate from hearing of views.
  init(
    _ state: EngineState, _ app: any EngineApp, old: ShownFrame, new: ShownFrame,
    tells: Bool = true
  ) {
    self.state = state
    store = state.store
    supply = app.supply
    listener = tells ? app.listener : nil
    stage = app.stage
    (self.old, self.new) = (old, new)
  }

  /// The rule for the views of elements that are gone.
  enum Departure {
    /// They leave, and nothing else moves any more either.
    case withAllMotion
    /// They leave.
    case atOnce
    /// They leave unless they are still shown away from where they belong; then once they are not.
    case whenStill
    /// They leave when their animation is over.
    case animated
  }

  /// The way in which a planned frame is put on screen.
  struct Options {
    /// The movement of the content under the viewport by itself.
    let ground: GroundMove
    /// Mirror or pixel grid changed, so every view gets its attributes.
    var isGeometryNew = false
    /// Views leave only after the others appeared. After a change of the data there is no other way
    /// back: what left could not be filled again from the data that is gone.
    var bindsFirst = false
    var departure = Departure.whenStill
    /// The motion to begin.
    var motion: MotionPlan?
    var change: FrameAnimation?

    init(ground: GroundMove) { self.ground = ground }
  }

  /// - Returns: What it cost.
  /// - Throws: What the data source did wrong; the old frame is on screen again.
  func present(_ plan: FramePlan, _ options: Options) throws(LayoutError) -> FrameCounters {
    var counters = FrameCounters()
    let made = store.madeCount
    store.beginFrame()
    if !options.bindsFirst { recycle(plan, options.departure, &counters) }
    do { try bind(plan, &counters) } catch {
      let way = Rollback(presenter: self, plan: plan, departure: options.departure)
      if options.bindsFirst { way.returnNewViews() } else { way.run() }
      throw error
    }
    setInMotion(plan, options)
    state.interaction.movement?.attachToPointer(
      new, state.frames.animation, scratch: state.frames.scratch)
    if options.bindsFirst { recycle(plan, options.departure, &counters) }
    apply(plan, isAllNew: options.isGeometryNew || options.change?.timing != nil, &counters)
    counters.made = store.madeCount - made
    counters.drops = store.dropIdleViews(telling: stage)
    return counters
  }

  /// Returns true when a view stays on screen though its element is gone.
  func keeps(_ serial: Int32, _ departure: Departure) -> Bool {
    switch departure {
    case .withAllMotion, .atOnce: false
    case .whenStill: motion.isActive(serial)
    case .animated: true
    }
  }

  private func recycle(
    _ plan: FramePlan, _ departure: Departure, _ counters: inout FrameCounters
  ) {
    for place in plan.leavers.indices {
      let serial = old.serials[Int(plan.leavers[place])]
      if keeps(serial, departure) { continue }
      recycle(serial)
      counters.recycles += 1
    }
  }

  /// The view goes to its pool.
  func recycle(_ serial: Int32) {
    store.put(back: serial)
    guard stage != nil || listener != nil else { return }
    let view = store[serial]
    stage?.recycle(view)
    listener?.didEndDisplaying(view)
  }

  /// Finds the view of every element. Stops at the first failure.
  func bind(
    _ plan: FramePlan, _ counters: inout FrameCounters
  ) throws(LayoutError) {
    new.serials.removeAll()
    let (records, layout) = (new.answer.records, new.layout)
    let hasPrepared = store.preparedCount > 0
    for index in plan.origins.indices {
      let origin = plan.origins[index]
      if origin.isNew {
        let prepared =
          hasPrepared ? store.takePrepared(for: records[index].key) : ViewSlot.none
        if prepared != ViewSlot.none {
          new.serials.append(prepared)
          continue
        }
        new.serials.append(try bind(records[index], of: layout, preferred: ViewSlot.none))
        counters.binds += 1
      } else {
        new.serials.append(
          origin.isAdopted ? leaving.elements[origin.old].serial : old.serials[origin.old])
      }
    }
  }

  /// Asks for the view of one element of `layout`.
  func bind(
    _ record: layout_attributes, of layout: EngineLayout, preferred: Int32,
    isReconfiguring: Bool = false
  ) throws(LayoutError) -> Int32 {
    var request = BindRequest(record, preferred: preferred, move: state.interaction.movement?.move)
    request.isReconfiguring = isReconfiguring
    store.begin(request)
    do {
      let view = try ask(request, layout)
      let serial = try store.end(with: view)
      if let stage { tell(stage, boundTo: view) }
      return serial
    } catch {
      store.close()
      throw DataSourceFailure.wrap(
        error, in: request.method, for: request.name(layout.kinds))
    }
  }

  /// Tells a stage of the views made for a request, the one bound and any spare one.
  private func tell(_ stage: any Stage, boundTo view: ReusableView) {
    for serial in store.madeForRequest { stage.make(store[serial]) }
    stage.bind(view)
  }

  private func ask(_ request: BindRequest, _ layout: EngineLayout) throws -> ReusableView {
    if request.category == LAYOUT_DECORATION {
      return store.take(from: store.decorationPool(request.kind, of: layout))
    }
    if request.category == LAYOUT_CELL {
      return try supply.cell(at: request.path)
    }
    return try supply.supplementaryView(
      ofKind: layout.kinds.kinds[Int(request.kind)].name, at: request.path)
  }

  /// - Parameter isAllNew: Every view gets its attributes.
  private func apply(_ plan: FramePlan, isAllNew: Bool, _ counters: inout FrameCounters) {
    let (answer, kinds, mirror, grid) = (new.answer, new.kinds, new.mirror, new.grid)
    let (motion, isAnythingMoving) = (motion, motion.isRunning)
    let records = answer.records
    for index in plan.origins.indices {
      let (origin, serial) = (plan.origins[index], new.serials[index])
      let isActive = isAnythingMoving && motion.isActive(serial)
      guard isActive || origin.isNew || origin.isChanged || isAllNew else { continue }
      let element = store[serial]
      var attributes = answer.attributes(at: index, kinds: kinds, mirror: mirror)
      if isActive { motion.displace(&attributes, serial) }
      place(element, attributes, grid: grid)
      counters.applies += 1
      guard origin.isNew || origin.isAdopted else { continue }
      style(element, at: records[index].path)
      if origin.isNew { listener?.willDisplay(element) }
    }
    if !leaving.isEmpty { applyLeaving(&counters) }
  }

  /// Gives a view the look of its item, selected or not.
  func style(_ view: ReusableView, at path: ItemPath) {
    state.interaction.selection.applySelectionState(to: view, at: path)
  }

  /// Gives a view its attributes.
  func place(_ view: ReusableView, _ attributes: borrowing LayoutAttributes, grid: PixelGrid) {
    view.take(attributes, pixels: grid.snap(attributes.frame))
    view.apply(attributes)
    if let stage { stage.apply(attributes, pixels: view.pixels, to: view) }
  }
}

// MARK: - Rollback

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
