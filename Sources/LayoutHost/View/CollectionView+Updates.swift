// SPDX-License-Identifier: Apache-2.0
//
// The app's side of changing data: in batches, and one kind of change at a time.

import LayoutEngine
import LayoutABI
import LayoutModel
import LayoutUpdates

extension CollectionView {
  /// Changes sections and items together, and shows the result in one frame.
  ///
  /// The block changes the app's data and states the changes: deletes, reloads and move sources in
  /// the old indices, inserts and move targets in the new ones, in any order. A due frame runs
  /// first. Then the view reads the counts again and checks that they add up. In the next frame the
  /// layout receives the changes, views follow their items, only inserted and reloaded elements are
  /// filled, and the anchor keeps its place.
  ///
  /// When the layout fails, the batch is still applied, because the data have changed: counts,
  /// selection and anchor follow it, remaining elements keep their views and places, deleted and
  /// reloaded elements leave, and the next good frame of the layout shows the result at once.
  ///
  /// If animated, remaining elements move from their places on screen, even during another
  /// animation; inserted ones fade in and deleted ones fade out at their places, unless the layout
  /// chooses otherwise; reloaded ones do both. The views of deleted elements leave at the end.
  ///
  /// - Parameters:
  ///   - animated: False shows the result at once.
  ///   - timing: The course; nil for that of `animation`.
  ///   - completion: Called at the end of the animation, and at once when nothing moves: true when
  ///     it was completed, alone or with others; false when `reloadData()` or a layout without
  ///     animation ended it. Not called when this throws.
  /// - Throws: `invalid-update` when the batch contradicts itself or the counts; `nested-update`
  ///   from inside another batch, `reentrant` from inside a frame; the error of the block, the data
  ///   source or an answer to a query. Counts, epoch, frame and views are then unchanged; correct
  ///   the data, or call `reloadData()`. The layout's error: the batch is then applied, and must
  ///   not be repeated.
  public func performBatchUpdates(
    animated: Bool = true, timing: AnimationTiming? = nil,
    _ updates: (inout BatchUpdate) throws -> Void, completion: ((Bool) -> Void)? = nil
  ) throws(LayoutError) {
    try noted(.batch(.init(animated, timing))) { () throws(LayoutError) in
      try BatchPass(state, self).perform(
        animation.timing(isAnimated: animated, timing), onApplied: {}, updates,
        completion: completion)
    }
  }

  /// Shows new items of the data source, by their new paths.
  ///
  /// - Throws: The errors of `performBatchUpdates`.
  public func insertItems(at paths: [ItemPath], animated: Bool = true) throws(LayoutError) {
    try tell(paths.map(BatchUpdate.Operation.insertItem), animated)
  }

  /// Removes items that the data source no longer has, by their old paths.
  ///
  /// - Throws: The errors of `performBatchUpdates`.
  public func deleteItems(at paths: [ItemPath], animated: Bool = true) throws(LayoutError) {
    try tell(paths.map(BatchUpdate.Operation.deleteItem), animated)
  }

  /// Moves an item that the data source has already moved, with its view.
  ///
  /// - Throws: The errors of `performBatchUpdates`.
  public func moveItem(
    at path: ItemPath, to target: ItemPath, animated: Bool = true
  ) throws(LayoutError) {
    try tell([.moveItem(from: path, to: target)], animated)
  }

  /// Fills the views of items again, and lets the layout place them again.
  ///
  /// - Throws: The errors of `performBatchUpdates`.
  public func reloadItems(at paths: [ItemPath], animated: Bool = true) throws(LayoutError) {
    try tell(paths.map(BatchUpdate.Operation.reloadItem), animated)
  }

  /// Shows new sections of the data source, by their new indices.
  ///
  /// - Throws: The errors of `performBatchUpdates`.
  public func insertSections(_ sections: [Int], animated: Bool = true) throws(LayoutError) {
    try tell(sections.map(BatchUpdate.Operation.insertSection), animated)
  }

  /// Removes sections that the data source no longer has, by their old indices.
  ///
  /// - Throws: The errors of `performBatchUpdates`.
  public func deleteSections(_ sections: [Int], animated: Bool = true) throws(LayoutError) {
    try tell(sections.map(BatchUpdate.Operation.deleteSection), animated)
  }

  /// Moves a section that the data source has already moved, with its views.
  ///
  /// - Throws: The errors of `performBatchUpdates`.
  public func moveSection(
    _ section: Int, to target: Int, animated: Bool = true
  ) throws(LayoutError) {
    try tell([.moveSection(from: section, to: target)], animated)
  }

  /// Fills all views of sections again; the number of items may have changed.
  ///
  /// - Throws: The errors of `performBatchUpdates`.
  public func reloadSections(_ sections: [Int], animated: Bool = true) throws(LayoutError) {
    try tell(sections.map(BatchUpdate.Operation.reloadSection), animated)
  }

  /// Fills the cells of items again in place: the data source is called, and dequeues the cell on
  /// screen unchanged. Cheaper than a reload; motion and selection continue.
  ///
  /// Items off screen need nothing: they are filled when they become visible. In a layout with
  /// self-sizing the cells are asked again for their preferred sizes.
  ///
  /// - Throws: `unknown-item` before anything is filled; `other-view` when the data source dequeues
  ///   another reuse identifier than before, and its own error: if items were filled before it, the
  ///   next frame reads the data again and fills all cells. The layout's error in a due frame: all
  ///   items are then filled.
  public func reconfigureItems(at paths: [ItemPath]) throws(LayoutError) {
    try noted(.reconfigure(paths)) { () throws(LayoutError) in
      try ReconfigurePass(state, self).run(paths)
    }
  }

  /// Reports changes that the data source has already made. No due frame runs before, because it
  /// would use the changed data; one frame shows both.
  ///
  /// - Parameters:
  ///   - timing: The course; nil for that of `animation`.
  ///   - onApplied: Called once the view has applied the changes, on screen or not.
  ///   - completion: As that of `performBatchUpdates`.
  /// - Throws: The errors of `performBatchUpdates`.
  package func tell(
    _ operations: [BatchUpdate.Operation], _ animated: Bool, timing: AnimationTiming? = nil,
    onApplied: () -> Void = {}, completion: ((Bool) -> Void)? = nil
  ) throws(LayoutError) {
    try noted(.changes(operations, .init(animated, timing))) { () throws(LayoutError) in
      try BatchPass(state, self).showChangesMade(
        operations, animation.timing(isAnimated: animated, timing), onApplied: onApplied,
        completion: completion)
    }
  }
}
