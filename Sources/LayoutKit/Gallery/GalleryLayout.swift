// SPDX-License-Identifier: Apache-2.0
//
// Rows of pictures in their own proportions, scaled so that each row fills the width.

import LayoutABI

/// Puts items side by side in rows and scales each row to the width, section by section.
///
/// All items of a row are equally high, and each is as wide as its proportions say. Where the rows
/// break is decided for all rows of a section together: ``RowBreaks`` finds the breaks whose rows come
/// nearest to ``targetHeight``. Items get their proportions from the query `aspectRatioForItem`.
///
/// Scrolling horizontally, rows become columns: they stand side by side, and each fills the height.
///
/// An item takes 25 bytes and a row 24. A section whose items have equal proportions costs nothing an
/// item.
open class GalleryLayout: SectionedLayout {
  /// The axis that the content scrolls along; rows run across it.
  public let scrollDirection = Property(
    "scrollDirection", ScrollDirection.vertical, help: "The axis that the content scrolls along.")
  /// The height that rows come near.
  public let targetHeight = Property(
    "targetHeight", 200.0, minimum: 1, maximum: 1_000_000, unit: "pt",
    help: "Height that rows come near; their width where the content scrolls horizontally.")
  /// Room between the items of a row.
  public let itemSpacing = Property(
    "itemSpacing", 8.0, minimum: 0, maximum: 1_000_000, unit: "pt",
    help: "Room between two items of a row.")
  /// Room between rows.
  public let rowSpacing = Property(
    "rowSpacing", 8.0, minimum: 0, maximum: 1_000_000, unit: "pt", help: "Room between two rows.")
  /// The rule for a section's last row when it is too short to fill the width.
  public let lastRow = Property(
    "lastRow", LastRow.natural,
    help:
      "A section's last row: as high as the target, at the start or in the middle, or justified.")
  /// The proportion of an item that the app gives none.
  public let aspectRatio = Property(
    "aspectRatio", 1.0, minimum: 0.05, maximum: 20, unit: "1",
    help: "Width divided by height of an item that the app gives no ratio.")
  /// Items that are narrower are made so wide.
  public let minimumAspectRatio = Property(
    "minimumAspectRatio", 0.25, minimum: 0.05, maximum: 1, unit: "1",
    help: "Least ratio of width to height; narrower items are laid out with it.")
  /// Items that are wider are made so narrow.
  public let maximumAspectRatio = Property(
    "maximumAspectRatio", 4.0, minimum: 1, maximum: 20, unit: "1",
    help: "Greatest ratio of width to height; wider items are laid out with it.")
  /// Keeps headers on screen while their section is.
  public let headersPin = Property(
    "sectionHeadersPinToVisibleBounds", false,
    help: "Whether headers stay on screen while their section is there.")
  /// Keeps footers on screen while their section is.
  public let footersPin = Property(
    "sectionFootersPinToVisibleBounds", false,
    help: "Whether footers stay on screen while their section is there.")

  /// The proportions of an item.
  public let aspectRatioForItem = Query<Double>(
    "aspectRatioForItem", help: "Width divided by height of an item, above 0.")

  open override var properties: [AnyProperty] {
    [
      scrollDirection, targetHeight, itemSpacing, rowSpacing, lastRow, aspectRatio,
      minimumAspectRatio, maximumAspectRatio, sectionInset, headerReferenceSize,
      footerReferenceSize, headersPin, footersPin,
    ] + backgroundProperties
  }

  open override var queries: [AnyQuery] {
    [aspectRatioForItem, insetForSection, headerSize, footerSize]
  }

  override var axis: ScrollDirection { scrollDirection.value }
  override var pinsHeaders: Bool { headersPin.value }
  override var pinsFooters: Bool { footersPin.value }

  override var sizeAnswers: SizeAnswers {
    let ratios = RatioAnswers(
      query: aspectRatioForItem, least: minimumAspectRatio.value,
      greatest: maximumAspectRatio.value, isTurned: axis == .horizontal)
    return SizeAnswers(
      query: sizeForItem, standard: ratios.share(aspectRatio.value), ratios: ratios)
  }

  override func makeBodies(itemCount: Int) throws(LayoutError) -> SectionBodies {
    GalleryBodies(target: targetHeight.value, lastRow: lastRow.value)
  }

  override func readSpacings(
    _ stack: borrowing SectionStack, _ sections: Range<Int>
  ) throws(LayoutError) {
    for section in sections {
      stack.records.start[section].alongSpacing = rowSpacing.value
      stack.records.start[section].acrossSpacing = itemSpacing.value
    }
  }
}
