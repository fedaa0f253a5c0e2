// SPDX-License-Identifier: Apache-2.0
//
// Data that takes a while to come, asked for before it is needed.

import LayoutEngine
import LayoutModel

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
