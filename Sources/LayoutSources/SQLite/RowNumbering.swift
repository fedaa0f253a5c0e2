// SPDX-License-Identifier: Apache-2.0
//
// From the number of a row to its key: at once where the keys have no gaps, by a list of the pages'
// first keys where they have.

import LayoutModel

/// The counting of a table's rows.
///
/// SQLite keeps no count: the exact one reads every row, a second or so for ten million. What costs
/// nothing is the first key and the last. A table that was only ever added to has all keys between,
/// and then row i is the one with key first + i.
struct RowNumbering: Equatable {
  /// Rows on a page: what is read at once.
  static let pageSize = 64
  /// Tables whose keys span no more are always counted: it costs less than a frame.
  static let alwaysCounted: Int64 = 50_000
  /// Places where a larger table is looked at for gaps, and the keys looked at there.
  static let probeCount = 64
  static let probeLength: Int64 = 32

  let count: Int
  /// True when every row was counted; otherwise `count` is the span of the keys, which is
  /// never less than the number of rows.
  let isExact: Bool
  /// The key of row 0 where row i has the key first + i.
  private let first: Int64
  /// Else the first key of each page.
  private let pageKeys: [Int64]

  /// Rows with all keys from `first` on.
  init(from first: Int64, count: Int, isExact: Bool) {
    (self.first, self.count, self.isExact, pageKeys) = (first, count, isExact, [])
  }

  /// Numbers the rows of a source.
  ///
  /// - Parameter exactly: Whether to count whatever it costs.
  /// - Throws: `source-too-large` for more rows than a section can have.
  init(of source: RowSource, in database: Database, exactly: Bool) throws(LayoutError) {
    if let count = source.knownCount {
      self.init(from: 1, count: count, isExact: true)
    } else if let whole = try exactly ? nil : Self.wholeSpan(of: source, in: database) {
      self = whole
    } else {
      try self.init(counting: source, in: database)
    }
    guard count <= Int(UInt32.max) else {
      throw LayoutError(
        .sourceTooLarge,
        "\(database.path): \(count.grouped) rows, and a section has at most 4,294,967,295 items; "
          + "narrow the query with WHERE")
    }
  }

  /// The keys of the rows on a page, and how many rows those should be.
  func keys(ofPage page: Int) -> (keys: ClosedRange<Int64>, rowCount: Int) {
    let start = page * Self.pageSize
    let rowCount = min(Self.pageSize, count - start)
    guard !pageKeys.isEmpty else {
      let key = first + Int64(start)
      // The last key may be the greatest that there is: one beyond it must not be named on the way.
      return (key...(key + Int64(rowCount - 1)), rowCount)
    }
    let end = page + 1 < pageKeys.count ? pageKeys[page + 1] - 1 : Int64.max
    return (pageKeys[page]...end, rowCount)
  }

  /// Reads every key and notes the first of each page: 1.3 MB for ten million rows.
  private init(counting source: RowSource, in database: Database) throws(LayoutError) {
    let keys = try database.statement(
      "SELECT \(source.key) FROM \(source.table) ORDER BY \(source.key)")
    var pageKeys: [Int64] = []
    var (count, last) = (0, Int64(0))
    while try keys.step() {
      last = keys.integer(0) ?? 0
      if count % Self.pageSize == 0 { pageKeys.append(last) }
      count += 1
    }
    let first = pageKeys.first ?? 1
    let isWhole = count > 0 && Int64.saturating(from: first, to: last) == Int64(count)
    (self.count, self.first, isExact, self.pageKeys) = (count, first, true, isWhole ? [] : pageKeys)
  }

  /// The numbering by the span of the keys, when the table is large and seems to have no gap.
  private static func wholeSpan(
    of source: RowSource, in database: Database
  ) throws(LayoutError) -> RowNumbering? {
    let (key, table) = (source.key, source.table)
    // Two lookups, because SQLite walks the whole table for both ends in one.
    let ends = try database.integers(
      "SELECT (SELECT min(\(key)) FROM \(table)), (SELECT max(\(key)) FROM \(table))")
    guard ends.count == 2, let first = ends[0], let last = ends[1] else { return nil }
    let length = Int64.saturating(from: first, to: last)
    guard length > alwaysCounted, length <= Int64(UInt32.max),
      try seemsWhole(source, from: first, length, in: database)
    else { return nil }
    return RowNumbering(from: first, count: Int(length), isExact: false)
  }

  /// Returns true when no gap is found at places spread evenly over the keys.
  private static func seemsWhole(
    _ source: RowSource, from first: Int64, _ length: Int64, in database: Database
  ) throws(LayoutError) -> Bool {
    let key = source.key
    let probe = try database.statement(
      "SELECT count(*) FROM \(source.table) WHERE \(key) BETWEEN ?1 AND ?2")
    let room = length - probeLength
    for place in 0..<Int64(probeCount) {
      let start = first + room * place / Int64(probeCount - 1)
      try probe.bind([start, start + (probeLength - 1)])
      guard try probe.step(), probe.integer(0) == probeLength else { return false }
    }
    return true
  }
}

extension Int64 {
  /// The number of integers from `first` to `last`, or the greatest there is.
  fileprivate static func saturating(from first: Int64, to last: Int64) -> Int64 {
    let (difference, didOverflow) = last.subtractingReportingOverflow(first)
    return didOverflow || difference == .max ? .max : difference + 1
  }
}
