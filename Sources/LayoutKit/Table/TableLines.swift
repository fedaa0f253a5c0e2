// SPDX-License-Identifier: Apache-2.0
//
// The lines of a table along one axis: its rows, or its columns in the order shown.

import LayoutABI

/// The place of one line.
struct TableLine {
  /// From the start of the first line, points.
  var start: Double
  /// Points.
  var length: Double
  var end: Double { start + length }
}

/// Lines one after the other. Lines of one length take no memory, however many there are.
final class TableLines {
  /// The number of lines.
  let count: Int
  private let spacing: Double
  /// The length of all lines; nil where they differ.
  private let common: Double?
  /// The lines where they differ.
  private var lines: Room<TableLine>

  /// No line.
  init() throws(LayoutError) {
    (count, spacing, common) = (0, 0, 0)
    lines = try Room(capacity: 1)
  }

  /// Lines of one length.
  init(count: Int, of length: Double, spacing: Double) throws(LayoutError) {
    (self.count, self.spacing, common) = (count, spacing, length)
    lines = try Room(capacity: 1)
  }

  /// Lines of the lengths given, in their order.
  /// - Complexity: O(lines).
  init(
    count: Int, spacing: Double, length: (_ line: Int) -> Double
  ) throws(LayoutError) {
    (self.count, self.spacing, common) = (count, spacing, nil)
    lines = try Room(capacity: count)
    try lines.willFill(count)
    var start = 0.0
    for line in 0..<count {
      let own = length(line)
      lines.append(TableLine(start: start, length: own))
      start += own + spacing
    }
  }

  /// The place of a line below `count`.
  @inline(__always)
  subscript(line: Int) -> TableLine {
    guard let common else { return lines[line] }
    return TableLine(start: Double(line) * (common + spacing), length: common)
  }

  /// The length of all lines and the room between them.
  var length: Double { count == 0 ? 0 : self[count - 1].end }

  /// The lines that may have a point between two places, in order; a line beside them at each end may be
  /// among them.
  /// - Complexity: O(log lines); O(1) where all have one length.
  func lines(from low: Double, to high: Double) -> Range<Int> {
    guard count > 0, low <= high else { return 0..<0 }
    guard let common else {
      let first = partition(0..<count) { lines[$0].end < low }
      let end = partition(first..<count) { lines[$0].start <= high }
      // What the caller adds to both sides may be rounded.
      return max(0, first - 1)..<min(count, end + 1)
    }
    let pitch = common + spacing
    guard pitch > 0 else { return low <= 0 && high >= 0 ? 0..<count : 0..<0 }
    let first = number(low / pitch - 1)
    return first..<max(first, number(high / pitch + 2))
  }

  /// The number of lines before a place that is counted in lines.
  private func number(_ place: Double) -> Int {
    place <= 0 ? 0 : place >= Double(count) ? count : Int(place)
  }
}

/// The lengths of lines as the app answers them.
struct LineLengths {
  let query: Query<Double>
  /// The section whose items are asked about; 0 for a query about sections.
  var section = 0
  /// The length of a line without an answer.
  let standard: (_ line: Int) -> Double
  /// The length of all lines without an answer; nil where they differ.
  let standardOfAll: Double?

  /// So many lines are asked about at once: 32 MiB, which are not touched where one answer holds for all.
  private static var pageSize: Int { 1 << 22 }

