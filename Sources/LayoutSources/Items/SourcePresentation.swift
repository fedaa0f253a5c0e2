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
  /// The factor that the person who looks chose, 0.5 to 4; the view's own comes on top. The next
  /// ``ItemSource/attach(to:room:settings:)`` or ``ItemSource/answer(_:room:)`` goes by it.
  public var chosenScale = 1.0 {
    didSet { chosenScale = chosenScale.isFinite ? chosenScale.clamped(to: 0.5...4) : 1 }
  }
  /// From the leading edge of a heading to its first mark: the inset of the items below it, points.
  public private(set) var headingMargin: Double?

  /// True under a layout that places rows and columns: then a source of rows has a section for each.
  public internal(set) var isTable = false
  /// The number of columns that the layout keeps on screen, which name the rows.
  var pinnedColumnCount = 0
  /// True when the view reads from right to left.
  var isRightToLeft = false
  /// The look of a table's columns, once it was found out.
  var columnLooks: [ColumnLook]?

  /// The usual presentation.
  public init() {}

  /// The factor for a view with `room` for its content.
  public func scale(in room: Size) -> Double { TextScale.factor(for: room) * chosenScale }

  /// Follows a layout and the room for its content.
  func follow(_ layout: CollectionLayout, room: Size) throws(LayoutError) {
    textScale = scale(in: room)
    pinnedColumnCount = isTable ? try layout.integer("pinnedColumns") ?? 0 : 0
    if let inset = try layout.pageInset() {
      headingMargin = inset.left
    } else if layout.asks("insetForSection") || layout.hasStandard("sectionInset") {
      headingMargin = try layout.sectionInset(textScale).left
    } else {
      headingMargin = nil
    }
  }
}
