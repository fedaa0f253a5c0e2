// SPDX-License-Identifier: Apache-2.0
//
// The places of a section's items if some of them span columns: 16 bytes per item.

import CLayoutKit
import LayoutABI

/// The place of each item: its top, relative to the start of its section's items, and its first
/// column.
///
/// Tops do not ascend with the items: an item that spans is below the deepest of its columns, and a
/// later item may find a shorter column. But among items with the same first column tops ascend, and
/// these items do not overlap. So each item stores the next item with its first column, and marks
/// between blocks of items give the start of a search. Items in openings are not among these: they are
/// sorted by column and top after each pass (``OpeningItems``).
///
/// Memory safety: as for ``ColumnItems``.
@safe
struct SpannedPlaces: ~Copyable {
  private var tops: Room<Double>
  private var columns: Room<UInt16>
  /// The next item with the same first column; -1 when there is none, -2 for an item in an opening.
  private var nexts: Room<Int32>
  /// The last item of each first column, or -1, before every block of items but the first.
  private var lasts: Room<Int32>
  /// The state of the packer at the same places.
  private var ends: Room<Double>
  /// The first item of each first column, or -1.
  private var heads: [Int32] = []
  /// The items in openings, with dense packing.
  private var openings: OpeningItems?
  /// One number for each column, for the time of a call. It belongs to the owner of all sections.
  private let scratch: UnsafeMutablePointer<Int32>
  private var columnCount = 0
  private var blockEnd = 0

  /// Room for `capacity` items.
  init(
    capacity: Int, _ packing: ColumnPacking, scratch: UnsafeMutablePointer<Int32>
  ) throws(LayoutError) {
    let room = capacity + capacity / 8
    let tops = try Room<Double>(capacity: room, usable: capacity)
    let columns = try Room<UInt16>(capacity: room, usable: capacity)
    let nexts = try Room<Int32>(capacity: room, usable: capacity)
    let (marks, firstMarks) = (Self.markRoom(room), Self.markRoom(capacity))
    let lasts = try Room<Int32>(capacity: marks, usable: firstMarks)
    let ends = try Room<Double>(capacity: marks, usable: firstMarks)
    openings = packing == .dense ? try OpeningItems(capacity: room, usable: capacity) : nil
    self.tops = tops
    self.columns = columns
    self.nexts = nexts
    self.lasts = lasts
    self.ends = ends
    unsafe self.scratch = unsafe scratch
  }

  /// Returns the room for marks. A block has at least 256 items, and at least eight per column; a mark
  /// has two numbers more than there are columns: at most 34 for 256 items.
  private static func markRoom(_ itemCount: Int) -> Int { itemCount / 7 + 1 }

  /// Makes room for `count` items in total.
  mutating func reserve(_ count: Int) throws(LayoutError) {
    try tops.reserve(max(0, count - tops.count))
    try columns.reserve(max(0, count - columns.count))
    try nexts.reserve(max(0, count - nexts.count))
    try lasts.reserve(max(0, Self.markRoom(count) - lasts.count))
    try ends.reserve(max(0, Self.markRoom(count) - ends.count))
    try openings?.reserve(count)
  }

  func top(of item: Int) -> Double { tops[item] }
  func column(of item: Int) -> Int { Int(columns[item]) }

