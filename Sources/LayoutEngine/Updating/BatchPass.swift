// SPDX-License-Identifier: Apache-2.0
//
// Changes of the data: what is due before them, the batch, and what it owes.

import LayoutABI
import LayoutModel
import LayoutUpdates

/// Takes a view through changes of its data.
package struct BatchPass {
  let state: EngineState
  let app: any EngineApp

  /// Changes the data of `state`.
  package init(_ state: EngineState, _ app: any EngineApp) { (self.state, self.app) = (state, app) }

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
