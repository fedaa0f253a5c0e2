// SPDX-License-Identifier: Apache-2.0
//
// A batch that the data have and that the layout could not show.

import LayoutModel
import LayoutUpdates

/// The facts about a batch that the layout failed to show, for the next good frame.
///
/// The view has taken the batch over: counts, selection and elements on screen go by the new paths.
/// The layout has not prepared for it, so it is told to prepare everything, and of no batch.
struct OwedBatch {
  /// The cell that keeps its place, by its path in the present data; nil when none does.
  let anchor: Anchor?
  /// Only the order shown changed, and not the data.
  let isRearrangement: Bool
}

extension Anchor {
  /// The same anchor by its path after a batch; nil when its cell is gone.
  func followed(_ plan: UpdatePlan) -> Anchor? {
    guard let path = plan.keptPlace(of: path) else { return nil }
    var anchor = self
    anchor.path = path
    return anchor
  }
}
