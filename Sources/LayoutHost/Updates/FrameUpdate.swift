// SPDX-License-Identifier: Apache-2.0
//
// A checked batch on its way to the screen, as the frame that shows it needs it.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutUpdates

/// What one frame has to know of the batch that it shows. A class, so that the frames without a batch
/// carry one pointer.
final class FrameUpdate {
  /// Where everything goes.
  let plan: UpdatePlan
  /// Epoch and counts after the batch; the room is the frame's own.
  let shape: DataShape
  /// The order shown changes and not the data: somebody holds an item, and the content stays put.
  let isRearrangement: Bool
  /// The cells ahead of the viewport before the batch; empty unless no cell was in sight.
  private let cellsAhead: [layout_attributes]

  init(
    plan: UpdatePlan, shape: DataShape, cellsAhead: [layout_attributes],
    isRearrangement: Bool = false
  ) {
    self.isRearrangement = isRearrangement
    self.plan = plan
    self.shape = shape
    self.cellsAhead = cellsAhead
  }

  /// The batch as layouts are told of it.
  var records: [layout_update] { plan.changes.map(\.record) }

  /// The cell of the frame on screen that keeps its place, by its path after the batch: of those that
  /// stay, the one that the rule of ``Anchor`` finds; nil when none stays.
  func anchor(from front: ShownFrame) -> Anchor? {
    guard !isRearrangement else { return nil }
    return Anchor.find(in: front.answer.records, scroll: front.scroll, through: plan)
      ?? cellsAhead.withUnsafeBufferPointer {
        Anchor.find(in: $0, scroll: front.scroll, through: plan)
      }
  }
}
