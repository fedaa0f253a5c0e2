// SPDX-License-Identifier: Apache-2.0
//
// The measures of a section's heading and of the room around sections.

import LayoutModel

/// Lengths in points, for the source that sizes headings and the painter that draws them.
public enum HeadingMetrics {
  /// Height where content scrolls vertically, width where it scrolls horizontally.
  public static let extent = 56.0
  /// From the leading edge to the name; the same as the sections' own inset.
  public static let leading = 24.0
  /// The room around a section's items.
  public static let sectionInset = Insets(top: 4, left: 24, bottom: 24, right: 24)
  /// Between items and between lines.
  public static let spacing = 8.0
}
