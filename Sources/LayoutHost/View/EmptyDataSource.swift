// SPDX-License-Identifier: Apache-2.0
//
// The data of a collection view that nobody gave any.

import LayoutEngine
import LayoutModel

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
