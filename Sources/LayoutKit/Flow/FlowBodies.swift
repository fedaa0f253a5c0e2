// SPDX-License-Identifier: Apache-2.0
//
// The items of a section as lines, and the places of the items in a line.

import LayoutABI

/// Lines of items, in one index for all sections.
final class FlowBodies: SectionBodies {
  private let rules: FlowRules
  private(set) var index: LineIndex

  init(_ rules: FlowRules, itemCount: Int) throws(LayoutError) {
    self.rules = rules
    index = try LineIndex(itemCount: itemCount)
  }

  /// Resets the cost of work on the index.
  func resetCost() { index.cost = IndexCost() }

  override func read(
    _ record: inout SectionRecord, section: Int, _ answers: SizeAnswers
  ) throws(LayoutError) {
    record.lines =
      answers.isLazy
      ? try index.assume(answers.standard, count: record.itemCount)
      : try index.read(answers, section: section, count: record.itemCount)
  }

  override func release(_ record: SectionRecord) { index.release(record.lines) }

  override func layOut(_ record: inout SectionRecord, _ direction: ScrollDirection) {
    index.breakAll(record.lines, LineRule(record, direction))
    record.body = index.total(record.lines).length.value
  }

  override func sized(_ item: Int, _ record: SectionRecord) -> SizedItem {
    let known = index.size(of: item, record.lines)
    return SizedItem(item: item, size: known.size, isEstimate: known.isEstimate)
  }

  override func reserve(
    for changes: [ItemChanges], _ stack: borrowing SectionStack
  ) throws(LayoutError) {
    var (edits, removals) = (0, 0)
    for change in changes {
      edits += change.placed.count + change.replaced.count
      removals += change.removed.count
    }
    try index.reserve(changes: edits, removals: removals)
  }

  /// Makes room for this many changes, in any section.
  func reserve(changes count: Int) throws(LayoutError) { try index.reserve(changes: count) }

  override func apply(
    _ changes: ItemChanges, to record: inout SectionRecord, _ direction: ScrollDirection
  ) {
    for item in changes.removed.reversed() { index.remove(at: item, &record.lines) }
    for change in changes.placed {
      index.insert(
        change.size, isEstimate: change.isEstimate, at: change.item, &record.lines)
    }
    for change in changes.replaced {
      index.replace(change.size, at: change.item, &record.lines)
    }
    record.itemCount += changes.placed.count - changes.removed.count
    index.breakAgain(changes.dirtyItems, record.lines, LineRule(record, direction))
    record.body = index.total(record.lines).length.value
  }

  override func visit(
    _ section: Int, _ record: SectionRecord, _ direction: ScrollDirection, in rect: Rect,
    _ visit: CellVisitor
  ) {
    guard record.itemCount > 0 else { return }
    let rule = LineRule(record, direction)
    let span = direction.along(rect)
    var line = index.line(
      reaching: span.start, from: record.bodyStart, record.lines, rule)
    while line.leaf != ItemLeaf.none, record.bodyStart + line.offset.value <= span.end {
      visitLine(&line, record, rule) { item, frame in
        if frame.intersects(rect) { visit(section, item, frame) }
        return true
      }
    }
  }

  override func frame(_ item: Int, _ record: SectionRecord, _ direction: ScrollDirection) -> Rect {
    let rule = LineRule(record, direction)
    var found = Rect.zero
    var line = index.line(holding: item, record.lines, rule)
    visitLine(&line, record, rule) { index, frame in
      if index == item { found = frame }
      return index < item
    }
    return found
  }

