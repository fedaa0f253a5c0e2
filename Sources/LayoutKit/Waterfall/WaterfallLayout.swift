// SPDX-License-Identifier: Apache-2.0
//
// Columns of items with heights of their own.

import LayoutABI

/// Lets items flow down columns of equal width, section by section. Scrolls vertically.
///
/// An item takes its column's width and keeps the height that the app answers to `sizeForItem`, or
/// 50 points. A section whose items are all equal costs nothing an item; otherwise an item takes 26
/// bytes.
open class WaterfallLayout: SectionedLayout {
  /// How many columns, unless `columnWidth` says otherwise.
  public let columnCount = Property(
    "columnCount", 2, minimum: 1, maximum: 1000, unit: "1", help: "Columns side by side.")
  /// The least width of a column.
  public let columnWidth = Property(
    "columnWidth", Double?.none, minimum: 1, unit: "pt",
    help: "As many columns as fit of this width, instead of columnCount; they widen to fill.")
  /// Room between columns.
  public let columnSpacing = Property(
    "columnSpacing", 10.0, minimum: 0, unit: "pt", help: "Room between two columns.")
  /// Room between the items of a column.
  public let rowSpacing = Property(
    "rowSpacing", 10.0, minimum: 0, unit: "pt", help: "Room between two items of a column.")
  /// In which column an item goes.
  public let order = Property(
    "order", ColumnOrder.shortestFirst, help: "In which column the next item goes.")

  open override var properties: [AnyProperty] {
    [
      columnCount, columnWidth, columnSpacing, rowSpacing, sectionInset, order,
      headerReferenceSize, footerReferenceSize,
    ] + backgroundProperties
  }

  open override var queries: [AnyQuery] { [sizeForItem, insetForSection, headerSize, footerSize] }

  override func makeBodies(itemCount: Int) throws(LayoutError) -> SectionBodies {
    let number: ColumnNumber =
      if let width = columnWidth.value { .width(width) } else { .count(columnCount.value) }
    return try WaterfallBodies(number, order.value)
  }

  override func readSpacings(
    _ stack: borrowing SectionStack, _ sections: Range<Int>
  ) throws(LayoutError) {
    for section in sections {
      stack.records.start[section].alongSpacing = rowSpacing.value
      stack.records.start[section].acrossSpacing = columnSpacing.value
    }
  }

  open override var abilities: Abilities { super.abilities.union(.selfSizing) }

  /// Cells get the height that their views prefer; their width is the column's.
  /// - Complexity: O(the items behind it in the section).
  open override func setPreferredSize(
    _ preferred: Size, for element: ElementName, original: Size
  ) throws(LayoutError) -> Marks {
    preferred.height == original.height ? [] : try resize(element, to: preferred)
  }
}
