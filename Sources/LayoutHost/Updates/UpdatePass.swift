// SPDX-License-Identifier: Apache-2.0
//
// A batch, step by step: the app changes its data, the counts are checked, a frame shows the outcome.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutUpdates

/// Runs one batch of a collection view. Whatever fails, counts, epoch, frame and views stay as they
/// are, and the app's data is the app's to put right.
struct UpdatePass {
  let view: CollectionView
  /// How the outcome is animated, and who is told after it.
  let change: FrameChange

  private var frames: FrameState { view.frames }

  /// - Parameter block: Changes the data and states how.
  /// - Throws: What the block threw, `invalid-update`, or what the frame gave.
  func run(_ block: (inout BatchUpdate) throws -> Void) throws(LayoutError) {
    frames.animation.cancelTransition(change.timing ?? .none, at: view.clock)
    // Asked for before the data changes, while the layout's queries still fit what it prepared.
    let cellsAhead = FramePass(view: view, layout: view.layout).cellsAheadOfNothing()
    if frames.isShown { change.look(around: frames.front) }
    let (plan, counts) = try change(block)
    guard !plan.changes.isEmpty else { return try changeNothing() }
    let shape = DataShape(epoch: view.data.nextEpoch(), itemCounts: counts)
    try view.runFrame(
      showing: FrameUpdate(plan: plan, shape: shape, cellsAhead: cellsAhead), animating: change,
      isLenient: true)
  }

  private func changeNothing() throws(LayoutError) {
    try view.layoutIfNeeded(isLenient: true)
    frames.animation.report = UpdateReport()
    frames.animation.finish(change.completions, isWhole: true)
    view.tellFinished()
  }

  /// Lets the app change its data, reads the counts anew and checks that they add up.
  private func change(
    _ block: (inout BatchUpdate) throws -> Void
  ) throws(LayoutError) -> (plan: UpdatePlan, counts: [UInt32]) {
    (frames.isRunning, frames.isUpdating) = (true, true)
    defer { (frames.isRunning, frames.isUpdating) = (false, false) }
    var batch = BatchUpdate()
    do { try view.inApp { try block(&batch) } } catch { throw Self.wrap(error) }
    let counts = try DataState.read(
      epoch: 0, from: view.dataSource ?? frames.nobody, for: view
    ).itemCounts
    let plan = try batch.plan(
      from: view.data.shape.itemCounts.map(Int.init), to: counts.map(Int.init))
    view.journal?.observer?.didState(batch, plan, counts: counts.map(Int.init))
    return (plan, counts)
  }

  private static func wrap(_ error: any Error) -> LayoutError {
    (error as? LayoutError)
      ?? LayoutError("update-block", "the block of a batch update threw: \(error)")
  }

  static var nested: LayoutError {
    LayoutError(
      "nested-update",
      "a batch update is under way; state every change in its block, or begin the next one in its "
        + "completion")
  }
}
