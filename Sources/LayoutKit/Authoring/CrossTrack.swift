// SPDX-License-Identifier: Apache-2.0
//
// A section that scrolls across the view.

import LayoutABI

/// A section that scrolls by itself, across the way the view scrolls, as it lies now.
public struct CrossTrack {
  /// The section, by the data as it is now.
  public var section: Int
  /// The visible strip, in content coordinates.
  public var frame: Rect
  /// Of all that can be scrolled to, along the track, points.
  public var contentLength: Double
  /// Of that content, points, as ``Layout/setCrossOffset(_:ofSection:)`` was told; the kit keeps it
  /// inside the ends when it tells the host.
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

  /// The largest offset: what of the content does not fit in the strip.
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

  /// Returns true when the strip has the point, edges included.
  func contains(_ point: Point) -> Bool {
    point.x >= frame.x && point.x <= frame.x + frame.width && point.y >= frame.y
      && point.y <= frame.y + frame.height
  }
}
