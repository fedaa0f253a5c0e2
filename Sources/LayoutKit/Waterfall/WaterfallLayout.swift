// SPDX-License-Identifier: Apache-2.0
//
// Columns of items with heights of their own.

import LayoutABI

/// Lets items flow down columns of equal width, section by section.
///
/// An item takes its column's width and keeps the height that the app answers to `sizeForItem`, or
/// 50 points. It takes as many neighbouring columns as the app answers to `columnSpan`, or one; it then
/// lies below the deepest of them. Scrolling horizontally, columns lie across, their width is a height,
/// and items keep their widths; "left" is the upper side then.
///
/// With `lanes` stable an item keeps its column while others come, go and get other sizes: only what is
/// below them in the same column moves. A new item goes to the column that `order` gives behind the items
/// before it. Items take one column then; `columnSpan` is not asked. They are placed anew when there is
/// another number of columns, another room between them, or when everything is asked for again.
/// Inserting, deleting and resizing takes O(columns · log *n*); an item takes up to 35 bytes.
///
/// A section whose items are all equal costs nothing an item; otherwise an item takes 26 bytes, and
/// 36 where items span.
open class WaterfallLayout: SectionedLayout {
  /// The axis that the content scrolls along, and that columns grow along.
  public let scrollDirection = Property(
    "scrollDirection", ScrollDirection.vertical,
    help: "The axis that the content scrolls along, and that columns grow along.")
  /// The number of columns, unless `columnWidth` says otherwise.
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

  /// The treatment of the items behind a change.
  public let lanes = Property(
    "lanes", ColumnLanes.free,
    help: "Free places items anew behind a change; stable leaves each in its column.")

  /// The number of columns that an item takes.
  public let columnSpan = Query<Int64>(
    "columnSpan", help: "How many neighbouring columns an item takes: 1, or up to all of them.")

  open override var properties: [AnyProperty] {
    [
      columnCount, columnWidth, columnSpacing, rowSpacing, sectionInset, order, lanes,
      headerReferenceSize, footerReferenceSize, scrollDirection,
    ] + backgroundProperties
  }

  open override var queries: [AnyQuery] {
    [sizeForItem, insetForSection, headerSize, footerSize, columnSpan]
  }

  override var axis: ScrollDirection { scrollDirection.value }

  override var sizeAnswers: SizeAnswers {
    SizeAnswers(
      query: sizeForItem, standard: standardItemSize,
      spans: columnSpan.isBound && lanes.value == .free ? columnSpan : nil)
  }

  override func makeBodies(itemCount: Int) throws(LayoutError) -> SectionBodies {
    let number: ColumnNumber =
      if let width = columnWidth.value { .width(width) } else { .count(columnCount.value) }
    if lanes.value == .stable { return try LaneBodies(number, order.value) }
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

  /// Cells get the height that their views prefer; their width is that of their columns. Scrolling
  /// horizontally it is the other way round.
  /// - Complexity: O(the items behind it in the section), O(columns · log *n*) with stable lanes.
  open override func setPreferredSize(
    _ preferred: Size, for element: ElementName, original: Size
  ) throws(LayoutError) -> Marks {
    axis.along(preferred) == axis.along(original) ? [] : try resize(element, to: preferred)
  }
}
