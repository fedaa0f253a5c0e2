// SPDX-License-Identifier: Apache-2.0
//
// The lines of a table along one axis: its rows, or its columns in the order shown.

import LayoutABI

/// The place of one line.
struct TableLine {
  /// The start, relative to the start of the first line, points.
  var start: Double
  /// The length, points.
  var length: Double
  var end: Double { start + length }
}

/// Lines one after the other. Any number of lines of one length takes no memory.
final class TableLines {
  /// The number of lines.
  let count: Int
  private let spacing: Double
  /// The length of each line; nil if the lengths differ.
  private let common: Double?
  /// The lines if their lengths differ.
  private var lines: Room<TableLine>

  /// No lines.
  init() throws(LayoutError) {
    (count, spacing, common) = (0, 0, 0)
    lines = try Room(capacity: 1)
  }

  /// Lines of one length.
  init(count: Int, of length: Double, spacing: Double) throws(LayoutError) {
    (self.count, self.spacing, common) = (count, spacing, length)
    lines = try Room(capacity: 1)
  }

  /// Lines of these lengths, in their order.
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

  /// The place of a line, whose index is below `count`.
  @inline(__always)
  subscript(line: Int) -> TableLine {
    guard let common else { return lines[line] }
    return TableLine(start: Double(line) * (common + spacing), length: common)
  }

  /// The length of all lines with the room between them.
  var length: Double { count == 0 ? 0 : self[count - 1].end }

  /// Returns the lines that may contain a point between two places, in order, possibly with one more
  /// line at each end.
  /// - Complexity: O(log lines); O(1) where all have one length.
  func lines(from low: Double, to high: Double) -> Range<Int> {
    guard count > 0, low <= high else { return 0..<0 }
    guard let common else {
      let first = partition(0..<count) { lines[$0].end < low }
      let end = partition(first..<count) { lines[$0].start <= high }
      // A sum of the caller on both sides may be rounded.
      return max(0, first - 1)..<min(count, end + 1)
    }
    let pitch = common + spacing
    guard pitch > 0 else { return low <= 0 && high >= 0 ? 0..<count : 0..<0 }
    let first = number(low / pitch - 1)
    return first..<max(first, number(high / pitch + 2))
  }

  /// Returns the number of lines before a place, which is counted in lines.
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
  /// The length of all lines without an answer; nil if the lengths differ.
  let standardOfAll: Double?

  /// The number of lines per query: 32 MiB, which are not touched if one answer holds for all.
  private static var pageSize: Int { 1 << 22 }

  /// Asks about `count` lines.
  /// - Throws: An error if a length is negative or not finite.
  /// - Complexity: O(lines) where lengths differ, else O(1) for each four million of them.
  func lines(count: Int, spacing: Double) throws(LayoutError) -> TableLines {
    guard query.isBound, count > 0 else { return try unanswered(count, spacing) }
    let room = try Room<Double>(capacity: count)
    var first = 0
    // The length of all lines so far, if it is the same.
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

  /// Returns the length of a page of lines, if one answer or none holds for all; nil if the lengths
  /// differ.
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

  /// Fills in the lengths of lines in a page without an answer of their own, and checks all lengths.
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

/// The counts of a table: the number of sections gives the rows, the longest row the columns.
final class TableShape {
  /// The number of rows.
  let rowCount: Int
  /// The number of columns.
  let columnCount: Int
  /// The number of a row that has all columns.
  let widest: Int
  /// The number of items of each row, if the numbers differ.
  private var counts: Room<UInt32>
  private let isEven: Bool

  /// No rows.
  init() throws(LayoutError) {
    (rowCount, columnCount, widest, isEven) = (0, 0, 0, true)
    counts = try Room(capacity: 1)
  }

  /// Reads the counts.
  /// - Complexity: O(rows); O(1) if the snapshot has one count for all.
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

  /// Returns the number of items of a row, which must be below ``rowCount``.
  @inline(__always)
  func itemCount(of row: Int) -> Int { isEven ? columnCount : Int(counts[row]) }
}
