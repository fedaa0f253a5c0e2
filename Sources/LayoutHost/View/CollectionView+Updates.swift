// SPDX-License-Identifier: Apache-2.0
//
// The app's side of changing data: in batches, and one kind of change at a time.

import LayoutEngine
import LayoutABI
import LayoutModel
import LayoutUpdates

extension CollectionView {
  /// Changes sections and items together, and shows the outcome in one frame.
  ///
  /// The block changes the app's data and states how: deletes, reloads and move sources in the indices
  /// from before, inserts and move targets in those from after, in any order. What was due before runs
  /// first. Then the counts are read anew and have to add up. In the frame that follows the layout is
  /// told of the changes, views follow their items, only what was inserted or reloaded is filled, and
  /// the anchor keeps its place.
  ///
  /// When the layout fails, the batch counts nevertheless, since the data have changed: counts,
  /// selection and anchor follow it, what stays keeps its view and its place, what is deleted or
  /// reloaded leaves, and the next frame that the layout can make shows the outcome at once.
  ///
  /// When it is animated, what stays moves from where it is on screen, in the middle of another
  /// animation too; what is inserted fades in and what is deleted fades out in its place, unless the
  /// layout says otherwise; what is reloaded does both. The views of what is gone leave at the end.
  ///
  /// - Parameters:
  ///   - animated: False shows the outcome at once.
  ///   - timing: The course; nil for that of `animation`.
  ///   - completion: Told at the end of the animation, and at once when nothing moves: true when it ran
  ///     to its end, alone or among others; false when `reloadData()` or a layout that came without
  ///     animation ended it before. Not called when this throws.
  /// - Throws: `invalid-update` when the batch contradicts itself or the counts; `nested-update` from
  ///   inside another batch, `reentrant` from inside a frame; what the block threw; what the data
  ///   source or an answer to a query gave. Counts, epoch, frame and views are then as they were; put
  ///   the data right, or call `reloadData()`. What the layout gave: the batch then counts, and is not
  ///   to be told again.
  public func performBatchUpdates(
    animated: Bool = true, timing: AnimationTiming? = nil,
    _ updates: (inout BatchUpdate) throws -> Void, completion: ((Bool) -> Void)? = nil
  ) throws(LayoutError) {
    try noted(.batch(.init(animated, timing))) { () throws(LayoutError) in
      try BatchPass(state, self).perform(
        animation.timing(isAnimated: animated, timing), onTaken: {}, updates,
        completion: completion)
    }
  }

  /// Shows items that the data source has now, by the paths that they have now.
  ///
  /// - Throws: What `performBatchUpdates` throws.
  public func insertItems(at paths: [ItemPath], animated: Bool = true) throws(LayoutError) {
    try tell(paths.map(BatchUpdate.Operation.insertItem), animated)
  }

  /// Takes away items that the data source no longer has, by the paths that they had.
  ///
  /// - Throws: What `performBatchUpdates` throws.
  public func deleteItems(at paths: [ItemPath], animated: Bool = true) throws(LayoutError) {
    try tell(paths.map(BatchUpdate.Operation.deleteItem), animated)
  }

  /// Moves an item that the data source has already moved. Its view goes along.
  ///
  /// - Throws: What `performBatchUpdates` throws.
  public func moveItem(
    at path: ItemPath, to target: ItemPath, animated: Bool = true
  ) throws(LayoutError) {
    try tell([.moveItem(from: path, to: target)], animated)
  }

  /// Fills the views of items anew, and asks the layout to place them anew.
  ///
  /// - Throws: What `performBatchUpdates` throws.
  public func reloadItems(at paths: [ItemPath], animated: Bool = true) throws(LayoutError) {
    try tell(paths.map(BatchUpdate.Operation.reloadItem), animated)
  }

  /// Shows sections that the data source has now, by the indices that they have now.
  ///
  /// - Throws: What `performBatchUpdates` throws.
  public func insertSections(_ sections: [Int], animated: Bool = true) throws(LayoutError) {
    try tell(sections.map(BatchUpdate.Operation.insertSection), animated)
  }

  /// Takes away sections that the data source no longer has, by the indices that they had.
  ///
  /// - Throws: What `performBatchUpdates` throws.
  public func deleteSections(_ sections: [Int], animated: Bool = true) throws(LayoutError) {
    try tell(sections.map(BatchUpdate.Operation.deleteSection), animated)
  }

  /// Moves a section that the data source has already moved. Its views go along.
  ///
  /// - Throws: What `performBatchUpdates` throws.
  public func moveSection(
    _ section: Int, to target: Int, animated: Bool = true
  ) throws(LayoutError) {
    try tell([.moveSection(from: section, to: target)], animated)
  }

  /// Fills all views of sections anew, whatever number of items they have now.
  ///
  /// - Throws: What `performBatchUpdates` throws.
  public func reloadSections(_ sections: [Int], animated: Bool = true) throws(LayoutError) {
    try tell(sections.map(BatchUpdate.Operation.reloadSection), animated)
  }

  /// Fills the cells of items anew in place: the data source is asked, and its dequeuing gets the cell
  /// that is on screen, as it is. Cheaper than a reload, and what is in motion or selected stays so.
  ///
  /// Items off screen need nothing: they are filled when they come into sight. Cells of layouts that
  /// hear of sizes are asked anew how large they want to be.
  ///
  /// - Throws: `unknown-item` before anything is filled; `other-view` when the data source dequeues
  ///   another reuse identifier than before, and what it threw: the items before that one are then
  ///   filled. What the layout gave in a frame that was due: all items are then filled.
  public func reconfigureItems(at paths: [ItemPath]) throws(LayoutError) {
    try noted(.reconfigure(paths)) { () throws(LayoutError) in
      try ReconfigurePass(state, self).run(paths)
    }
  }

  /// Tells of changes that the data source has made already. Nothing that was due runs before, since
  /// it would run over the changed data; the one frame shows both.
  package func tell(
    _ operations: [BatchUpdate.Operation], _ animated: Bool
  ) throws(LayoutError) {
    try noted(.changes(operations, .init(animated))) { () throws(LayoutError) in
      try BatchPass(state, self).tell(
        operations, animation.timing(isAnimated: animated, nil))
    }
  }
}