  /// Asks about `count` lines.
  /// - Throws: When a length is negative or not finite.
  /// - Complexity: O(lines) where lengths differ, else O(1) for each four million of them.
  func lines(count: Int, spacing: Double) throws(LayoutError) -> TableLines {
    guard query.isBound, count > 0 else { return try unanswered(count, spacing) }
    let room = try Room<Double>(capacity: count)
    var first = 0
    // The length of all lines so far, while they have one.
    var common: Double?
    var areEqual = true
    while first < count {
      let page = first..<min(first + Self.pageSize, count)
      let coverage = unsafe try query.ask(
        section: section, first: first, count: page.count, into: room.start + first)
      let own = try length(ofAll: page, coverage, room)
      if areEqual, let own, common == nil || common == own {
        common = own
      } else {
        if areEqual, let common { for line in 0..<first { unsafe room.start[line] = common } }
        areEqual = false
        try settle(room, page, coverage)
      }
      first = page.upperBound
    }
    if areEqual, let common { return try TableLines(count: count, of: common, spacing: spacing) }
    return try TableLines(count: count, spacing: spacing) { room[$0] }
  }

  /// The length of a page of lines, where one answer or none is for all of them; nil where they differ.
  private func length(
    ofAll page: Range<Int>, _ coverage: Coverage, _ room: borrowing Room<Double>
  ) throws(LayoutError) -> Double? {
    guard coverage == .uniform, !room[page.lowerBound].isUnanswered else {
      return coverage == .all ? nil : standardOfAll
    }
    try check(room[page.lowerBound], page.lowerBound)
    return room[page.lowerBound].boundedLength
  }

  private func unanswered(_ count: Int, _ spacing: Double) throws(LayoutError) -> TableLines {
    if let standardOfAll {
      return try TableLines(count: count, of: standardOfAll, spacing: spacing)
    }
    return try TableLines(count: count, spacing: spacing, length: standard)
  }

  /// Writes the lengths of a page of lines where they were not answered one by one, and checks them.
  private func settle(
    _ room: borrowing Room<Double>, _ lines: Range<Int>, _ coverage: Coverage
  ) throws(LayoutError) {
    let uniform = coverage == .uniform ? room[lines.lowerBound] : .nan
    for line in lines {
      let answer = coverage == .all ? room[line] : uniform
      let length = answer.isUnanswered ? standard(line) : answer
      try check(length, line)
      room[line] = length.boundedLength
    }
  }

  private func check(_ length: Double, _ line: Int) throws(LayoutError) {
    guard length >= 0, length < .infinity else {
      throw .failed(
        "negative or not finite; answer 0 or more", about: query.name,
        section: query.scope == .section ? line : section,
        item: query.scope == .section ? -1 : line)
    }
  }
}

// MARK: - Counts

/// The counts of a table: as many rows as there are sections, as many columns as the longest row has items.
final class TableShape {
  /// The number of rows.
  let rowCount: Int
  /// The number of columns.
  let columnCount: Int
  /// A row that has all columns.
  let widest: Int
  /// The number of items of each row where they differ.
  private var counts: Room<UInt32>
  private let isEven: Bool

  /// No row.
  init() throws(LayoutError) {
    (rowCount, columnCount, widest, isEven) = (0, 0, 0, true)
    counts = try Room(capacity: 1)
  }

  /// Reads the counts.
  /// - Complexity: O(rows); O(1) where the snapshot says one count for all.
  init(_ snapshot: borrowing Snapshot) throws(LayoutError) {
    rowCount = snapshot.sectionCount
    if let count = snapshot.uniformItemCount {
      (columnCount, widest, isEven) = (count, 0, true)
      counts = try Room(capacity: 1)
      return
    }
    var (least, most, widest) = (Int.max, 0, 0)
    for row in 0..<rowCount {
      let count = snapshot.itemCount(in: row)
      if count > most { (most, widest) = (count, row) }
      least = min(least, count)
    }
    (columnCount, self.widest, isEven) = (most, widest, least >= most)
    counts = try Room(capacity: isEven ? 1 : rowCount)
    if isEven { return }
    for row in 0..<rowCount { counts.append(UInt32(snapshot.itemCount(in: row))) }
  }

  /// The number of items of a row, which is below ``rowCount``.
  @inline(__always)
  func itemCount(of row: Int) -> Int { isEven ? columnCount : Int(counts[row]) }
}
