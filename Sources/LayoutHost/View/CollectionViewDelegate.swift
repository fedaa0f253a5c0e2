// SPDX-License-Identifier: Apache-2.0
//
// What a collection view tells its app.

import LayoutModel
import LayoutRuntime

/// Notices of a collection view; each has an empty default. A method must not change the collection
/// view while it is told of a view that comes or goes; that frame is not over yet.
public protocol CollectionViewDelegate: AnyObject {
  /// The view of an element is about to be shown.
  func collectionView(_ collectionView: CollectionView, willDisplay view: ReusableView)
  /// The view of an element was taken off the screen.
  func collectionView(_ collectionView: CollectionView, didEndDisplaying view: ReusableView)
  /// The content offset changed; the frame at the new offset is done.
  func collectionViewDidScroll(_ collectionView: CollectionView)
  /// A notice of the layout, delivered after the frame in which it was posted.
  func collectionView(_ collectionView: CollectionView, didReceive event: LayoutEvent)
}

extension CollectionViewDelegate {
  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, willDisplay view: ReusableView) {}
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, didEndDisplaying view: ReusableView
  ) {}
  /// Does nothing.
  public func collectionViewDidScroll(_ collectionView: CollectionView) {}
  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, didReceive event: LayoutEvent) {}
}
