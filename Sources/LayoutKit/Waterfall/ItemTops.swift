// SPDX-License-Identifier: Apache-2.0
//
// Where the items of a waterfall are, when their heights differ: 10 bytes an item.

/// The place of each item, section after section: its top, from the start of its section's items,
/// and its column.
struct ItemTops: ~Copyable {
  var tops: Room<Double>
  private var columns: Room<UInt16>
  /// The last item of each column before every block of items but the first; -1 when there is none.
  private var marks: Room<Int32>
  /// One number for each column, for the time of a call or a section.
  private let scratch: Room<Int32>
  private var columnCount = 0
  private var blockEnd = 0

  /// Up to so many columns, items are answered in order; beyond, that is left to the host, which
  /// sorts faster than a merge of many columns would be.
  private static var orderedColumns: Int { 64 }

  /// Room for `capacity` items.
  init(capacity: Int) throws(LayoutError) {
    var tops = try Room<Double>(capacity: capacity)
    try tops.willFill(capacity)
    let columns = try Room<UInt16>(capacity: capacity)
    // A block is at least eight items for each column.
    let marks = try Room<Int32>(capacity: capacity / 8 + 1)
    let scratch = try Room<Int32>(capacity: ColumnNumber.limit)
    self.tops = tops
    self.columns = columns
    self.marks = marks
    self.scratch = scratch
  }

  /// Items between two marks: so few that looking through them costs less than answering a screen,
  /// so many that the marks take half a byte an item.
  private static func blockSize(_ columnCount: Int) -> Int { max(256, 8 * columnCount) }

  /// Forgets everything and keeps the room.
  mutating func removeAll() {
    tops.count = 0
    columns.count = 0
    marks.count = 0
  }

  /// Starts a section whose items are appended shortest column first.
  /// - Returns: The index of its first mark.
  mutating func startSection(_ columnCount: Int) -> Int {
    self.columnCount = columnCount
    blockEnd = Self.blockSize(columnCount)
    scratch.start.update(repeating: -1, count: columnCount)
    return marks.count
  }

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
    blockEnd += Self.blockSize(columnCount)
  }

  /// Passes over a section whose columns follow from the items' numbers.
  mutating func skipColumns(_ itemCount: Int) {
    tops.count += itemCount
    columns.count += itemCount
  }

  /// The column of an item that was appended.
  func column(of item: Int, _ section: SectionRecord) -> Int { Int(columns[section.first + item]) }

  /// Where an item of a section starts, summed like its frame is: an item that stands exactly on the
  /// edge of a span is then not lost to rounding.
  @inline(__always)
  private func start(of item: Int, _ section: SectionRecord) -> Double {
    section.bodyStart + tops[section.first + item]
  }

  /// Calls `body` with the items of a section that can reach into the span, shortest column first.
  ///
  /// Tops ascend there, so the items that start in the span follow each other. Of those before,
  /// only the last one of each column can reach into it.
  func forEachShortest(
    from start: Double, to end: Double, _ section: SectionRecord, _ body: (Int) -> Void
  ) {
    var item = partition(0..<section.itemCount) { self.start(of: $0, section) < start }
    collectLasts(before: item, section)
    for column in 0..<section.count where scratch[column] >= 0 { body(Int(scratch[column])) }
    while item < section.itemCount, self.start(of: item, section) <= end {
      body(item)
      item += 1
    }
  }

  /// Puts the last item of each column before `item` into the scratch.
  private func collectLasts(before item: Int, _ section: SectionRecord) {
    let lasts = scratch.start
    let size = Self.blockSize(section.count)
    let block = item / size
    if block == 0 {
      lasts.update(repeating: -1, count: section.count)
    } else {
      let known = marks.start + section.firstMark + (block - 1) * section.count
      lasts.update(from: known, count: section.count)
    }
    for other in block * size..<item {
      lasts[column(of: other, section)] = Int32(truncatingIfNeeded: other)
    }
    if section.count <= Self.orderedColumns { sort(lasts, section.count) }
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
    if section.count > Self.orderedColumns {
      for column in 0..<columns { forEach(below: column, to: end, section, body) }
      return
    }
    while let column = leastColumn(columns, end, section) {
      body(Int(scratch[column]))
      scratch[column] += Int32(truncatingIfNeeded: section.count)
    }
  }

  /// The column whose next item comes first in the data, of those that go on before `end`.
  private func leastColumn(_ columns: Int, _ end: Double, _ section: SectionRecord) -> Int? {
    var least: Int?
    for column in 0..<columns {
      let item = Int(scratch[column])
      guard item < section.itemCount, start(of: item, section) <= end else { continue }
      if let known = least, scratch[known] < scratch[column] { continue }
      least = column
    }
    return least
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
