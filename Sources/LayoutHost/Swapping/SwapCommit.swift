// SPDX-License-Identifier: Apache-2.0
//
// Between two frames the new version takes the screen.

import LayoutModel
import LayoutRuntime

/// Commits a prepared layout.
struct CommitStage {
  let view: CollectionView
  let carry: CarryStage
  let request: SwapRequest

  /// The outcome of a commit.
  struct Outcome {
    let anchor: Anchor?
    /// Of the state.
    let lost: [String]
  }

  /// - Throws: What the new version or the data source gave; the old layout then stays as it was.
  ///
  /// - Parameter earlier: The state for which the new version prepared.
  func run(
    _ preparation: ShadowPreparation, after earlier: CarryStage.State?
  ) throws(LayoutError) -> Outcome {
    let (old, new) = (carry.old, carry.new)
    let state = try carry.carryState(after: earlier)
    let before = view.frames.front.scroll.offset
    var handover = Handover()
    // What a state changes that is another one by now is in nobody's preparation.
    if !state.isLoaded { handover.preparedBounds = preparation.bounds }
    let course = view.animation.timing(isAnimated: request.isAnimated, request.timing)
    let anchor = try view.handOver(to: new, course, handover)
    view.endProbation()
    view.probation = Probation(
      old: old, offsets: (before, view.frames.front.scroll.offset), epoch: view.data.shape.epoch,
      onEnd: request.onEnd)
    return Outcome(anchor: anchor, lost: state.lost)
  }
}
