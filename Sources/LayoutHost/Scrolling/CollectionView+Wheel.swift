// SPDX-License-Identifier: Apache-2.0
//
// Scrolling by a wheel.

import LayoutModel

extension CollectionView {
  /// A wheel turns: the content offset changes by `movement`, as far as the edges allow, and what was
  /// moving stops. Over a section that scrolls across, the part of it along the track moves that section.
  ///
  /// - Parameter place: Of the pointer in the viewport; nil moves the content alone.
  /// - Throws: `not-finite`; what the frame gave.
  public func scrollWheel(by movement: Vector, at place: Point? = nil) throws(LayoutError) {
    try noted(.wheel(movement, at: place)) { () throws(LayoutError) in
      try Self.checkFinite(movement: movement)
      try layoutIfNeeded()
      guard let movement = try CrossScrollPass(view: self).turnWheel(by: movement, at: place) else {
        return
      }
      let wanted = Point(x: contentOffset.x + movement.dx, y: contentOffset.y + movement.dy)
      try setContentOffset(contentOffsetEdges.clamp(wanted))
    }
  }
}
