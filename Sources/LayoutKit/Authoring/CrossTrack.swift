// SPDX-License-Identifier: Apache-2.0
//
// A section that scrolls across the view.

import LayoutABI

/// The present place of a section that scrolls by itself, across the scroll direction of the view.
public struct CrossTrack {
  /// The section, a number in the present data.
  public var section: Int
  /// The visible strip, in content coordinates.
  public var frame: Rect
  /// The length of the whole content along the track, points.
  public var contentLength: Double
  /// The offset of that content, points, as passed to ``Layout/setCrossOffset(_:ofSection:)``; the
  /// kit limits it to the ends for the host.
  public var offset: Double
  /// True when the track runs from top to bottom; from left to right otherwise.
  public var isVertical: Bool

  /// A track from left to right, unless `isVertical`.
  public init(
    section: Int, frame: Rect, contentLength: Double, offset: Double, isVertical: Bool = false
  ) {
    self.section = section
    self.frame = frame
    self.contentLength = contentLength
    self.offset = offset
    self.isVertical = isVertical
  }

  /// The largest offset: the length of the content beyond the strip.
  public var end: Double {
    let rest = contentLength - (isVertical ? frame.height : frame.width)
    return rest > 0 ? rest : 0
  }

  /// The record for the host.
  var record: layout_cross_track {
    layout_cross_track(
      frame: frame, content_length: contentLength, offset: min(max(offset, 0), end),
      section: UInt32(truncatingIfNeeded: section),
      flags: isVertical ? LAYOUT_CROSS_VERTICAL : 0)
  }

  /// Returns true when the point is inside the strip or on its edge.
  func contains(_ point: Point) -> Bool {
    point.x >= frame.x && point.x <= frame.x + frame.width && point.y >= frame.y
      && point.y <= frame.y + frame.height
  }
}
