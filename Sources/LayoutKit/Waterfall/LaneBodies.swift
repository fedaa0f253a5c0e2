// SPDX-License-Identifier: Apache-2.0
//
// The items of sections in columns that they keep.

import LayoutABI

/// The handling of items behind a change.
public enum ColumnLanes: Int, PropertyCases, Sendable {
  /// They are placed again, as if they had been added in this order.
  case free = 0
  /// They keep their columns, and move along them.
  case stable

  /// The names of the cases, in order.
  public static var caseNames: [StaticString] { ["free", "stable"] }
}

/// The items of one section.
private final class LaneItems {
  /// The sizes, until the number of lanes is known.
  var unplaced: ItemSizes?
  var tree: LaneTree?
  /// The empty tree that the items are moved into next, if they have to be placed again.
  var next: LaneTree?

  init(_ sizes: consuming ItemSizes) { unplaced = consume sizes }
}

/// Columns whose items stay in them. An item takes one column; `columnSpan` and `columnStart` are not
/// asked.
final class LaneBodies: SectionBodies {
  private let number: ColumnNumber
  private let rule: ColumnRule
  /// The items of each section, by the number in the section's record.
  private var sections: [LaneItems?] = []
  private var free: [Int] = []
  /// One length for each lane, for the section that is being handled.
  private let ends: Room<FixedLength>
  private let cursors: Room<LaneCursor>

  init(_ number: ColumnNumber, _ rule: ColumnRule) throws(LayoutError) {
    let ends = try Room<FixedLength>(capacity: ColumnNumber.limit)
    let cursors = try Room<LaneCursor>(capacity: ColumnNumber.limit)
    self.ends = ends
    self.cursors = cursors
    self.number = number
    self.rule = rule
  }

  override func read(
    _ record: inout SectionRecord, section: Int, _ answers: SizeAnswers
  ) throws(LayoutError) {
    let items = LaneItems(try ItemSizes(answers, section: section, count: record.itemCount))
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
    SizedItem(item: item, size: sections[record.place]?.tree?.size(of: item) ?? .zero)
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
    try sections[record.place]?.tree?.reserve(inserts: changes.placed.count)
  }

  /// Places a new item where the columns end behind the items before it.
  override func apply(
    _ changes: ItemChanges, to record: inout SectionRecord, _ direction: ScrollDirection
  ) {
    guard let items = sections[record.place] else { return }
    for item in changes.removed.reversed() { items.tree?.remove(at: item) }
    for change in changes.placed {
      let lane = lane(before: change.item, items, record.count)
      items.tree?.insert(change.size, lane: lane, at: change.item)
    }
    for change in changes.replaced { items.tree?.replace(change.size, at: change.item) }
    record.itemCount += changes.placed.count - changes.removed.count
    record.body = items.tree?.length ?? 0
  }

  private func lane(before item: Int, _ items: LaneItems, _ count: Int) -> Int {
    let last = item > 0 ? items.tree?.lane(of: item - 1) : nil
    guard rule.order.goesByEnds else { return rule.order.next(after: last, of: count) }
    unsafe items.tree?.ends(before: item, ends.start)
    return unsafe rule.lane(ends.start, count, after: last)
  }

  /// Items are placed again only if the number of columns or the lengths changed.
  override func makeRoom(
    for record: SectionRecord, _ direction: ScrollDirection
  ) throws(LayoutError) {
    guard let items = sections[record.place] else { return }
    let laneCount = number.columns(in: record.room, spacing: record.acrossSpacing)
    let stays =
      items.tree?.laneCount == laneCount && items.tree?.spacing == record.alongSpacing
      && items.tree?.direction == direction
    items.next = nil
    if stays { return }
    items.next = try LaneTree(
      laneCount: laneCount, itemCount: record.itemCount, spacing: record.alongSpacing, direction)
  }

  override func giveRoomBack(of record: SectionRecord) {
    guard let items = sections[record.place] else { return }
    items.next = nil
  }

  override func layOut(_ record: inout SectionRecord, _ direction: ScrollDirection) {
    record.count = number.columns(in: record.room, spacing: record.acrossSpacing)
    guard let items = sections[record.place] else { return }
    if let next = items.next.take() { place(items, in: next) }
    record.body = items.tree?.length ?? 0
  }

  private func place(_ items: LaneItems, in next: consuming LaneTree) {
    if let old = items.tree.take() {
      next.fill(from: old, rule)
    } else if let sizes = items.unplaced.take() {
      next.fill(from: sizes, rule)
    }
    items.tree = consume next
  }

  override func frame(_ item: Int, _ record: SectionRecord, _ direction: ScrollDirection) -> Rect {
    guard let items = sections[record.place], items.tree != nil else { return .zero }
    let top = items.tree?.top(of: item) ?? .zero
    return frame(
      top, items.tree?.lane(of: item) ?? 0, items.tree?.size(of: item) ?? .zero, record,
      Columns(record), direction)
  }

  @inline(__always)
  private func frame(
    _ top: FixedLength, _ lane: Int, _ size: Size, _ record: SectionRecord, _ columns: Columns,
    _ direction: ScrollDirection
  ) -> Rect {
    direction.rect(
      along: record.bodyStart + top.value, across: columns.edge(lane),
      length: direction.along(size), breadth: columns.width)
  }

  override func visit(
    _ section: Int, _ record: SectionRecord, _ direction: ScrollDirection, in rect: Rect,
    _ visit: CellVisitor
  ) {
    guard record.itemCount > 0, let items = sections[record.place] else { return }
    let (columns, span) = (Columns(record), direction.along(rect))
    for lane in 0..<record.count {
      cursors[lane] =
        items.tree?.cursor(in: lane, reaching: span.start, from: record.bodyStart) ?? LaneCursor()
    }
    func goesOn(_ lane: Int) -> Bool {
      cursors[lane].item >= 0 && record.bodyStart + cursors[lane].top.value <= span.end
    }
    func take(_ lane: Int) {
      let cursor = cursors[lane]
      let size = items.tree?.size(at: cursor) ?? .zero
      let frame = frame(cursor.top, lane, size, record, columns, direction)
      if frame.intersects(rect) { visit(section, cursor.item, frame) }
      unsafe items.tree?.advance(&cursors.start[lane], lane)
    }
    if record.count > ColumnSearch.orderedColumns {
      for lane in 0..<record.count { while goesOn(lane) { take(lane) } }
      return
    }
    while true {
      var least: Int?
      for lane in 0..<record.count where goesOn(lane) {
        if let known = least, cursors[known].item < cursors[lane].item { continue }
        least = lane
      }
      guard let least else { return }
      take(least)
    }
  }
}
