// SPDX-License-Identifier: Apache-2.0
//
// A batch, step by step: the app changes its data, the counts are checked, a frame shows the outcome.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutUpdates

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
    if frames.isShown { change.look(around: frames.front) }
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
