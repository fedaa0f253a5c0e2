// SPDX-License-Identifier: Apache-2.0
//
// Columns of items with heights of their own.

import LayoutABI

/// Places items in columns of equal width, section by section.
///
/// An item has its column's width and the height from the app's answer to `sizeForItem`, or 50 points.
/// It takes as many neighbouring columns as the app answers to `columnSpan`, or one, and is then below
/// the deepest of them. With horizontal scrolling, columns are horizontal, their width is a height, and
/// items keep their widths; "left" means the upper side then.
///
/// With `lanes` stable an item keeps its column while other items are inserted, deleted and resized: only
/// the items below them in the same column move. A new item goes to the column that `order` gives behind
/// the items before it. Items take one column then; `columnSpan` is not asked. They are placed again when
/// the number of columns or the room between them changes, or when everything is asked for again.
/// Inserting, deleting and resizing takes O(columns · log *n*); an item takes up to 35 bytes.
///
/// With `order` gridLanes items are placed like those of `display: grid-lanes` in a browser: of the columns that end
/// at most `flowTolerance` behind the first end, in the next column behind the last item, so that equal columns are
/// filled in reading order. If the app answers `columnStart` for an item, the item begins in that column.
///
/// With `packing` dense an item goes into an earlier opening, as with `grid-lanes-pack: dense` in a browser: the
/// first place in neighbouring columns that it fits while all others stay. Of the openings above the place that
/// `order` gives, or beside it and nearer to the first column, it takes the topmost, of equal ones the first in the
/// direction of the order; with gridLanes those at most `flowTolerance` below the topmost are equal. An item with a
/// `columnStart` looks in its columns only. The order continues as if the item had not come. Only items that span
/// leave gaps: without `columnSpan`, and with stable lanes, nothing changes. An item takes O(columns · span) and a
/// step for each 64 gaps that are too short; after a change the items before it are read again.
///
/// A section with equal items needs no memory per item; otherwise an item takes 26 bytes, or 38 if
/// items span or choose a column, or with gridLanes, and 4 more in an opening.
open class WaterfallLayout: SectionedLayout {
  /// The axis that the content scrolls along and that columns extend along.
  public let scrollDirection = Property(
    "scrollDirection", ScrollDirection.vertical,
    help: "The axis that the content scrolls along, and that columns grow along.")
  /// The number of columns, unless `columnWidth` is set.
  public let columnCount = Property(
    "columnCount", 2, minimum: 1, maximum: 1000, unit: "1", help: "Columns side by side.")
  /// The minimal width of a column.
  public let columnWidth = Property(
    "columnWidth", Double?.none, minimum: 1, unit: "pt",
    help: "As many columns as fit of this width, instead of columnCount; they widen to fill.")
  /// The room between columns.
  public let columnSpacing = Property(
    "columnSpacing", 10.0, minimum: 0, unit: "pt", help: "Room between two columns.")
  /// The room between the items of a column.
  public let rowSpacing = Property(
    "rowSpacing", 10.0, minimum: 0, unit: "pt", help: "Room between two items of a column.")
  /// The rule that chooses the column of an item.
  public let order = Property(
    "order", ColumnOrder.shortestFirst, help: "In which column the next item goes.")
  /// The maximal difference of ends at which grid lanes count as equal.
  public let flowTolerance = Property(
    "flowTolerance", 16.0, minimum: 0, unit: "pt",
    help: "With gridLanes: columns whose ends differ by this much at most are filled in turn.")
  /// The handling of the gaps above items that span columns.
  public let packing = Property(
    "packing", ColumnPacking.sparse,
    help: "Sparse leaves the gaps above items that span; dense fills them with later items.")
  /// The handling of the items behind a change.
  public let lanes = Property(
    "lanes", ColumnLanes.free,
    help: "Free places items anew behind a change; stable leaves each in its column.")

