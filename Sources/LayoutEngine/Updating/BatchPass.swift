// SPDX-License-Identifier: Apache-2.0
//
// Changes of the data: what is due before them, the batch step by step, what it owes, and items
// filled anew in place.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutUpdates

// MARK: - Around a batch

/// Takes a view through changes of its data.
package struct BatchPass {
  let state: EngineState
  let app: any EngineApp

  /// Changes the data of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) {
    state.assertReady(for: "BatchPass")
    (self.state, self.app) = (state, app)
  }

  private var frames: FrameState { state.frames }

  /// Performs a batch: shows what is due, runs the block, and shows the outcome.
  ///
  /// - Parameters:
  ///   - timing: The course of the outcome; nil shows it at once.
  ///   - onTaken: Called once the view has taken the batch over, on screen or not; not when
  ///     the batch was refused.
  ///   - completion: Told at the end of the animation.
  /// - Throws: `nested-update`, `reentrant`, `invalid-update`; what the block threw; what the frame gave.
  package func perform(
    _ timing: AnimationTiming?, onTaken: () -> Void,
    _ updates: (inout BatchUpdate) throws -> Void, completion: ((Bool) -> Void)?
  ) throws(LayoutError) {
    try frames.checkNoUpdate()
    let (failure, cellsAhead) = try prepare()
    let change = FrameAnimation(timing: timing, completion: failure == nil ? completion : nil)
    try withoutActuallyEscaping(onTaken) { (onTaken) throws(LayoutError) in
      let pass = UpdatePass(state: state, app: app, change: change, onTaken: onTaken)
      if failure != nil, state.isDataStale { return try pass.runUnchecked(updates) }
      try pass.run(cellsAhead: cellsAhead, updates)
    }
    if let failure { throw failure }
  }

  /// Shows changes that the data source has made already. Nothing that was due runs before, since it
  /// would run over the changed data; the one frame shows both.
  ///
  /// - Parameter timing: The course of the outcome; nil shows it at once.
  /// - Throws: What ``perform(_:onTaken:_:completion:)`` throws.
  package func tell(
    _ operations: [BatchUpdate.Operation], _ timing: AnimationTiming?
  ) throws(LayoutError) {
    try frames.checkNoUpdate()
    // Nothing was counted yet, or all is to be counted anew: then the counts have the change in them.
    // The same while an item is held: the order shown is not the one that the change is told of.
    if state.interaction.movement != nil { state.data.isStale = true }
    if state.isDataStale { return try app.layoutIfNeeded(isLenient: true) }
    let cellsAhead = AnchorSearch(state: state).cellsAheadOfNothing() ?? []
    try UpdatePass(state: state, app: app, change: FrameAnimation(timing: timing))
      .run(cellsAhead: cellsAhead) { $0.operations = operations }
  }

  /// Shows what is due before the data change, and looks for what could keep its place where no cell
  /// is in sight. A layout that fails does not keep the data from changing.
  ///
  /// - Returns: What the layout gave, if it failed, and the cells ahead.
  /// - Throws: What the app gave.
  private func prepare() throws(LayoutError) -> (LayoutError?, [layout_attributes]) {
    var failure = try showWhatIsDue()
    let search = AnchorSearch(state: state)
    if let cells = search.cellsAheadOfNothing() { return (failure, cells) }
    // It may have ended just now, and be there again with the next frame.
    frames.pending.marks |= LAYOUT_MARK_EVERYTHING
    failure = try showWhatIsDue() ?? failure
    return (failure, search.cellsAheadOfNothing() ?? [])
  }

  /// Ends a movement and shows what is due.
  ///
  /// - Returns: What the layout gave, if it failed.
  /// - Throws: What the app gave.
  func showWhatIsDue() throws(LayoutError) -> LayoutError? {
    let first = try layoutFailure { () throws(LayoutError) in
      try MovementPass(state, app).cancel()
    }
    let second = try layoutFailure { () throws(LayoutError) in try app.layoutIfNeeded() }
    return second ?? first
  }

  /// Returns what the layout gave in a step; throws what the app gave.
  private func layoutFailure(
    _ step: () throws(LayoutError) -> Void
  ) throws(LayoutError) -> LayoutError? {
    frames.forgetFailure()
    do throws(LayoutError) { try step() } catch {
      guard frames.didLayoutFail else { throw error }
      return error
    }
    return nil
  }
}

// MARK: - The batch

/// Runs one batch of a collection view.
///
/// An app's mistake leaves counts, epoch, frame and views as they are, and the app's data is the app's
/// to put right. A layout that fails is not the app's mistake: the view then takes the batch over
/// without it (``FramePass/takeOver(_:_:)``).
struct UpdatePass {
  let state: EngineState
  let app: any EngineApp
  /// The animation of the outcome, and its completions.
  let change: FrameAnimation
  /// Called once the view has taken the batch over, on screen or not.
  var onTaken: () -> Void = {}

  private var frames: FrameState { state.frames }

