// SPDX-License-Identifier: Apache-2.0
//
// Where a collection view gets its counts and its views, and what a data source may offer besides.

import LayoutEngine
import LayoutModel

/// The app's side of the data: counts and views. The layout places, the data source supplies.
///
/// Called synchronously, in the isolation of the collection view. Counts are read once for each
/// state of the data; tell the view with `reloadData()` when they change. What a method throws ends
/// the frame with an error that names the method, and the last good frame stays.
public protocol CollectionViewDataSource: AnyObject {
  /// The number of sections; 1 unless implemented.
  func numberOfSections(in collectionView: CollectionView) throws -> Int

  /// The number of items that every section has; nil unless implemented, and then each section is
  /// asked for its own. With a number no section is asked: a million of them cost no time and no memory.
  func numberOfItemsInEverySection(in collectionView: CollectionView) throws -> Int?

  /// The number of items in `section`.
  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) throws -> Int

  /// The cell for an item, dequeued from `collectionView` for this path and filled.
  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws -> Cell

  /// The view for a supplementary element such as a section's header, dequeued from `collectionView`
  /// for this kind and path and filled. Throws `no-supplementary-view` unless implemented.
  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: String,
    at path: ItemPath
  ) throws -> ReusableView
}

extension CollectionViewDataSource {
  /// One section.
  public func numberOfSections(in collectionView: CollectionView) throws -> Int { 1 }

  /// No number: each section has its own.
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
// Data whose items can be told apart after everything was read anew.

/// A data source that knows its items by identity. The selection then survives `reloadData()`, which
/// clears it otherwise: a path alone may name another item afterwards. Both methods are called for each
/// selected item, and are best answered in constant time.
public protocol ItemIdentifying: CollectionViewDataSource {
  /// The identity of the item at a path; nil when there is no such item.
  func identity(ofItemAt path: ItemPath) -> AnyHashable?
  /// Returns the path of the item now; nil when it is gone.
  func path(ofItemWithIdentity identity: AnyHashable) -> ItemPath?
}

// MARK: - Reordering
//
// Data whose items people may put elsewhere.

/// A data source that takes part in interactive reordering.
///
/// While an item is held nothing of the data changes: the collection view shows another order than
/// the data has, and asks for cells and sizes by the paths of the data. Only the drop moves the item,
/// once.
public protocol ReorderingDataSource: CollectionViewDataSource {
  /// Returns true when a person may move the item; yes unless implemented.
  func collectionView(_ collectionView: CollectionView, canMoveItemAt path: ItemPath) -> Bool

  /// A person dropped the item from `path` at `target`, its path after the move. The view shows it
  /// there already.
  ///
  /// - Throws: Anything, when the item cannot be moved and the data is as it was; the view then shows
  ///   the order from before.
  func collectionView(
    _ collectionView: CollectionView, moveItemAt path: ItemPath, to target: ItemPath) throws
}

extension ReorderingDataSource {
  /// Yes.
  public func collectionView(
    _ collectionView: CollectionView, canMoveItemAt path: ItemPath
  ) -> Bool { true }
}

// MARK: - Prefetching

/// Hears of items that scrolling will soon bring into sight, so that slow data can be fetched ahead.
///
/// Called after a frame, in the isolation of the collection view. An item is asked for at most once
/// until it is cancelled or shown. After a change of the data the paths of before mean nothing: they
/// are forgotten, not cancelled, and what lies ahead then is asked for anew.
public protocol CollectionViewDataSourcePrefetching: AnyObject {
  /// These items are likely to come into sight, the next one first.
  func collectionView(_ collectionView: CollectionView, prefetchItemsAt paths: [ItemPath])
  /// These are no longer likely to: scrolling turned, or went past them. Does nothing unless
  /// implemented.
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
// The data of a collection view that nobody gave any.

/// Stands in for a missing data source, so that the frame path unwraps nothing for each element: an
/// object that is also held weakly is slow to count, and unwrapping counts.
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
      .noDataSource, "nobody supplies views for what the layout shows; set dataSource")
  }
}
