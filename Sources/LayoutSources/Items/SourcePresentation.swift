// SPDX-License-Identifier: Apache-2.0
//
// The scale and margins of a source's views under the layout that it is attached to.

import LayoutHost
import LayoutModel
import LayoutTypography

/// The scale and margins of a source's views. One object belongs to one source.
public final class SourcePresentation {
  /// The factor by which text, chips and margins are larger than usual.
  public private(set) var textScale = 1.0
  /// From the leading edge of a heading to its first mark: the inset of the items below it, points.
  public private(set) var headingMargin: Double?

  /// The usual presentation.
  public init() {}

  /// Follows a layout and the room for its content.
  func follow(_ layout: CollectionLayout, room: Size) throws(LayoutError) {
    textScale = TextScale.factor(for: room)
    if let inset = try layout.pageInset() {
      headingMargin = inset.left
    } else if layout.asks("insetForSection") || layout.hasProperty("sectionInset") {
      headingMargin = try layout.sectionInset(textScale).left
    } else {
      headingMargin = nil
    }
  }
}
