// SPDX-License-Identifier: Apache-2.0
//
// The items of sections as rows that fill the width: where each is, and which ones a rectangle meets.

import LayoutABI

/// Rows of items, each scaled to the width.
final class GalleryBodies: SectionBodies {
  private let target: Double
  private let lastRow: LastRow
  /// By the number that a section's record keeps.
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

  override func reserve(
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
      // The last item ends where the row does, whatever the sum was rounded to.
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
