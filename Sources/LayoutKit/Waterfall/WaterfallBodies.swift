// SPDX-License-Identifier: Apache-2.0
//
// The items of sections as columns: the pass over all items, and over those behind a change.

import LayoutABI

/// The items of a section.
final class ColumnItems {
  var sizes: ItemSizes
  /// Empty when all items are equal: they stand in rows, and need no memory.
  var tops: ItemTops

  init(
    _ sizes: consuming ItemSizes, scratch: UnsafeMutablePointer<Int32>
  ) throws(LayoutError) {
    tops = try ItemTops(capacity: sizes.common == nil ? sizes.count : 0, scratch: scratch)
    self.sizes = sizes
  }
}

/// Columns of items.
final class WaterfallBodies: SectionBodies {
  private let number: ColumnNumber
  private let order: ColumnOrder
  /// By the number that a section's record keeps.
  private var sections: [ColumnItems?] = []
  private var free: [Int] = []
  /// One number for each column there may be, for whichever section is at work.
  private let scratch: Room<Int32>

  init(_ number: ColumnNumber, _ order: ColumnOrder) throws(LayoutError) {
    scratch = try Room(capacity: ColumnNumber.limit)
    self.number = number
    self.order = order
  }

  override func read(
    _ record: inout SectionRecord, section: Int, _ answers: SizeAnswers
  ) throws(LayoutError) {
    let items = try ColumnItems(
      ItemSizes(answers, section: section, count: record.itemCount), scratch: scratch.start)
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

  override func size(of item: Int, _ record: SectionRecord) -> (size: Size, isEstimate: Bool) {
    (sections[record.place].map { $0.sizes[item] } ?? .zero, false)
  }

  override func reserve(
    for changes: [ItemChanges], _ stack: borrowing SectionStack
  ) throws(LayoutError) {
    for section in stack.all where !changes[section].isEmpty {
      try reserve(for: changes[section], stack.records[section])
    }
  }

  override func reserve(
    for changes: ItemChanges, _ record: SectionRecord
  ) throws(LayoutError) {
    guard let items = sections[record.place] else { return }
    try items.sizes.reserve(for: changes)
    let keeps = items.sizes.common.map { changes.keep($0) } ?? false
    if !keeps { try items.tops.reserve(items.sizes.count + changes.placed.count) }
  }

  override func apply(
    _ changes: ItemChanges, to record: inout SectionRecord, _ direction: ScrollDirection
  ) {
    guard let items = sections[record.place] else { return }
    let wasEqual = items.sizes.common != nil
    items.sizes.apply(changes)
    record.itemCount = items.sizes.count
    layOut(&record, from: wasEqual ? 0 : changes.first)
  }

  override func layOut(_ record: inout SectionRecord, _ direction: ScrollDirection) {
    record.count = number.columns(in: record.room, spacing: record.acrossSpacing)
    layOut(&record, from: 0)
  }

  /// Places the items from `first` on; those before it are where they were.
  private func layOut(_ record: inout SectionRecord, from first: Int) {
    guard let items = sections[record.place] else { return }
    if items.sizes.common != nil {
      record.body = Self.rows(record, items)
    } else if order == .shortestFirst {
      record.body = Self.fillShortest(record, items, from: first)
    } else {
      record.body = Self.fillInTurn(record, items, from: first)
    }
  }

  /// Equal items: every column that is filled in turn is as long as the next.
  private static func rows(_ record: SectionRecord, _ items: ColumnItems) -> Double {
    let rows = (record.itemCount + record.count - 1) / record.count
    let height = items.sizes.common?.height ?? 0
    return rows == 0 ? 0 : Double(rows - 1) * (height + record.alongSpacing) + height
  }

  /// Puts each item where the column ends that ends first. The tops therefore ascend with the items.
  private static func fillShortest(
    _ record: SectionRecord, _ items: ColumnItems, from first: Int
  ) -> Double {
    let spacing = record.alongSpacing
    let sizes = items.sizes.values.start
    items.tops.restart(at: first, record)
    var deepest = 0.0
    var queue = ColumnQueue(count: record.count) { column in
      let last = items.tops.last(inColumn: column)
      guard last >= 0 else { return 0 }
      let bottom = items.tops.tops[last] + sizes[last].height
      deepest = max(deepest, bottom)
      return bottom + spacing
    }
    fill(&items.tops, from: first, to: record.itemCount, sizes, spacing, &queue, &deepest)
    return deepest
  }

  /// The loop over all items.
  private static func fill(
    _ tops: inout ItemTops, from first: Int, to end: Int,
    _ sizes: UnsafeMutablePointer<layout_size>, _ spacing: Double, _ queue: inout ColumnQueue,
    _ deepest: inout Double
  ) {
    for item in first..<end {
      let top = queue.next
      let bottom = top + sizes[item].height
      tops.append(item, top: top, column: queue.column)
      deepest = bottom > deepest ? bottom : deepest
      queue.putBack(bottom + spacing)
    }
  }

  /// Puts each item below the one that came a round earlier.
  private static func fillInTurn(
    _ record: SectionRecord, _ items: ColumnItems, from first: Int
  ) -> Double {
    let sizes = items.sizes.values.start
    let tops = items.tops.tops.start
    // Within a column every item ends below the one before it.
    var deepest = 0.0
    for item in max(0, first - record.count)..<first {
      deepest = max(deepest, tops[item] + sizes[item].height)
    }
    for item in first..<record.itemCount {
      let above = item - record.count
      let top = above < 0 ? 0 : tops[above] + sizes[above].height + record.alongSpacing
      tops[item] = top
      deepest = max(deepest, top + sizes[item].height)
    }
    items.tops.setCount(record.itemCount)
    return deepest
  }

  override func frame(_ item: Int, _ record: SectionRecord, _ direction: ScrollDirection) -> Rect {
    guard let items = sections[record.place] else { return .zero }
    return frame(item, items, record, Columns(record), direction)
  }

  private func frame(
    _ item: Int, _ items: ColumnItems, _ record: SectionRecord, _ columns: Columns,
    _ direction: ScrollDirection
  ) -> Rect {
    let height: Double
    let top: Double
    let column: Int
    if let common = items.sizes.common {
      height = common.height
      top = Double(item / columns.count) * (height + record.alongSpacing)
      // Items without height do not make their column longer: the first stays the shortest.
      let stays = order == .shortestFirst && height + record.alongSpacing == 0
      column = stays ? 0 : turn(item, record)
    } else {
      height = items.sizes.values[item].height
      top = items.tops.tops[item]
      column = order == .shortestFirst ? items.tops.column(of: item) : turn(item, record)
    }
    return direction.rect(
      along: record.bodyStart + top, across: columns.edge(column), length: height,
      breadth: columns.width)
  }

  /// The column of an item where columns are filled in turn.
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
    if let common = items.sizes.common {
      Self.forEachOfRows(
        of: common.height, from: span.start - record.bodyStart, to: span.end - record.bodyStart,
        record, body)
    } else if order == .shortestFirst {
      items.tops.forEachShortest(from: span.start, to: span.end, record, body)
    } else {
      items.tops.forEachInTurn(from: span.start, to: span.end, record, body)
    }
  }

  private static func forEachOfRows(
    of height: Double, from start: Double, to end: Double, _ record: SectionRecord,
    _ body: (Int) -> Void
  ) {
    let step = height + record.alongSpacing
    let rows = (record.itemCount + record.count - 1) / record.count
    // One row more at both ends: the quotients may be rounded.
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