  /// - Parameters:
  ///   - cellsAhead: The cells ahead of the viewport when no cell is in sight.
  ///   - block: Changes the data and states how.
  /// - Throws: What the block threw, `invalid-update`, or what the frame gave.
  func run(
    cellsAhead: [layout_attributes] = [], _ block: (inout BatchUpdate) throws -> Void
  ) throws(LayoutError) {
    frames.animation.cancelTransition(change.timing ?? .none, at: state.clock)
    if frames.isShown, seeksStarts { change.look(around: frames.front) }
    let (plan, counts) = try changeData(block)
    guard !plan.changes.isEmpty else {
      onTaken()
      return try changeNothing()
    }
    let shape = DataShape(epoch: state.data.nextEpoch(), itemCounts: counts)
    let update = FrameUpdate(plan: plan, shape: shape, cellsAhead: cellsAhead)
    defer { if update.isTaken { onTaken() } }
    try FrameRunner(state, app).run(showing: update, animating: change, isLenient: true)
  }

  /// True when the places around the viewport matter: to an animation, to a layout that is asked for the start of
  /// each element, or to a report of the starts.
  private var seeksStarts: Bool {
    change.timing != nil || frames.animation.keepsReport
      || frames.front.layout.connection.offers(LAYOUT_EXT_UPDATES)
  }

  /// Runs the block where all counts are to be read anew anyway, with the next good frame.
  ///
  /// - Throws: What the block threw.
  func runUnchecked(_ block: (inout BatchUpdate) throws -> Void) throws(LayoutError) {
    _ = try frames.updating { () throws(LayoutError) in try perform(block) }
    state.data.isStale = true
    onTaken()
  }

  private func changeNothing() throws(LayoutError) {
    try app.layoutIfNeeded(isLenient: true)
    frames.animation.report = UpdateReport()
    frames.animation.finish(change.completions, isWhole: true)
    AnimationPass(state, app).tellFinished()
  }

  /// Lets the app change its data, reads the counts anew and checks that they add up.
  private func changeData(
    _ block: (inout BatchUpdate) throws -> Void
  ) throws(LayoutError) -> (plan: UpdatePlan, counts: SectionCounts) {
    try frames.updating { () throws(LayoutError) in
      let batch = try perform(block)
      let counts = try DataState.readCounts(from: app.supply)
      let plan = try batch.plan(
        from: state.data.shape.itemCounts.map(Int.init), to: counts.map(Int.init))
      app.observer?.didState(batch, plan, counts: counts.map(Int.init))
      return (plan, counts)
    }
  }

  /// Lets the app change its data.
  private func perform(
    _ block: (inout BatchUpdate) throws -> Void
  ) throws(LayoutError) -> BatchUpdate {
    var batch = BatchUpdate()
    var failure: (any Error)?
    app.inApp {
      do { try block(&batch) } catch { failure = error }
    }
    if let failure { throw Self.wrap(failure) }
    return batch
  }

  private static func wrap(_ error: any Error) -> LayoutError {
    (error as? LayoutError)
      ?? LayoutError(.updateBlock, "the block of a batch update threw: \(error)")
  }
}

// MARK: - Reconfiguring
//
// Items whose content changed, shown in the views that they have.

/// Fills the cells of items anew in place.
package struct ReconfigurePass {
  let state: EngineState
  let app: any EngineApp

  /// Fills cells of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) {
    state.assertReady(for: "ReconfigurePass")
    (self.state, self.app) = (state, app)
  }

  /// Fills the cells of items that are on screen; the others need nothing.
  ///
  /// - Throws: `unknown-item` before anything is filled; `other-view`, and what the data source threw:
  ///   the items before that one are then filled. What the layout gave in a frame that was due: all
  ///   items are then filled.
  package func run(_ paths: [ItemPath]) throws(LayoutError) {
    try state.frames.checkNoUpdate()
    let failure = try BatchPass(state, app).showWhatIsDue()
    // All is filled anew with the next good frame.
    if let failure, state.isDataStale { throw failure }
    for path in paths where !state.hasItem(at: path) {
      throw LayoutError(
        .unknownItem,
        "there is no item \(path) to reconfigure; section \(path.section) has "
          + "\(state.numberOfItems(inSection: path.section)) items")
    }
    let named = Set(paths)
    state.store.releasePrepared(telling: app.stage) { named.contains($0) }
    for path in paths { try reconfigure(path) }
    let sizeFailure = FrameRunner(state, app).settleSizes(isLenient: false, followsFrame: false)
    if let failure = failure ?? sizeFailure { throw failure }
  }

  private func reconfigure(_ path: ItemPath) throws(LayoutError) {
    let cells = state.cells(showing: path)
    guard !cells.isEmpty else { return }
    for cell in cells {
      guard var attributes = cell.attributes else { continue }
      // One that is on its way has the path from before the last batch.
      (attributes.record.section, attributes.record.item) = (
        UInt32(path.section), UInt32(path.item)
      )
      try fill(cell, attributes)
      app.stage?.apply(attributes, pixels: cell.pixels, to: cell)
    }
    state.askSizesAgain(of: [try state.layout.element(.cell, kind: "cell", path)])
  }

  private func fill(_ cell: Cell, _ attributes: LayoutAttributes) throws(LayoutError) {
    let frames = state.frames
    // The app's code runs here, as in a frame.
    try frames.occupied { () throws(LayoutError) in
      let presenter = Presenter(
        state, app, old: frames.front, new: frames.front, tells: false)
      _ = try presenter.bind(
        attributes.record, of: state.layout, preferred: cell.number, isReconfiguring: true)
      frames.counters.binds += 1
    }
  }
}