  /// Keeps the places of the items before `item`, and restores the state of `packer` behind them;
  /// the others are appended again.
  /// - Parameter put: Adds an item that stays to the packer.
  /// - Complexity: O(a block of items); dense, O(items that stay), since each left or filled gaps.
  mutating func restart(
    at item: Int, columnCount: Int, _ packer: inout SpanPacker,
    _ put: (_ item: Int, _ place: ColumnPlace, _ packer: inout SpanPacker) -> Void
  ) {
    self.columnCount = columnCount
    let size = ColumnSearch.blockSize(columnCount)
    let markCount = ColumnSearch.markCount(before: item, columnCount)
    blockEnd = (markCount + 1) * size
    if markCount == 0 {
      unsafe scratch.update(repeating: -1, count: columnCount)
    } else {
      unsafe scratch.take(from: lasts.start + (markCount - 1) * columnCount, count: columnCount)
      if openings == nil {
        unsafe packer.restore(ends.start + (markCount - 1) * SpanPacker.savedCount(columnCount))
      } else {
        for other in 0..<markCount * size { put(other, place(of: other), &packer) }
      }
    }
    for other in markCount * size..<item {
      let place = place(of: other)
      put(other, place, &packer)
      if !place.isOpening { unsafe scratch[place.column] = Int32(truncatingIfNeeded: other) }
    }
    openings?.keep(before: item)
    (tops.count, columns.count, nexts.count) = (item, item, item)
    (lasts.count, ends.count) = (
      markCount * columnCount, markCount * SpanPacker.savedCount(columnCount)
    )
    cutChains(at: item)
  }

  private func place(of item: Int) -> ColumnPlace {
    ColumnPlace(
      column: column(of: item), top: tops[item], isOpening: nexts[item] == Self.inOpening)
  }

  /// The mark of an item in an opening, instead of its next one.
  private static var inOpening: Int32 { -2 }

  /// Ends the chain of each column at its last item that stays.
  private mutating func cutChains(at item: Int) {
    if item == 0 { heads = [Int32](repeating: -1, count: columnCount) }
    for column in 0..<columnCount {
      if heads[column] >= item { heads[column] = -1 }
      if unsafe scratch[column] >= 0 { unsafe nexts.start[Int(scratch[column])] = -1 }
    }
  }

  /// Adds the next item, which is not in `packer` yet.
  @inline(__always)
  mutating func append(_ item: Int, _ place: ColumnPlace, _ packer: borrowing SpanPacker) {
    if item == blockEnd {
      for column in 0..<columnCount { unsafe lasts.append(scratch[column]) }
      packer.save(&ends)
      blockEnd += ColumnSearch.blockSize(columnCount)
    }
    tops.append(place.top)
    columns.append(UInt16(truncatingIfNeeded: place.column))
    nexts.append(place.isOpening ? Self.inOpening : -1)
    let number = Int32(truncatingIfNeeded: item)
    if place.isOpening {
      openings?.append(number)
      return
    }
    let last = unsafe scratch[place.column]
    if last >= 0 { nexts[Int(last)] = number } else { heads[place.column] = number }
    unsafe scratch[place.column] = number
  }

  /// Prepares for queries, after the last item.
  /// - Complexity: O(*k* · log *k*) for the *k* items in openings.
  mutating func finish() { openings?.sort(tops, columns, columnCount) }

  /// Returns the start of an item of a section, with the same sum as its frame.
  private func start(of item: Int32, _ section: SectionRecord) -> Double {
    section.bodyStart + tops[Int(item)]
  }

  /// Calls `body` with the items of a section that can extend into the span: in order, unless there
  /// are so many columns that the host sorts faster. Items in openings come last.
  /// - Complexity: O(columns · (log *n* + a part of a block) + the items found).
  func forEach(
    from start: Double, to end: Double, _ section: SectionRecord, _ body: (Int) -> Void
  ) {
    defer { openings?.forEach(from: start, to: end, tops, section, body) }
    for column in 0..<columnCount {
      unsafe scratch[column] = first(in: column, reaching: start, section)
    }
    if columnCount > ColumnSearch.orderedColumns {
      for column in 0..<columnCount {
        while let item = take(column, to: end, section) { body(item) }
      }
      return
    }
    func inSpan(_ item: Int32) -> Int32 {
      item >= 0 && self.start(of: item, section) <= end ? item : ColumnSearch.none
    }
    for column in 0..<columnCount { unsafe scratch[column] = inSpan(scratch[column]) }
    unsafe ColumnSearch.merge(
      scratch, count: columnCount, following: { inSpan(nexts[Int($0)]) }, body)
  }

