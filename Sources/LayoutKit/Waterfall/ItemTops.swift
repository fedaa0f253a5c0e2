// SPDX-License-Identifier: Apache-2.0
//
// The places of a waterfall section's items when their heights differ: 10 bytes per item.

import CLayoutKit
import LayoutABI

/// The place of each item: its top, relative to the start of its section's items, and its column. Memory
/// safety: as for ``ColumnItems``.
@safe
struct ItemTops: ~Copyable {
  var tops: Room<Double>
  private var columns: Room<UInt16>
  /// The last item of each column before every block of items but the first; -1 when there is none.
  private var marks: Room<Int32>
  /// One number for each column, for the time of a call. It belongs to the owner of all sections.
  private let scratch: UnsafeMutablePointer<Int32>
  private var columnCount = 0
  private var blockEnd = 0

  /// Room for `capacity` items.
  init(capacity: Int, scratch: UnsafeMutablePointer<Int32>) throws(LayoutError) {
    let room = capacity + capacity / 8
    var tops = try Room<Double>(capacity: room, usable: 0)
    try tops.willFill(capacity)
    let columns = try Room<UInt16>(capacity: room, usable: capacity)
    // A block has at least eight items for each column.
    let marks = try Room<Int32>(capacity: room / 8 + 1, usable: capacity / 8 + 1)
    self.tops = tops
    self.columns = columns
    self.marks = marks
    unsafe self.scratch = unsafe scratch
  }

  /// Makes room for `count` items in total.
  mutating func reserve(_ count: Int) throws(LayoutError) {
    try tops.reserve(max(0, count - tops.count))
    try columns.reserve(max(0, count - columns.count))
    try marks.reserve(max(0, count / 8 + 1 - marks.count))
  }

  /// Keeps the places of the items before `item`; the others are appended again, in the order
  /// "shortest first".
  mutating func restart(at item: Int, _ section: SectionRecord) {
    columnCount = section.count
    let markCount = ColumnSearch.markCount(before: item, columnCount)
    blockEnd = (markCount + 1) * ColumnSearch.blockSize(columnCount)
    gatherLasts(before: item, section)
    marks.count = markCount * columnCount
    tops.count = item
    columns.count = item
  }

  /// Returns the last item of a column before the next item; -1 when there is none.
  func last(inColumn column: Int) -> Int { unsafe Int(scratch[column]) }

  /// Adds the next item of the present section.
  @inline(__always)
  mutating func append(_ item: Int, top: Double, column: Int) {
    if item == blockEnd { mark() }
    tops.append(top)
    columns.append(UInt16(truncatingIfNeeded: column))
    unsafe scratch[column] = Int32(truncatingIfNeeded: item)
  }

  /// Adds the items from `first` to `end` in the order "shortest first", with vector instructions.
  /// - Returns: False if the processor has none for so many columns; nothing is added then.
  mutating func append(
    from first: Int, to end: Int, _ lengths: ItemLengths, _ spacing: Double,
    _ queue: inout ColumnQueue, _ deepest: inout Double
  ) -> Bool {
    let bounds = (depth: deepest, blockEnd: blockEnd, columnCount: columnCount)
    let firstMark = unsafe marks.start + marks.count
    let (places, numbers, lasts) = unsafe (tops.start, columns.start, scratch)
    let all: layout_kit_columns? = unsafe queue.withEntries { nexts, order in
      var all = unsafe layout_kit_columns(
        lengths: lengths.start, tops: places, numbers: numbers, lasts: lasts, marks: firstMark,
        block_end: bounds.blockEnd, block_size: ColumnSearch.blockSize(bounds.columnCount),
        places: nexts, columns: order, count: bounds.columnCount, spacing: spacing,
        deepest: bounds.depth)
      return unsafe layout_kit_fill_columns(&all, first, end) ? all : nil
    }
    guard let all = unsafe all else { return false }
    (deepest, blockEnd) = unsafe (all.deepest, all.block_end)
    marks.count += unsafe all.marks - firstMark
    setCount(end)
    return true
  }

