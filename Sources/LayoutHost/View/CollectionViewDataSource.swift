// SPDX-License-Identifier: Apache-2.0
//
// Where a collection view gets its counts and its views.

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
