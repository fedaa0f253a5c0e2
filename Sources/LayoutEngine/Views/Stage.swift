// SPDX-License-Identifier: Apache-2.0
//
// Where views go to be seen: a window, a picture, a web page, a test.

import LayoutModel

/// Receives what happens to views, and nothing else: a stage never asks the engine back.
///
/// For one view the order is make, then any number of rounds of bind, apply…, recycle, and perhaps
/// a drop at the end.
public protocol Stage: AnyObject {
  /// A view was made.
  func make(_ view: ReusableView)
  /// The view was filled for another element; its `content` is new.
  func bind(_ view: ReusableView)
  /// The view's `attributes` or `pixels` changed.
  func apply(_ attributes: LayoutAttributes, pixels: Rect, to view: ReusableView)
  /// The view left the screen and waits in its pool.
  func recycle(_ view: ReusableView)
  /// A waiting view was let go because its pool was full; it never comes back. Does nothing unless
  /// implemented.
  func drop(_ view: ReusableView)
  /// A cell on screen was selected, deselected, touched or let go. Does nothing unless implemented.
  func restyle(_ cell: Cell)
}

extension Stage {
  /// Does nothing.
  public func drop(_ view: ReusableView) {}
  /// Does nothing.
  public func restyle(_ cell: Cell) {}
}

/// One element on screen.
public struct VisibleElement {
  /// The view that shows it.
  public let view: ReusableView
  /// The attributes now, in content coordinates, mirrored for right-to-left.
  public let attributes: LayoutAttributes
  /// Its frame with every edge on a whole pixel, in points.
  public let pixels: Rect
  /// The size of the element where it belongs, in points: while it moves, its frame may be of
  /// another size.
  public let restingSize: Size
  /// True when it is on its way out: the layout no longer has it here, and its view goes at
  /// the end of the animation. It takes no touches.
  public var isLeaving = false
}