  /// Returns the items with an assumed size on the lines that intersect a part of the scroll axis,
  /// as ascending ranges.
  /// - Complexity: O(log *n* + the lines that the span intersects and their leaves).
  func estimates(
    in span: VisibleSpan, _ record: SectionRecord, _ direction: ScrollDirection
  ) -> [Range<Int>] {
    var found: [Range<Int>] = []
    guard record.itemCount > 0 else { return found }
    let rule = LineRule(record, direction)
    var line = index.line(reaching: span.start, from: record.bodyStart, record.lines, rule)
    while line.leaf != ItemLeaf.none, record.bodyStart + line.offset.value <= span.end {
      var thickness = 0.0
      let offset = line.offset
      index.forEachPiece(onLine: &line) { leaf, first, items in
        if index.leaves[leaf].isEstimate {
          let range = first + items.lowerBound..<first + items.upperBound
          if let last = found.last, last.upperBound == range.lowerBound {
            found[found.count - 1] = last.lowerBound..<range.upperBound
          } else {
            found.append(range)
          }
        }
        thickness = max(thickness, index.thickness(of: leaf, items, rule))
        return true
      }
      line.offset = offset + FixedLength(thickness) + rule.spacing
    }
    return found
  }

  /// Calls `visit` with the first item of each line, except the section's first line, and the start
  /// of the line: from the last line that starts below `start` to the first beyond `end`.
  /// - Complexity: O(log *n* + the items of the lines in between). Does not allocate.
  func visitLineStarts(
    from start: Double, to end: Double, _ record: SectionRecord, _ direction: ScrollDirection,
    _ visit: (_ item: Int, _ start: Double) -> Void
  ) {
    guard record.itemCount > 0 else { return }
    let rule = LineRule(record, direction)
    var line = index.line(reaching: start, from: record.bodyStart, record.lines, rule)
    while line.leaf != ItemLeaf.none, record.bodyStart + line.offset.value <= end {
      let item = line.first + line.item
      if item > 0 { visit(item, record.bodyStart + line.offset.value) }
      let offset = line.offset
      var thickness = 0.0
      index.forEachPiece(onLine: &line) { leaf, _, items in
        thickness = max(thickness, index.thickness(of: leaf, items, rule))
        return true
      }
      line.offset = offset + FixedLength(thickness) + rule.spacing
    }
  }

  /// Returns the start of the line whose first item is `item`; nil if no line begins with it.
  /// - Complexity: O(log *n* + the items of the line).
  func start(ofLineFrom item: Int, _ record: SectionRecord, _ direction: ScrollDirection) -> Double?
  {
    let line = index.line(holding: item, record.lines, LineRule(record, direction))
    return line.first + line.item == item ? record.bodyStart + line.offset.value : nil
  }

  /// Calls `visit` with the frame of each item of a line while it returns true, and goes to the next
  /// line.
  @inline(__always)
  private func visitLine(
    _ line: inout LeafPlace, _ record: SectionRecord, _ rule: LineRule,
    _ visit: (_ item: Int, _ frame: Rect) -> Bool
  ) {
    let direction = rule.direction
    var shape = Line(count: 0, extent: 0, isLast: false, fullCount: 0)
    var thickness = 0.0
    var item = line.first + line.item
    var next = line
    index.forEachSize(onLine: &next) { size in
      shape.count += 1
      shape.extent += direction.across(size, in: record.room)
      thickness = max(thickness, direction.along(size))
      return true
    }
    shape.isLast = next.leaf == ItemLeaf.none
    if shape.isLast { shape.fullCount = fullCount(record, rule) }
    let spread = rules.spread(shape, room: record.room, minimum: record.acrossSpacing)
    let start = record.bodyStart + line.offset.value
    var across = record.side + spread.start
    index.forEachSize(onLine: &line) { size in
      let place = rules.place(direction.along(size), in: thickness)
      let breadth = direction.across(size, in: record.room)
      let frame = direction.rect(
        along: start + place.offset, across: across, length: place.length, breadth: breadth)
      if !visit(item, frame) { return false }
      across += breadth + spread.gap
      item += 1
      return true
    }
    line = next
    line.offset += FixedLength(thickness) + rule.spacing
  }

  /// Returns the number of items in a full line, if all items of the section are equal; otherwise
  /// 0.
  private func fullCount(_ record: SectionRecord, _ rule: LineRule) -> Int {
    guard let size = index.commonSize(record.lines) else { return 0 }
    let extent = rule.direction.across(size)
    var left = rule.limit - extent
    let isEndless = rule.between + extent <= 0
    return 1 + rule.fill(&left, with: extent, upTo: isEndless ? record.itemCount - 1 : .max / 2)
  }
}
