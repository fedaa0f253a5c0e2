// SPDX-License-Identifier: Apache-2.0
//
// Rows of pictures with their own proportions, scaled so that each row fills the width.

import LayoutABI

/// Puts items side by side in rows and scales each row to the width, section by section.
///
/// All items of a row have the same height, and each has the width of its proportions. The breaks
/// of all rows of a section are found together: the rows come as near to ``targetHeight`` as
/// possible. The query `aspectRatioForItem` gives the proportions of items.
///
/// With horizontal scrolling, rows become columns: they are side by side, and each fills the
/// height.
///
/// An item takes 25 bytes and a row 24. A section whose items have equal proportions needs no memory
/// per item.
open class GalleryLayout: SectionedLayout {
  /// The axis that the content scrolls along; rows run across it.
  public let scrollDirection = Property(
    "scrollDirection", ScrollDirection.vertical, help: "The axis that the content scrolls along.")
  /// The height that rows approximate.
  public let targetHeight = Property(
    "targetHeight", 200.0, minimum: 1, maximum: 1_000_000, unit: "pt",
    help: "Height that rows come near; their width where the content scrolls horizontally.")
  /// The room between the items of a row.
  public let itemSpacing = Property(
    "itemSpacing", 8.0, minimum: 0, maximum: 1_000_000, unit: "pt",
    help: "Room between two items of a row.")
  /// The room between rows.
  public let rowSpacing = Property(
    "rowSpacing", 8.0, minimum: 0, maximum: 1_000_000, unit: "pt", help: "Room between two rows.")
  /// The rule for a section's last row when it is too short to fill the width.
  public let lastRow = Property(
    "lastRow", LastRow.natural,
    help:
      "A section's last row: as high as the target, at the start or in the middle, or justified.")
  /// The proportion of an item without an answer of the app.
  public let aspectRatio = Property(
    "aspectRatio", 1.0, minimum: 0.05, maximum: 20, unit: "1",
    help: "Width divided by height of an item that the app gives no ratio.")
  /// The minimal proportion; narrower items are widened to it.
  public let minimumAspectRatio = Property(
    "minimumAspectRatio", 0.25, minimum: 0.05, maximum: 1, unit: "1",
    help: "Least ratio of width to height; narrower items are laid out with it.")
  /// The maximal proportion; wider items are narrowed to it.
  public let maximumAspectRatio = Property(
    "maximumAspectRatio", 4.0, minimum: 1, maximum: 20, unit: "1",
    help: "Greatest ratio of width to height; wider items are laid out with it.")
  /// True when headers stay on screen while their section is visible.
  public let headersPin = Property(
    "sectionHeadersPinToVisibleBounds", false,
    help: "Whether headers stay on screen while their section is there.")
  /// True when footers stay on screen while their section is visible.
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
      stack.records[section].alongSpacing = rowSpacing.value
      stack.records[section].acrossSpacing = itemSpacing.value
    }
  }
}

// MARK: - The items of sections
//
// The items of sections as rows that fill the width: the frames of items, and the items in a
// rectangle.

/// Rows of items, each scaled to the width.
final class GalleryBodies: SectionBodies {
  private let target: Double
  private let lastRow: LastRow
  /// The items of each section, by the number in the section's record.
  private var sections: [GalleryItems?] = []
  private var free: [Int] = []

  init(target: Double, lastRow: LastRow) {
    self.target = target
    self.lastRow = lastRow
  }

  override func read(
    _ record: inout SectionRecord, section: Int, _ answers: SizeAnswers
  ) throws(LayoutError) {
    let items = try GalleryItems(answers, section: section, count: record.itemCount)
    if let place = free.popLast() {
      sections[place] = items
      record.place = place
    } else {
      sections.append(items)
      record.place = sections.count - 1
    }
  }

  override func release(_ record: SectionRecord) {
    sections[record.place] = nil
    free.append(record.place)
  }

  override func sized(_ item: Int, _ record: SectionRecord) -> SizedItem {
    SizedItem(item: item, size: sections[record.place]?.sizes[item] ?? Size(width: 1, height: 1))
  }

  override func reserve(
    for changes: [ItemChanges], _ stack: borrowing SectionStack
  ) throws(LayoutError) {
    for section in stack.all where !changes[section].isEmpty {
      try reserve(for: changes[section], stack.records[section])
    }
  }

  private func reserve(
    for changes: ItemChanges, _ record: SectionRecord
  ) throws(LayoutError) {
    try sections[record.place]?.reserve(for: changes)
  }

  override func apply(
    _ changes: ItemChanges, to record: inout SectionRecord, _ direction: ScrollDirection
  ) {
    guard let items = sections[record.place] else { return }
    let first = items.apply(changes)
    record.itemCount = items.sizes.count
    record.body = items.layOut(rules(record), rowSpacing: record.alongSpacing, from: first)
  }

  override func layOut(_ record: inout SectionRecord, _ direction: ScrollDirection) {
    guard let items = sections[record.place] else { return }
    record.body = items.layOut(rules(record), rowSpacing: record.alongSpacing, from: 0)
  }

  private func rules(_ record: SectionRecord) -> RowRules {
    RowRules(
      target: target, spacing: record.acrossSpacing, width: min(record.room, RowRules.widthLimit),
      lastRow: lastRow)
  }

  override func frame(_ item: Int, _ record: SectionRecord, _ direction: ScrollDirection) -> Rect {
    guard let items = sections[record.place] else { return .zero }
    var frame = Rect.zero
    forEach(ofRow: items.rows.row(of: item), items, record, direction) {
      if $0 == item { frame = $1 }
    }
    return frame
  }

  override func visit(
    _ section: Int, _ record: SectionRecord, _ direction: ScrollDirection, in rect: Rect,
    _ visit: CellVisitor
  ) {
    guard record.itemCount > 0, let items = sections[record.place] else { return }
    let span = direction.along(rect)
    var row = partition(0..<items.rows.count) {
      let row = items.rows[$0]
      return record.bodyStart + row.top + row.height < span.start
    }
    while row < items.rows.count, record.bodyStart + items.rows[row].top <= span.end {
      forEach(ofRow: row, items, record, direction) { item, frame in
        if frame.intersects(rect) { visit(section, item, frame) }
      }
      row += 1
    }
  }

  /// Calls `body` with the items of a row and their frames, in order.
  @inline(__always)
  private func forEach(
    ofRow number: Int, _ items: GalleryItems, _ record: SectionRecord, _ direction: ScrollDirection,
    _ body: (_ item: Int, _ frame: Rect) -> Void
  ) {
    let row = items.rows[number]
    let range = items.rows.items(number)
    let end = record.side + rules(record).width
    var across = record.side + lead(number, row, range, items, record)
    for item in range {
      // The last item ends at the end of its row, without a rounding error.
      let breadth = max(0, min(items.sizes[item].width * row.height, end - across))
      body(
        item,
        direction.rect(
          along: record.bodyStart + row.top, across: across, length: row.height, breadth: breadth))
      across += breadth + record.acrossSpacing
    }
  }

  /// Returns the distance of a row from the leading side, points.
  private func lead(
    _ number: Int, _ row: GalleryRow, _ range: Range<Int>, _ items: GalleryItems,
    _ record: SectionRecord
  ) -> Double {
    guard lastRow == .centered, number == items.rows.count - 1 else { return 0 }
    var breadth = Double(range.count - 1) * record.acrossSpacing
    for item in range { breadth += items.sizes[item].width * row.height }
    return max(0, record.room - breadth) / 2
  }
}
