// SPDX-License-Identifier: Apache-2.0
//
// Where the items of a section of a waterfall are, when their heights differ: 10 bytes an item.

import LayoutABI

/// The place of each item: its top, from the start of its section's items, and its column.
struct ItemTops: ~Copyable {
  var tops: Room<Double>
  private var columns: Room<UInt16>
  /// The last item of each column before every block of items but the first; -1 when there is none.
  private var marks: Room<Int32>
  /// One number for each column, for the time of a call. Lent by the owner of all sections.
  private let scratch: UnsafeMutablePointer<Int32>
  private var columnCount = 0
  private var blockEnd = 0

  /// Room for `capacity` items.
  init(capacity: Int, scratch: UnsafeMutablePointer<Int32>) throws(LayoutError) {
    let room = capacity + capacity / 8
    var tops = try Room<Double>(capacity: room, usable: 0)
    try tops.willFill(capacity)
    let columns = try Room<UInt16>(capacity: room, usable: capacity)
    // A block is at least eight items for each column.
    let marks = try Room<Int32>(capacity: room / 8 + 1, usable: capacity / 8 + 1)
    self.tops = tops
    self.columns = columns
    self.marks = marks
    self.scratch = scratch
  }

  /// Makes room for `count` items in all.
  mutating func reserve(_ count: Int) throws(LayoutError) {
    try tops.reserve(max(0, count - tops.count))
    try columns.reserve(max(0, count - columns.count))
    try marks.reserve(max(0, count / 8 + 1 - marks.count))
  }

  /// Keeps the places of the items before `item`; the others are appended again, shortest column
  /// first.
  mutating func restart(at item: Int, _ section: SectionRecord) {
    columnCount = section.count
    let markCount = ColumnSearch.markCount(before: item, columnCount)
    blockEnd = (markCount + 1) * ColumnSearch.blockSize(columnCount)
    gatherLasts(before: item, section)
    marks.count = markCount * columnCount
    tops.count = item
    columns.count = item
  }

  /// The last item of a column before those that come next; -1 when there is none.
  func last(inColumn column: Int) -> Int { Int(scratch[column]) }

  /// Adds the next item of the section under way.
  @inline(__always)
  mutating func append(_ item: Int, top: Double, column: Int) {
    if item == blockEnd { mark() }
    tops.append(top)
    columns.append(UInt16(truncatingIfNeeded: column))
    scratch[column] = Int32(truncatingIfNeeded: item)
  }

  private mutating func mark() {
    for column in 0..<columnCount { marks.append(scratch[column]) }
    blockEnd += ColumnSearch.blockSize(columnCount)
  }

  /// Takes over tops that were written in place, where columns follow from the items' numbers.
  mutating func setCount(_ itemCount: Int) {
    tops.count = itemCount
    columns.count = itemCount
  }

  /// The column of an item that was appended.
  func column(of item: Int) -> Int { Int(columns[item]) }

  /// Returns the start of an item of a section, summed like its frame is: an item that stands
  /// exactly on the edge of a span is then not lost to rounding.
  @inline(__always)
  private func start(of item: Int, _ section: SectionRecord) -> Double {
    section.bodyStart + tops[item]
  }

  /// Calls `body` with the items of a section that can reach into the span, shortest column first.
  ///
  /// Tops ascend there, so the items that start in the span follow each other. Of those before,
  /// only the last one of each column can reach into it.
  func forEachShortest(
    from start: Double, to end: Double, _ section: SectionRecord, _ body: (Int) -> Void
  ) {
    var item = partition(0..<section.itemCount) { self.start(of: $0, section) < start }
    gatherLasts(before: item, section)
    if section.count <= ColumnSearch.orderedColumns { sort(scratch, section.count) }
    for column in 0..<section.count where scratch[column] >= 0 { body(Int(scratch[column])) }
    while item < section.itemCount, self.start(of: item, section) <= end {
      body(item)
      item += 1
    }
  }

  /// Puts the last item of each column before `item` into the scratch, from the last mark before it.
  private func gatherLasts(before item: Int, _ section: SectionRecord) {
    let lasts = scratch
    let markCount = ColumnSearch.markCount(before: item, section.count)
    if markCount == 0 {
      lasts.update(repeating: -1, count: section.count)
    } else {
      lasts.take(from: marks.start + (markCount - 1) * section.count, count: section.count)
    }
    for other in markCount * ColumnSearch.blockSize(section.count)..<item {
      lasts[column(of: other)] = Int32(truncatingIfNeeded: other)
    }
  }

  /// Sorts a few numbers where they are, without the memory that the library's sort may take.
  private func sort(_ numbers: UnsafeMutablePointer<Int32>, _ count: Int) {
    for index in 1..<max(count, 1) {
      let number = numbers[index]
      var place = index
      while place > 0, numbers[place - 1] > number {
        numbers[place] = numbers[place - 1]
        place -= 1
      }
      numbers[place] = number
    }
  }

  /// Calls `body` with the items of a section that can reach into the span, columns in turn. Within
  /// a column tops ascend.
  func forEachInTurn(
    from start: Double, to end: Double, _ section: SectionRecord, _ body: (Int) -> Void
  ) {
    let columns = min(section.count, section.itemCount)
    for column in 0..<columns {
      let rows = (section.itemCount - column + section.count - 1) / section.count
      let row = partition(0..<rows) { self.start(of: column + $0 * section.count, section) < start }
      scratch[column] = Int32(truncatingIfNeeded: column + max(0, row - 1) * section.count)
    }
    if section.count > ColumnSearch.orderedColumns {
      for column in 0..<columns { forEach(below: column, to: end, section, body) }
      return
    }
    func goesOn(_ item: Int32) -> Bool {
      Int(item) < section.itemCount && self.start(of: Int(item), section) <= end
    }
    while let column = ColumnSearch.leastColumn(of: scratch, count: columns, goesOn) {
      body(Int(scratch[column]))
      scratch[column] += Int32(truncatingIfNeeded: section.count)
    }
  }

  private func forEach(
    below column: Int, to end: Double, _ section: SectionRecord, _ body: (Int) -> Void
  ) {
    var item = Int(scratch[column])
    while item < section.itemCount, start(of: item, section) <= end {
      body(item)
      item += section.count
    }
  }
}
