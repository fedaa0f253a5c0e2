// SPDX-License-Identifier: Apache-2.0
//
// The items of a section as columns: the pass over all items, and the items of a rectangle.

import LayoutABI

/// Columns of items. Equal items need no memory: they stand in rows.
final class WaterfallBodies: SectionBodies {
  private let number: ColumnNumber
  private let order: ColumnOrder
  private var items: ItemTops

  init(_ number: ColumnNumber, _ order: ColumnOrder) throws(LayoutError) {
    self.number = number
    self.order = order
    items = try ItemTops(capacity: 0)
  }

  override func reserve(for stack: borrowing SectionStack) throws(LayoutError) {
    items = try ItemTops(capacity: stack.sizes.values.count)
  }

  override func layOut(_ stack: borrowing SectionStack) {
    items.removeAll()
    for index in 0..<stack.records.count {
      let section = stack.records.start + index
      section.pointee.count = number.columns(
        in: section.pointee.room, spacing: section.pointee.acrossSpacing)
      section.pointee.first = items.tops.count
      if section.pointee.sizes.isUniform {
        layOutRows(section)
      } else if order == .shortestFirst {
        fillShortest(section, stack)
      } else {
        fillInTurn(section, stack)
      }
    }
  }

  /// Equal items: every column that is filled in turn is as long as the next.
  private func layOutRows(_ section: UnsafeMutablePointer<SectionRecord>) {
    let columns = section.pointee.count
    let rows = (section.pointee.itemCount + columns - 1) / columns
    let height = section.pointee.sizes.size.height
    section.pointee.body =
      rows == 0 ? 0 : Double(rows - 1) * (height + section.pointee.alongSpacing) + height
  }

  /// Puts each item where the column ends that ends first. The tops therefore ascend with the items.
  private func fillShortest(
    _ section: UnsafeMutablePointer<SectionRecord>, _ stack: borrowing SectionStack
  ) {
    let count = section.pointee.itemCount
    let spacing = section.pointee.alongSpacing
    let sizes = stack.sizes.values.start + section.pointee.sizes.base
    var queue = ColumnQueue(count: section.pointee.count)
    var deepest = 0.0
    section.pointee.firstMark = items.startSection(section.pointee.count)
    for item in 0..<count {
      let top = queue.next
      let bottom = top + sizes[item].height
      items.append(item, top: top, column: queue.column)
      deepest = bottom > deepest ? bottom : deepest
      queue.putBack(bottom + spacing)
    }
    section.pointee.body = deepest
  }

  /// Puts each item below the one that came a round earlier.
  private func fillInTurn(
    _ section: UnsafeMutablePointer<SectionRecord>, _ stack: borrowing SectionStack
  ) {
    let sizes = stack.sizes.values.start + section.pointee.sizes.base
    let columns = section.pointee.count
    let tops = items.tops.start + section.pointee.first
    var deepest = 0.0
    for item in 0..<section.pointee.itemCount {
      let above = item - columns
      let top =
        above < 0 ? 0 : tops[above] + sizes[above].height + section.pointee.alongSpacing
      tops[item] = top
      deepest = max(deepest, top + sizes[item].height)
    }
    items.skipColumns(section.pointee.itemCount)
    section.pointee.body = deepest
  }

  override func frame(_ section: Int, _ item: Int, of stack: borrowing SectionStack) -> Rect {
    let record = stack.records[section]
    return frame(item, record, Columns(record), stack)
  }

  private func frame(
    _ item: Int, _ record: SectionRecord, _ columns: Columns, _ stack: borrowing SectionStack
  ) -> Rect {
    let height: Double
    let top: Double
    if record.sizes.isUniform {
      height = record.sizes.size.height
      top = Double(item / columns.count) * (height + record.alongSpacing)
    } else {
      height = stack.sizes.values[record.sizes.base + item].height
      top = items.tops[record.first + item]
    }
    return stack.direction.rect(
      along: record.bodyStart + top, across: columns.edge(column(of: item, record)),
      length: height, breadth: columns.width)
  }

  private func column(of item: Int, _ record: SectionRecord) -> Int {
    switch order {
    case .shortestFirst where !record.sizes.isUniform: items.column(of: item, record)
    // Items without height do not make their column longer: the first stays the shortest.
    case .shortestFirst where record.sizes.size.height + record.alongSpacing == 0: 0
    case .shortestFirst, .leftToRight: item % record.count
    case .rightToLeft: record.count - 1 - item % record.count
    }
  }

  override func visit(
    _ section: Int, of stack: borrowing SectionStack, in rect: Rect, _ visit: CellVisitor
  ) {
    let record = stack.records[section]
    guard record.itemCount > 0 else { return }
    let columns = Columns(record)
    let span = stack.direction.along(rect)
    func body(_ item: Int) {
      let frame = frame(item, record, columns, stack)
      if frame.intersects(rect) { visit(section, item, frame) }
    }
    if record.sizes.isUniform {
      forEachOfRows(
        from: span.start - record.bodyStart, to: span.end - record.bodyStart, record, body)
    } else if order == .shortestFirst {
      items.forEachShortest(from: span.start, to: span.end, record, body)
    } else {
      items.forEachInTurn(from: span.start, to: span.end, record, body)
    }
  }

  private func forEachOfRows(
    from start: Double, to end: Double, _ record: SectionRecord, _ body: (Int) -> Void
  ) {
    let step = record.sizes.size.height + record.alongSpacing
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