  /// Returns the last item of a first column that starts before `position`, or its first item if
  /// there is none; -1 for an empty column.
  private func first(
    in column: Int, reaching position: Double, _ section: SectionRecord
  ) -> Int32 {
    let blockCount = lasts.count / max(columnCount, 1)
    func mark(_ block: Int) -> Int32 { lasts[block * columnCount + column] }
    let block = partition(0..<blockCount) {
      mark($0) < 0 || start(of: mark($0), section) < position
    }
    var item = block == 0 || mark(block - 1) < 0 ? heads[column] : mark(block - 1)
    guard item >= 0 else { return -1 }
    while nexts[Int(item)] >= 0, start(of: nexts[Int(item)], section) < position {
      item = nexts[Int(item)]
    }
    return item
  }

  /// Returns the next item of a column, if it starts before `end`.
  private func take(_ column: Int, to end: Double, _ section: SectionRecord) -> Int? {
    let item = unsafe scratch[column]
    guard item >= 0, start(of: item, section) <= end else { return nil }
    unsafe scratch[column] = nexts[Int(item)]
    return Int(item)
  }
}

// MARK: - In openings

/// The items of a section that are in openings: by their first column, and from the top in each. Those of one first
/// column do not overlap.
private struct OpeningItems: ~Copyable {
  private var items: Room<Int32>
  /// The first of them in each column, and the end.
  private var starts: ContiguousArray<Int> = []

  init(capacity: Int, usable: Int) throws(LayoutError) {
    items = try Room<Int32>(capacity: capacity, usable: usable)
  }

  /// Makes room for `count` items in total.
  mutating func reserve(_ count: Int) throws(LayoutError) {
    try items.reserve(max(0, count - items.count))
  }

  mutating func append(_ item: Int32) { items.append(item) }

  /// Removes the items from `item` on.
  mutating func keep(before item: Int) {
    var kept = 0
    for index in 0..<items.count where items[index] < item {
      items[kept] = items[index]
      kept += 1
    }
    items.count = kept
  }

  mutating func sort(
    _ tops: borrowing Room<Double>, _ columns: borrowing Room<UInt16>, _ columnCount: Int
  ) {
    let count = items.count
    // Numbers that are not negative have the order of their bits.
    let order = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * count)
    defer { unsafe order.deallocate() }
    for index in 0..<count {
      unsafe order[2 * index] = (tops[Int(items[index])] + 0).bitPattern
      unsafe order[2 * index + 1] = UInt64(items[index])
    }
    unsafe layout_kit_sort(order, count, 2)
    starts = ContiguousArray(repeating: 0, count: columnCount + 1)
    for index in 0..<count { unsafe starts[Int(columns[Int(order[2 * index + 1])]) + 1] += 1 }
    for column in 0..<columnCount { starts[column + 1] += starts[column] }
    var ends = starts
    for index in 0..<count {
      let item = unsafe Int(order[2 * index + 1])
      let column = Int(columns[item])
      items[ends[column]] = Int32(truncatingIfNeeded: item)
      ends[column] += 1
    }
  }

  /// Calls `body` with the items that can extend into the span.
  func forEach(
    from start: Double, to end: Double, _ tops: borrowing Room<Double>,
    _ section: SectionRecord, _ body: (Int) -> Void
  ) {
    if items.count == 0 { return }
    func top(_ index: Int) -> Double { section.bodyStart + tops[Int(items[index])] }
    // Two items may overlap by the rounding error with which one was found to fit.
    let position = start - LineRule.slack(abs(start))
    for column in 0..<starts.count - 1 {
      let range = starts[column]..<starts[column + 1]
      var index = partition(range) { top($0) < position }
      if index > range.lowerBound { index -= 1 }
      while index < range.upperBound, top(index) <= end {
        body(Int(items[index]))
        index += 1
      }
    }
  }
}