  /// The number of columns that an item takes.
  public let columnSpan = Query<Int64>(
    "columnSpan", help: "How many neighbouring columns an item takes: 1, or up to all of them.")

  /// The column in which an item begins.
  public let columnStart = Query<Int64>(
    "columnStart",
    help: "The column in which an item begins, counted from 1; 0 lets the order choose.")

  open override var properties: [AnyProperty] {
    [
      columnCount, columnWidth, columnSpacing, rowSpacing, sectionInset, order, flowTolerance,
      packing, lanes,
      headerReferenceSize, footerReferenceSize, scrollDirection,
    ] + backgroundProperties
  }

  open override var queries: [AnyQuery] {
    [sizeForItem, insetForSection, headerSize, footerSize, columnSpan, columnStart]
  }

  override var axis: ScrollDirection { scrollDirection.value }

  override var sizeAnswers: SizeAnswers {
    SizeAnswers(query: sizeForItem, standard: standardItemSize, claims: claimAnswers)
  }

  private var claimAnswers: ClaimAnswers? {
    guard lanes.value == .free, columnSpan.isBound || columnStart.isBound else { return nil }
    return ClaimAnswers(
      spans: columnSpan.isBound ? columnSpan : nil,
      starts: columnStart.isBound ? columnStart : nil)
  }

  override func makeBodies(itemCount: Int) throws(LayoutError) -> SectionBodies {
    let number: ColumnNumber =
      if let width = columnWidth.value { .width(width) } else { .count(columnCount.value) }
    let rule = ColumnRule(
      order: order.value, tolerance: flowTolerance.value, packing: packing.value)
    if lanes.value == .stable { return try LaneBodies(number, rule) }
    return try WaterfallBodies(number, rule)
  }

  override func readSpacings(
    _ stack: borrowing SectionStack, _ sections: Range<Int>
  ) throws(LayoutError) {
    for section in sections {
      stack.records[section].alongSpacing = rowSpacing.value
      stack.records[section].acrossSpacing = columnSpacing.value
    }
  }

  open override var abilities: Abilities { super.abilities.union(.selfSizing) }

  /// Gives cells the height that their views prefer; their width is that of their columns. With horizontal
  /// scrolling it is the reverse.
  /// - Complexity: The `prepare` that follows places the items behind the first such cell of a section, once for
  ///   all cells; with stable lanes in O(columns · log *n*) for each.
  open override func setPreferredSize(
    _ preferred: Size, for element: ElementID, original: Size
  ) throws(LayoutError) -> Marks {
    axis.along(preferred) == axis.along(original) ? [] : resize(element, to: preferred)
  }
}

// MARK: - Columns
//
// The items of sections in columns: the frames of items, and the items in a rectangle.

/// Columns of items.
final class WaterfallBodies: SectionBodies {
  private let number: ColumnNumber
  private let rule: ColumnRule
  /// The items of each section, by the number in the section's record.
  private var sections: [ColumnItems?] = []
  private var free: [Int] = []
  /// One number for each column, for the section that is being handled.
  private let scratch: Room<Int32>

  init(_ number: ColumnNumber, _ rule: ColumnRule) throws(LayoutError) {
    scratch = try Room(capacity: ColumnNumber.limit)
    self.number = number
    self.rule = rule
  }

  private var order: ColumnOrder { rule.order }

  override func read(
    _ record: inout SectionRecord, section: Int, _ answers: SizeAnswers
  ) throws(LayoutError) {
    let items = unsafe try ColumnItems(
      answers, section: section, count: record.itemCount, rule, scratch: scratch.start)
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
    guard let items = sections[record.place] else { return super.sized(item, record) }
    return SizedItem(
      item: item, size: items.sizes[item], claim: items.spanned?.claims[item] ?? ColumnClaim())
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
    layOut(&record, direction, from: first)
  }

