// SPDX-License-Identifier: Apache-2.0
//
// The last step of a frame: views leave, appear and change, and the stage is notified.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// Puts a planned frame on screen, completely or not at all.
///
/// Leaving views go to their pools first, so that appearing elements can use them in the same
/// frame. If the data source fails then, every view returns to the element that it showed. In a
/// batch the leaving views go after the appearing ones are filled, because deleted data cannot fill
/// them again.
struct Presenter {
  let state: EngineState
  /// Fills the views. Stored here, so that filling a view needs no reference count.
  let supply: any DataSupply
  /// Receives notices of views that appear and leave; nil for none.
  let listener: (any AppListener)?
  let stage: (any Stage)?
  /// Receives notices of requests to the data source; nil for none.
  let observer: (any AnswerObserver)?
  let old: ShownFrame
  let new: ShownFrame
  let store: ReuseStore

  /// Presents `new` instead of `old`.
  ///
  /// - Parameter tells: False suppresses the notices to the app's delegate.
  init(
    _ state: EngineState, _ app: any EngineApp, old: ShownFrame, new: ShownFrame,
    tells: Bool = true
  ) {
    self.state = state
    store = state.store
    supply = app.supply
    listener = tells ? app.listener : nil
    stage = app.stage
    observer = app.observer
    (self.old, self.new) = (old, new)
  }

  /// The rule for the views of deleted elements.
  enum Departure {
    /// They leave, and all other motion stops too.
    case withAllMotion
    /// They leave.
    case atOnce
    /// They leave when they are no longer displaced.
    case whenStill
    /// They leave when their animation is over.
    case animated
  }

  /// The way to put a planned frame on screen.
  struct Options {
    /// The movement of the content in the viewport by itself.
    let ground: GroundMove
    /// True when mirror or pixel grid changed, so every view gets its attributes.
    var isGeometryNew = false
    /// True when views leave only after the others appeared. After a change of the data there is no
    /// other way to roll back, because recycled views could not be filled again from deleted data.
    var bindsFirst = false
    var departure = Departure.whenStill
    /// False where the app must not be asked for a view: those that show wrong elements stay so.
    var fillsUnfilled = true
    /// The motion to start.
    var motion: MotionPlan?
    var change: FrameChange?

    init(ground: GroundMove) { self.ground = ground }
  }

  /// - Returns: The cost.
  /// - Throws: The data source's error; the old frame is on screen again.
  func present(_ plan: FramePlan, _ options: Options) throws(LayoutError) -> FrameCounters {
    var counters = FrameCounters()
    let made = store.madeCount
    store.beginFrame()
    if options.fillsUnfilled { try fillUnfilled(plan, &counters) }
    if !options.bindsFirst { recycle(plan, options.departure, &counters) }
    do { try bind(plan, &counters) } catch {
      // The views show the old frame again, with the selection of before.
      state.interaction.selection.cancel()
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

  /// Returns true when a view stays on screen although its element is gone.
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

  /// Recycles the view.
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

  /// Requests the view of one element of `layout`.
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
      if observer != nil { report(request, layout, isGiven: true) }
      return serial
    } catch {
      store.close()
      if observer != nil { report(request, layout, isGiven: false) }
      throw DataSourceFailure.wrap(
        error, in: request.method, for: request.name(layout.kinds))
    }
  }

  private func report(_ request: BindRequest, _ layout: EngineLayout, isGiven: Bool) {
    guard request.category != LAYOUT_DECORATION else { return }
    let kind = layout.kinds.kinds[Int(request.kind)].name
    observer?.didAsk(forViewOf: kind, at: request.path, isGiven: isGiven)
  }

  /// Notifies a stage of the views made for a request, the bound one and any unused one.
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

  /// - Parameter isAllNew: True when every view gets its attributes.
  private func apply(_ plan: FramePlan, isAllNew: Bool, _ counters: inout FrameCounters) {
    let (answer, kinds, mirror, grid) = (new.answer, new.kinds, new.mirror, new.grid)
    let (motion, isAnythingMoving) = (motion, motion.isRunning)
    let (isSelecting, isHeard) = (state.interaction.selection.isInUse, listener != nil)
    let records = answer.records
    for index in plan.origins.indices {
      let (origin, serial) = (plan.origins[index], new.serials[index])
      let isActive = isAnythingMoving && motion.isActive(serial)
      guard isActive || origin.isNew || origin.isChanged || isAllNew else { continue }
      let element = store[serial]
      if isActive {
        var attributes = answer.attributes(at: index, kinds: kinds, mirror: mirror)
        motion.displace(&attributes, serial)
        place(element, attributes, grid: grid)
      } else {
        place(element, answer.attributes(at: index, kinds: kinds, mirror: mirror), grid: grid)
      }
      counters.applies += 1
      guard origin.isNew || origin.isAdopted else { continue }
      if isSelecting { style(element, at: records[index].path) }
      if isHeard, origin.isNew { listener?.willDisplay(element) }
    }
    if !leaving.isEmpty { applyLeaving(&counters) }
  }

  /// Applies the selection state of an item to its view.
  func style(_ view: ReusableView, at path: ItemPath) {
    state.interaction.selection.applySelectionState(to: view, at: path)
  }

  /// Applies attributes to a view.
  func place(_ view: ReusableView, _ attributes: borrowing LayoutAttributes, grid: PixelGrid) {
    view.take(attributes, pixels: grid.snap(attributes.frame))
    view.apply(attributes)
    if let stage { stage.apply(attributes, pixels: view.pixels, to: view) }
  }
}
