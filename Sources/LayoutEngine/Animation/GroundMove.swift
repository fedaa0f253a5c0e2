// SPDX-License-Identifier: Apache-2.0
//
// How the content moved under the viewport between two frames, other than by scrolling.

import LayoutModel

/// The way of what is on screen from the content coordinates of one frame to those of the next.
struct GroundMove: Equatable {
  /// The shift: an element at p on screen stands at p + shift now.
  var shift = Vector.zero
  /// The direction changed, and the picture is turned about the middle of the viewport:
  /// x′ = reflection − x − width. Nil where nothing is turned.
  var reflection: Double?

  /// Attributes that were in content coordinates of the earlier frame, in those of the later one.
  func carry(_ attributes: LayoutAttributes) -> LayoutAttributes {
    var carried = attributes
    carried.frame = attributes.frame.offset(by: shift)
    guard let reflection else { return carried }
    carried.frame.x = reflection - attributes.frame.x - attributes.frame.width
    carried.transform = attributes.transform?.mirrored
    return carried
  }
}