  override func layOut(_ record: inout SectionRecord, _ direction: ScrollDirection) {
    record.count = number.columns(in: record.room, spacing: record.acrossSpacing)
    layOut(&record, direction, from: 0)
  }

  /// Places the items from `first` on; the places of the items before it do not change.
  private func layOut(
    _ record: inout SectionRecord, _ direction: ScrollDirection, from first: Int
  ) {
    guard let items = sections[record.place] else { return }
    record.body =
      switch items.arrangement {
      case .rows: items.rows(record, direction)
      case .columns where order == .shortestFirst:
        items.fillShortest(record, direction, from: first)
      case .columns: items.fillInTurn(record, direction, from: first)
      case .spans: items.fillSpans(record, direction, from: first)
      }
  }

  override func frame(_ item: Int, _ record: SectionRecord, _ direction: ScrollDirection) -> Rect {
    guard let items = sections[record.place] else { return .zero }
    return frame(item, items, record, Columns(record), direction)
  }

  private func frame(
    _ item: Int, _ items: ColumnItems, _ record: SectionRecord, _ columns: Columns,
    _ direction: ScrollDirection
  ) -> Rect {
    let size = items.sizes[item]
    let length = direction.along(size)
    var (top, column, span) = (0.0, 0, 1)
    switch items.arrangement {
    case .rows:
      top = Double(item / columns.count) * (length + record.alongSpacing)
      // Items without length do not make their column longer: the first column stays the shortest.
      let stays = order == .shortestFirst && length + record.alongSpacing == 0
      column = stays ? 0 : turn(item, record)
    case .columns:
      top = items.tops.tops[item]
      column = order == .shortestFirst ? items.tops.column(of: item) : turn(item, record)
    case .spans:
      guard let spanned = items.spanned else { return .zero }
      top = spanned.places.top(of: item)
      column = spanned.places.column(of: item)
      span = min(Int(spanned.claims[item].span), columns.count)
    }
    return direction.rect(
      along: record.bodyStart + top, across: columns.edge(column), length: length,
      breadth: columns.breadth(span))
  }

  /// Returns the column of an item if columns are filled in turn.
  private func turn(_ item: Int, _ record: SectionRecord) -> Int {
    let column = item % record.count
    return order == .rightToLeft ? record.count - 1 - column : column
  }

  override func visit(
    _ section: Int, _ record: SectionRecord, _ direction: ScrollDirection, in rect: Rect,
    _ visit: CellVisitor
  ) {
    guard record.itemCount > 0, let items = sections[record.place] else { return }
    let columns = Columns(record)
    let span = direction.along(rect)
    func body(_ item: Int) {
      let frame = frame(item, items, record, columns, direction)
      if frame.intersects(rect) { visit(section, item, frame) }
    }
    switch items.arrangement {
    case .rows:
      Self.forEachOfRows(
        of: direction.along(items.sizes[0]), from: span.start - record.bodyStart,
        to: span.end - record.bodyStart, record, body)
    case .columns where order == .shortestFirst:
      items.tops.forEachShortest(from: span.start, to: span.end, record, body)
    case .columns: items.tops.forEachInTurn(from: span.start, to: span.end, record, body)
    case .spans: items.spanned?.places.forEach(from: span.start, to: span.end, record, body)
    }
  }

  private static func forEachOfRows(
    of length: Double, from start: Double, to end: Double, _ record: SectionRecord,
    _ body: (Int) -> Void
  ) {
    let step = length + record.alongSpacing
    let rows = (record.itemCount + record.count - 1) / record.count
    // One more row at both ends, because the quotients may be rounded.
    let first = start / step - 1
    let last = end / step + 1
    let lowest = first > 0 ? Int(min(first, Double(rows))) : 0
    let highest = last < Double(rows) ? Int(max(last, -1)) + 1 : rows
    for item in lowest * record.count..<max(lowest, highest) * record.count
    where item < record.itemCount {
      body(item)
    }
  }
}
