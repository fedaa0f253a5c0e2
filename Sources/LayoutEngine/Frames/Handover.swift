// SPDX-License-Identifier: Apache-2.0
//
// What a frame has to know of a layout that takes over, beside which one it is.

import LayoutModel

/// The way in which a layout comes to a view.
struct Handover {
  /// The viewport for which it prepared over the same data; nil when it has to prepare.
  var preparedBounds: Rect?
  /// True when the content offset is right as it is: nothing else is to keep its place.
  var keepsOffset = false
}
