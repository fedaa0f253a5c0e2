// SPDX-License-Identifier: Apache-2.0
//
// Where one element is and how it looks, as a value that a layout may change.

import LayoutABI

/// The attributes from which an element starts or to which it goes. Its custom fields stay as
/// they are.
public struct ElementAttributes {
  /// Content coordinates, points.
  public var frame: Rect
  /// Larger is nearer to the viewer.
  public var zIndex: Int32
  /// Opacity, 0 to 1.
  public var alpha: Float
  /// Laid out, but not shown.
  public var isHidden: Bool
  /// About the frame's centre; nil for none.
  public var transform: Transform?
}
