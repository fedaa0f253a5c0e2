// SPDX-License-Identifier: Apache-2.0
//
// Changes of the data: the due frame before them, the steps of a batch, owed batches, and
// reconfigured items.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutUpdates

// MARK: - Around a batch

/// Applies changes of the data to a view.
package struct BatchPass {
  let state: EngineState
  let app: any EngineApp

  /// Changes the data of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) {
    state.assertReady(for: "BatchPass")
    (self.state, self.app) = (state, app)
  }

  private var frames: FrameState { state.frames }

  /// Performs a batch: shows a due frame, runs the block, and shows the result.
  ///
  /// - Parameters:
  ///   - timing: The course of the animation; nil shows the result at once.
  ///   - onApplied: Called once the view has applied the batch, on screen or not; not when the batch
  ///     was refused.
  ///   - completion: Called at the end of the animation.
  /// - Throws: `nested-update`, `reentrant`, `invalid-update`; the error of the block or the frame.
  package func perform(
    _ timing: AnimationTiming?, onApplied: () -> Void,
    _ updates: (inout BatchUpdate) throws -> Void, completion: ((Bool) -> Void)?
  ) throws(LayoutError) {
    try frames.checkNoUpdate()
    let (failure, cellsAhead) = try prepare()
    let change = FrameChange(timing: timing, completion: failure == nil ? completion : nil)
    try withoutActuallyEscaping(onApplied) { (onApplied) throws(LayoutError) in
      let pass = UpdatePass(state: state, app: app, change: change, onApplied: onApplied)
      if failure != nil, state.isDataStale { return try pass.runUnchecked(updates) }
      try pass.run(cellsAhead: cellsAhead, updates)
    }
    if let failure { throw failure }
  }

  /// Shows changes that the data source has already made. No due frame runs before, because it
  /// would use the changed data; one frame shows both.
  ///
  /// - Parameters:
  ///   - timing: The course of the animation; nil shows the result at once.
  ///   - onApplied: Called once the view has applied the changes, on screen or not. Not when it is
  ///     to read all data again, as it does where the layout cannot be told of the changes.
  ///   - completion: Called at the end of the animation; not when this throws.
  /// - Throws: The errors of ``perform(_:onApplied:_:completion:)``.
  package func showChangesMade(
    _ operations: [BatchUpdate.Operation], _ timing: AnimationTiming?, onApplied: () -> Void,
    completion: ((Bool) -> Void)?
  ) throws(LayoutError) {
    let change = FrameChange(timing: timing, completion: completion)
    try frames.checkNoUpdate()
    // If the counts are unknown, or stale, reading them includes the change. The same holds during
    // a movement: the order shown differs from the order of the reported change. Either is a reload:
    // the layout does not hear of the change, so it must not keep what it knows of the items.
    if state.interaction.movement != nil || state.isDataStale {
      state.data.isStale = true
      try app.layoutIfNeeded(isLenient: true)
      return AnimationPass(state, app).tellFinished(change)
    }
    let cellsAhead = AnchorSearch(state: state).cellsAheadOfNothing() ?? []
    try withoutActuallyEscaping(onApplied) { (onApplied) throws(LayoutError) in
      try UpdatePass(state: state, app: app, change: change, onApplied: onApplied)
        .run(cellsAhead: cellsAhead) { $0.operations = operations }
    }
  }

  /// Shows a due frame before the data change, and searches for an anchor if no cell is visible. An
  /// error of the layout does not prevent the change of the data.
  ///
  /// - Returns: The layout's error, if any, and the cells ahead.
  /// - Throws: The app's error.
  private func prepare() throws(LayoutError) -> (LayoutError?, [layout_attributes]) {
    var failure = try endMovementAndShowDueFrame()
    let search = AnchorSearch(state: state)
    if let cells = search.cellsAheadOfNothing() { return (failure, cells) }
    // A worker may have just ended, and may be running again with the next frame.
    frames.pending.marks |= LAYOUT_MARK_EVERYTHING
    failure = try endMovementAndShowDueFrame() ?? failure
    return (failure, search.cellsAheadOfNothing() ?? [])
  }

  /// Ends a movement and shows a due frame.
  ///
  /// - Returns: The layout's error, if any.
  /// - Throws: The app's error.
  func endMovementAndShowDueFrame() throws(LayoutError) -> LayoutError? {
    let first = try layoutFailure { () throws(LayoutError) in
      try MovementPass(state, app).cancel()
    }
    let second = try layoutFailure { () throws(LayoutError) in try app.layoutIfNeeded() }
    return second ?? first
  }

  /// Returns the layout's error in a step; throws the app's error.
  private func layoutFailure(
    _ step: () throws(LayoutError) -> Void
  ) throws(LayoutError) -> LayoutError? {
    frames.forgetFailure()
    do throws(LayoutError) { try step() } catch {
      guard frames.didLayoutFailInStep else { throw error }
      return error
    }
    return nil
  }
}