  private mutating func mark() {
    for column in 0..<columnCount { unsafe marks.append(scratch[column]) }
    blockEnd += ColumnSearch.blockSize(columnCount)
  }

  /// Sets the number of tops that were written in place, when columns follow from the items'
  /// numbers.
  mutating func setCount(_ itemCount: Int) {
    tops.count = itemCount
    columns.count = itemCount
  }

  /// Returns the column of an item that was appended.
  func column(of item: Int) -> Int { Int(columns[item]) }

  /// Returns the start of an item of a section, with the same sum as its frame, so that rounding
  /// does not miss an item exactly on the edge of a span.
  @inline(__always)
  private func start(of item: Int, _ section: SectionRecord) -> Double {
    section.bodyStart + tops[item]
  }

  /// Calls `body` with the items of a section that can extend into the span, in the order "shortest
  /// first".
  ///
  /// Tops ascend there, so the items that start in the span are consecutive. Of the items before
  /// them, only the last one of each column can extend into it.
  func forEachShortest(
    from start: Double, to end: Double, _ section: SectionRecord, _ body: (Int) -> Void
  ) {
    var item = partition(0..<section.itemCount) { self.start(of: $0, section) < start }
    gatherLasts(before: item, section)
    if section.count <= ColumnSearch.orderedColumns { unsafe sort(scratch, section.count) }
    for column in 0..<section.count where unsafe scratch[column] >= 0 {
      unsafe body(Int(scratch[column]))
    }
    while item < section.itemCount, self.start(of: item, section) <= end {
      body(item)
      item += 1
    }
  }

  /// Writes the last item of each column before `item` into the scratch memory, from the last mark
  /// before it.
  private func gatherLasts(before item: Int, _ section: SectionRecord) {
    let lasts = unsafe scratch
    let markCount = ColumnSearch.markCount(before: item, section.count)
    if markCount == 0 {
      unsafe lasts.update(repeating: -1, count: section.count)
    } else {
      unsafe lasts.take(from: marks.start + (markCount - 1) * section.count, count: section.count)
    }
    for other in markCount * ColumnSearch.blockSize(section.count)..<item {
      unsafe lasts[column(of: other)] = Int32(truncatingIfNeeded: other)
    }
  }

  /// Sorts a few numbers in place, without the memory that the library's sort may need.
  private func sort(_ numbers: UnsafeMutablePointer<Int32>, _ count: Int) {
    for index in 1..<max(count, 1) {
      let number = unsafe numbers[index]
      var place = index
      while place > 0, unsafe numbers[place - 1] > number {
        unsafe numbers[place] = unsafe numbers[place - 1]
        place -= 1
      }
      unsafe numbers[place] = number
    }
  }

  /// Calls `body` with the items of a section that can extend into the span, with columns filled in
  /// turn. Within a column tops ascend.
  func forEachInTurn(
    from start: Double, to end: Double, _ section: SectionRecord, _ body: (Int) -> Void
  ) {
    let columns = min(section.count, section.itemCount)
    for column in 0..<columns {
      let rows = (section.itemCount - column + section.count - 1) / section.count
      let row = partition(0..<rows) { self.start(of: column + $0 * section.count, section) < start }
      unsafe scratch[column] = Int32(truncatingIfNeeded: column + max(0, row - 1) * section.count)
    }
    if section.count > ColumnSearch.orderedColumns {
      for column in 0..<columns { forEach(below: column, to: end, section, body) }
      return
    }
    func inSpan(_ item: Int) -> Int32 {
      item < section.itemCount && self.start(of: item, section) <= end
        ? Int32(truncatingIfNeeded: item) : ColumnSearch.none
    }
    for column in 0..<columns { unsafe scratch[column] = inSpan(Int(scratch[column])) }
    unsafe ColumnSearch.merge(
      scratch, count: columns, following: { inSpan(Int($0) + section.count) }, body)
  }

  private func forEach(
    below column: Int, to end: Double, _ section: SectionRecord, _ body: (Int) -> Void
  ) {
    var item = unsafe Int(scratch[column])
    while item < section.itemCount, start(of: item, section) <= end {
      body(item)
      item += section.count
    }
  }
}
