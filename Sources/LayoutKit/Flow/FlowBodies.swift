// SPDX-License-Identifier: Apache-2.0
//
// The items of a section as lines: greedy breaking, and the places of the items of a line.

import LayoutABI

/// Lines of items. Equal items need no memory: their lines are worked out from their number.
final class FlowBodies: SectionBodies {
  private let rules: FlowRules
  private var lines: LineIndex

  init(_ rules: FlowRules) throws(LayoutError) {
    self.rules = rules
    lines = try LineIndex(capacity: 0)
  }

  override func reserve(for stack: borrowing SectionStack) throws(LayoutError) {
    lines = try LineIndex(capacity: stack.sizes.values.count)
  }

  override func layOut(_ stack: borrowing SectionStack) {
    lines.removeAll()
    for index in 0..<stack.records.count {
      let section = stack.records.start + index
      if section.pointee.sizes.isUniform {
        layOutEqual(section, stack.direction)
      } else {
        breakLines(section, stack)
      }
    }
  }

  /// Lines of equal items: only how many go on a line has to be known.
  private func layOutEqual(
    _ section: UnsafeMutablePointer<SectionRecord>, _ direction: ScrollDirection
  ) {
    let count = section.pointee.itemCount
    let extent = direction.across(section.pointee.sizes.size)
    let step = extent + section.pointee.acrossSpacing
    let room = section.pointee.room
    let fitting = (room + FlowRules.slack(room) + section.pointee.acrossSpacing) / step
    // NaN and infinity come from items without extent, which all stand on one line.
    let limit = Double(max(count, 1))
    let full = fitting < limit * 1e6 ? max(1, Int(fitting)) : max(count, 1)
    section.pointee.first = full
    section.pointee.count = (count + full - 1) / full
    section.pointee.body = body(
      section.pointee.count, direction.along(section.pointee.sizes.size),
      section.pointee.alongSpacing)
  }

  /// The length of so many lines of one thickness.
  private func body(_ lines: Int, _ thickness: Double, _ spacing: Double) -> Double {
    lines == 0 ? 0 : Double(lines - 1) * (thickness + spacing) + thickness
  }

  /// Fills line after line: an item costs its extent and, unless it is the first, the spacing; what
  /// costs more than is left starts a new line.
  private func breakLines(
    _ section: UnsafeMutablePointer<SectionRecord>, _ stack: borrowing SectionStack
  ) {
    let count = section.pointee.itemCount
    let isVertical = stack.direction == .vertical
    // Raw pointers: this loop runs over every item when the container's width changes.
    let sizes = UnsafeRawPointer(stack.sizes.values.start + section.pointee.sizes.base)
      .assumingMemoryBound(to: Double.self)
    let extents = sizes + (isVertical ? 0 : 1)
    let lengths = sizes + (isVertical ? 1 : 0)
    let limit = section.pointee.room + FlowRules.slack(section.pointee.room)
    let between = section.pointee.acrossSpacing
    section.pointee.first = lines.count
    var offset = 0.0
    var item = 0
    while item < count {
      lines.append(firstItem: item, offset: offset)
      var left = limit - extents[2 &* item]
      var thickness = lengths[2 &* item]
      item &+= 1
      while item < count {
        let cost = between + extents[2 &* item]
        if left < cost { break }
        left -= cost
        let length = lengths[2 &* item]
        thickness = length > thickness ? length : thickness
        item &+= 1
      }
      offset += thickness
      if item < count { offset += section.pointee.alongSpacing }
    }
    section.pointee.count = lines.count - section.pointee.first
    section.pointee.body = offset
  }

  override func visit(
    _ section: Int, of stack: borrowing SectionStack, in rect: Rect, _ visit: CellVisitor
  ) {
    let record = stack.records[section]
    guard record.itemCount > 0 else { return }
    let span = stack.direction.along(rect)
    var line = firstLine(record, reaching: span.start, stack)
    while line < record.count, record.bodyStart + lineOffset(line, record, stack) <= span.end {
      visitLine(line, section, record, stack) { item, frame in
        if frame.intersects(rect) { visit(section, item, frame) }
        return true
      }
      line += 1
    }
  }

  override func frame(_ section: Int, _ item: Int, of stack: borrowing SectionStack) -> Rect {
    let record = stack.records[section]
    var found = Rect.zero
    visitLine(line(of: item, record), section, record, stack) { index, frame in
      if index == item { found = frame }
      return index < item
    }
    return found
  }

  private func firstLine(
    _ record: SectionRecord, reaching position: Double, _ stack: borrowing SectionStack
  ) -> Int {
    if !record.sizes.isUniform {
      let all = record.first..<record.first + record.count
      return lines.line(reaching: position, from: record.bodyStart, in: all) - record.first
    }
    let step = stack.direction.along(record.sizes.size) + record.alongSpacing
    // One line earlier than the quotient says: it may be rounded up.
    let quotient = (position - record.bodyStart) / step - 1
    return quotient > 0 ? Int(min(quotient, Double(record.count))) : 0
  }

  private func lineOffset(
    _ line: Int, _ record: SectionRecord, _ stack: borrowing SectionStack
  ) -> Double {
    record.sizes.isUniform
      ? Double(line) * (stack.direction.along(record.sizes.size) + record.alongSpacing)
      : lines.offset(record.first + line)
  }

  private func line(of item: Int, _ record: SectionRecord) -> Int {
    if record.sizes.isUniform { return item / record.first }
    return lines.line(holding: item, in: record.first..<record.first + record.count) - record.first
  }

  /// The items of a line of a section.
  private func items(of line: Int, _ record: SectionRecord) -> Range<Int> {
    if record.sizes.isUniform {
      return line * record.first..<min(record.itemCount, (line + 1) * record.first)
    }
    let isLast = line == record.count - 1
    return lines.firstItem(
      record.first + line)..<(isLast ? record.itemCount : lines.firstItem(record.first + line + 1))
  }

  /// Calls `visit` with the frame of each item of a line while it returns true.
  @inline(__always)
  private func visitLine(
    _ line: Int, _ section: Int, _ record: SectionRecord, _ stack: borrowing SectionStack,
    _ visit: (_ item: Int, _ frame: Rect) -> Bool
  ) {
    let direction = stack.direction
    let items = items(of: line, record)
    let sizes = stack.sizes.values.start + max(0, record.sizes.base)
    let common: Size? = record.sizes.isUniform ? record.sizes.size : nil
    var extent = 0.0
    var thickness = 0.0
    for item in items {
      let size = common ?? sizes[item]
      extent += direction.across(size)
      thickness = max(thickness, direction.along(size))
    }
    let shape = Line(
      count: items.count, extent: extent, isLast: line == record.count - 1,
      fullCount: record.sizes.isUniform ? record.first : 0)
    let spread = rules.spread(shape, room: record.room, minimum: record.acrossSpacing)
    let start = record.bodyStart + lineOffset(line, record, stack)
    var across = record.side + spread.start
    for item in items {
      let size = common ?? sizes[item]
      let place = rules.place(direction.along(size), in: thickness)
      let breadth = direction.across(size)
      let frame = direction.rect(
        along: start + place.offset, across: across, length: place.length, breadth: breadth)
      if !visit(item, frame) { return }
      across += breadth + spread.gap
    }
  }
}