// MARK: - The batch

/// Runs one batch of a collection view.
///
/// An app's mistake changes neither counts, epoch, frame nor views, and the app must correct its
/// data. An error of the layout is not the app's mistake: the view then applies the batch without
/// the layout (``FramePass/applyWithoutLayout(_:_:)``).
struct UpdatePass {
  let state: EngineState
  let app: any EngineApp
  /// The animation of the result, and its completions.
  let change: FrameChange
  /// Called once the view has applied the batch, on screen or not.
  var onApplied: () -> Void = {}

  private var frames: FrameState { state.frames }

  /// - Parameters:
  ///   - cellsAhead: The cells ahead of the viewport when no cell is visible.
  ///   - block: Changes the data and states the changes.
  /// - Throws: `invalid-update`, or the error of the block or the frame.
  func run(
    cellsAhead: [layout_attributes] = [], _ block: (inout BatchUpdate) throws -> Void
  ) throws(LayoutError) {
    if frames.isShown, seeksStarts { change.look(around: frames.frontInStep) }
    let (plan, counts) = try changeData(block)
    // A batch that is refused leaves a transition under way.
    frames.animation.cancelTransition(change.timing ?? .none, at: state.clock)
    guard !plan.changes.isEmpty else { return try changeNothing() }
    let shape = DataShape(epoch: state.data.nextEpoch(), itemCounts: counts)
    let update = FrameUpdate(plan: plan, shape: shape, cellsAhead: cellsAhead)
    defer { if update.isApplied { onApplied() } }
    try FrameRunner(state, app).run(showing: update, animating: change, isLenient: true)
  }

  /// True when the places around the viewport matter: to an animation, to a layout that is asked for the start of
  /// each element, or to a report of the starts.
  private var seeksStarts: Bool {
    change.timing != nil || frames.animation.keepsReport
      || frames.front.layout.connection.offers(LAYOUT_EXT_UPDATES)
  }

  /// Runs the block when the next good frame reads all counts anyway.
  ///
  /// - Throws: The error of the block.
  func runUnchecked(_ block: (inout BatchUpdate) throws -> Void) throws(LayoutError) {
    _ = try frames.updating { () throws(LayoutError) in try perform(block) }
    state.data.isStale = true
    onApplied()
  }

  /// Shows a due frame for a batch without changes.
  private func changeNothing() throws(LayoutError) {
    frames.forgetFailure()
    do { try app.layoutIfNeeded(isLenient: true) } catch {
      if frames.didLayoutFailInStep { onApplied() }
      throw error
    }
    onApplied()
    frames.animation.report = UpdateReport()
    AnimationPass(state, app).tellFinished(change)
  }

  /// Lets the app change its data, reads the counts again and checks that they add up.
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
// Items with changed content, shown in their current views.

/// Reconfigures the cells of items.
package struct ReconfigurePass {
  let state: EngineState
  let app: any EngineApp

  /// Reconfigures cells of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) {
    state.assertReady(for: "ReconfigurePass")
    (self.state, self.app) = (state, app)
  }

  /// Reconfigures the cells of items that are on screen; the others need nothing.
  ///
  /// - Throws: `unknown-item` before anything is filled; `other-view`, and the data source's error:
  ///   the next frame then fills all cells if any was filled. The layout's error in a due frame, if
  ///   there is no other one: all items are then filled.
  package func run(_ paths: [ItemPath]) throws(LayoutError) {
    try state.frames.checkNoUpdate()
    let failure = try BatchPass(state, app).endMovementAndShowDueFrame()
    // The next good frame fills all cells again.
    if let failure, state.isDataStale { throw failure }
    for path in paths where !state.hasItem(at: path) {
      throw LayoutError(
        .unknownItem,
        "there is no item \(path) to reconfigure; section \(path.section) has "
          + "\(state.numberOfItems(inSection: path.section)) items")
    }
    let named = Set(paths)
    state.store.releasePrepared(telling: app.stage) { named.contains($0) }
    let bindsBefore = state.frames.counters.binds
    do throws(LayoutError) {
      for path in paths { try reconfigure(path) }
      let sizeFailure = FrameRunner(state, app).settleSizes(isLenient: false, followsFrame: false)
      if let sizeFailure { throw sizeFailure }
    } catch {
      // The app may take its change back, so the next good frame fills all cells again.
      if !error.isLayoutFault, state.frames.counters.binds != bindsBefore {
        state.data.isStale = true
      }
      // The app has to know that items were not filled.
      throw error.isLayoutFault ? failure ?? error : error
    }
    if let failure { throw failure }
  }

  private func reconfigure(_ path: ItemPath) throws(LayoutError) {
    let cells = state.cells(showing: path)
    guard !cells.isEmpty else { return }
    for cell in cells {
      guard var attributes = cell.attributes else { continue }
      // A leaving element has the path from before the last batch.
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
