// SPDX-License-Identifier: Apache-2.0
//
// The source of a collection view's counts and views, and optional abilities of data sources.

import LayoutEngine
import LayoutModel

/// The app's side of the data: counts and views. The layout places, the data source supplies.
///
/// Called synchronously, in the isolation of the collection view. Counts are read once for each
/// state of the data; call `reloadData()` when they change. An error of a method ends the frame
/// with an error that names the method, and the last good frame stays.
public protocol CollectionViewDataSource: AnyObject {
  /// The number of sections; 1 by default.
  func numberOfSections(in collectionView: CollectionView) throws -> Int

  /// The common number of items of all sections; nil by default, and then each section is asked for
  /// its own. With a common number no section is asked: a million of them cost no time and no
  /// memory.
  func numberOfItemsInEverySection(in collectionView: CollectionView) throws -> Int?

  /// The number of items in `section`.
  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) throws -> Int

  /// The cell for an item, dequeued from `collectionView` for this path and filled.
  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws -> Cell

  /// The view for a supplementary element such as a section's header, dequeued from
  /// `collectionView` for this kind and path and filled. Throws `no-supplementary-view` by default.
  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at path: ItemPath
  ) throws -> ReusableView
}

extension CollectionViewDataSource {
  /// One section.
  public func numberOfSections(in collectionView: CollectionView) throws -> Int { 1 }

  /// Nil: each section has its own number.
  public func numberOfItemsInEverySection(in collectionView: CollectionView) throws -> Int? { nil }

  /// Throws: a layout with supplementary elements needs an implementation.
  public func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at path: ItemPath
  ) throws -> ReusableView {
    throw LayoutError(
      .noSupplementaryView,
      "the layout shows a \(kind) at \(path), and the data source supplies no supplementary views; "
        + "implement collectionView(_:viewForSupplementaryElementOfKind:at:)")
  }
}

// MARK: - Identities
//
// Data whose items can be identified after a reload.

/// A data source that knows its items by identity. The selection then survives `reloadData()`,
/// which clears it otherwise, because a path may name another item afterwards. Both methods are
/// called for each selected item, and should take constant time.
public protocol ItemIdentifying: CollectionViewDataSource {
  /// The identity of the item at a path; nil when there is no such item.
  func identity(ofItemAt path: ItemPath) -> AnyHashable?
  /// Returns the current path of the item; nil when it is gone.
  func path(ofItemWithIdentity identity: AnyHashable) -> ItemPath?
}

// MARK: - Reordering
//
// Data whose items users may move.

/// A data source that takes part in interactive reordering.
///
/// During a movement the data does not change: the collection view shows another order than the
/// data has, and asks for cells and sizes by the paths of the data. Only the drop moves the item,
/// once.
public protocol ReorderingDataSource: CollectionViewDataSource {
  /// Returns true when a person may move the item; the default is true.
  func collectionView(_ collectionView: CollectionView, canMoveItemAt path: ItemPath) -> Bool

  /// Moves the item from `path` to `target`, its path after the move. The view shows it there
  /// already.
  ///
  /// - Throws: Any error, if the item cannot be moved and the data is unchanged; the view then
  ///   shows the old order.
  func collectionView(
    _ collectionView: CollectionView, moveItemAt path: ItemPath, to target: ItemPath) throws
}

extension ReorderingDataSource {
  /// Returns true.
  public func collectionView(
    _ collectionView: CollectionView, canMoveItemAt path: ItemPath
  ) -> Bool { true }
}

// MARK: - Prefetching

/// Receives items that scrolling will soon make visible, so that slow data can be fetched in
/// advance.
///
/// Called after a frame, in the isolation of the collection view. An item is requested at most once
/// until it is cancelled or shown. After a change of the data old paths are dropped without a
/// cancel, and the items ahead are requested again.
public protocol CollectionViewDataSourcePrefetching: AnyObject {
  /// Requests items that are likely to become visible, the next one first.
  func collectionView(_ collectionView: CollectionView, prefetchItemsAt paths: [ItemPath])
  /// Cancels items that are no longer likely: scrolling turned, or went past them. Does nothing by
  /// default.
  func collectionView(
    _ collectionView: CollectionView, cancelPrefetchingForItemsAt paths: [ItemPath])
}

extension CollectionViewDataSourcePrefetching {
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, cancelPrefetchingForItemsAt paths: [ItemPath]
  ) {}
}

// MARK: - No data
//
// The data of a collection view without a data source.

/// Replaces a missing data source, so that the frame path needs no unwrapping for each element:
/// unwrapping a weakly held object counts references, which is slow.
final class EmptyDataSource: CollectionViewDataSource {
  func numberOfSections(in collectionView: CollectionView) throws -> Int { 0 }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) throws -> Int { 0 }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws -> Cell { throw Self.error }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at path: ItemPath
  ) throws -> ReusableView { throw Self.error }

  private static var error: LayoutError {
    LayoutError(
      .noDataSource, "no data source supplies views for the elements of the layout; set dataSource")
  }
}
