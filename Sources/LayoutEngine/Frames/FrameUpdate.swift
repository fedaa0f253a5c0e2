// SPDX-License-Identifier: Apache-2.0
//
// A checked batch on its way to the screen, as the frame that shows it needs it.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutUpdates

/// The facts about a batch that the frame showing it needs. A class, so that the frames without
/// a batch carry one pointer.
final class FrameUpdate {
  /// The way of each item and section.
  let plan: UpdatePlan
  /// Epoch and counts after the batch; the room is the frame's own.
  let shape: DataShape
  /// The order shown changes and not the data: somebody holds an item, and the content stays put.
  let isRearrangement: Bool
  /// True when the view has taken the batch over: its counts are those after it.
  private(set) var isTaken = false
  /// True when the layout is told of the batch. One that has not prepared for the data before
  /// it is not: it prepares everything.
  var isTold = true
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

  /// Notes that the view has taken the batch over.
  func take() { isTaken = true }

  /// The batch as layouts are told of it; empty when the layout is not.
  var records: [layout_update] { isTold ? plan.changes.map(\.record) : [] }

  /// The cell of the frame on screen that keeps its place, by its path after the batch: of those that
  /// stay, the one that the rule of ``Anchor`` finds; nil when none stays.
  ///
  /// - Parameter owed: An earlier batch that is not shown yet; its anchor stays the anchor.
  func anchor(from front: ShownFrame, after owed: OwedBatch?) -> Anchor? {
    guard !isRearrangement else { return nil }
    if let kept = owed?.anchor?.followed(plan) { return kept }
    return Anchor.find(in: front.answer.records, scroll: front.scroll, newPath: newPath)
      ?? cellsAhead.withUnsafeBufferPointer {
        Anchor.find(in: $0, scroll: front.scroll, newPath: newPath)
      }
  }

  /// The path after the batch of the item that takes the place of the one at `old`: the same item, or the
  /// one that a reload puts there. Of a reloaded section that is the item with the same number; nil
  /// where the section has fewer items now.
  private func newPath(of old: ItemPath) -> ItemPath? {
    guard let path = plan.newPlace(of: old), shape.itemCounts.indices.contains(path.section),
      path.item < Int(shape.itemCounts[path.section])
    else { return nil }
    return path
  }
}

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
