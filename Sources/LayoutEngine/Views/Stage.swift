// SPDX-License-Identifier: Apache-2.0
//
// The destination of views: a window, a picture, a web page, a test.

import LayoutModel

/// Receives events of views. A stage never calls the engine.
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
  /// A free view was released because its pool was full; it never comes back. Does nothing by
  /// default.
  func drop(_ view: ReusableView)
  /// A cell on screen was selected, deselected, touched or released. Does nothing by default.
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
  /// The current attributes, in content coordinates, mirrored for right-to-left.
  public let attributes: LayoutAttributes
  /// Its frame with every edge on a whole pixel, in points.
  public let pixels: Rect
  /// The size of the element without animation, in points: while it moves, its frame may have
  /// another size.
  public let restingSize: Size
  /// True when it is leaving: the layout no longer has it here, and its view is recycled at the end
  /// of the animation. It receives no touches.
  public var isLeaving = false
}
