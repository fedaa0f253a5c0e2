// SPDX-License-Identifier: Apache-2.0
//
// Between two frames the new version takes the screen.

import LayoutEngine
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
    let before = view.state.shownOffset
    // What a state changes that is another one by now is in nobody's preparation.
    let preparedBounds = state.isLoaded ? nil : preparation.bounds
    let course = view.animation.timing(isAnimated: request.isAnimated, request.timing)
    let anchor = try ExchangePass(view.state, view).exchange(
      to: new.engine, course, preparedBounds: preparedBounds)
    ProbationPass(view.state, view).end()
    let onEnd = request.onEnd
    view.state.probation = Probation(
      old: old.engine, handle: old, offsets: (before, view.state.shownOffset),
      epoch: view.state.dataShape.epoch,
      onEnd: { error in
        onEnd(error.map { .rolledBack(SwapRefusal(.probation, $0)) } ?? .retired)
      })
    return Outcome(anchor: anchor, lost: state.lost)
  }
}
