// SPDX-License-Identifier: Apache-2.0
//
// How many columns each item of a section takes, as the app answers it: 2 bytes an item.

import LayoutABI

/// The columns that items take, where not all take one.
struct ItemSpans: ~Copyable {
  private var values: Room<UInt16>
  /// The number of items that take more than one.
  private(set) var spanningCount = 0

  /// Every item takes one column, until changes say otherwise.
  init(plain count: Int, capacity: Int) throws(LayoutError) {
    var values = try Room<UInt16>(capacity: capacity + capacity / 8, usable: capacity)
    unsafe values.start.update(repeating: 1, count: count)
    values.count = count
    self.values = values
  }

  /// Asks for a section: in wide pages as long as one answer holds for many.
  init(
    _ query: Query<Int64>, section: Int, count: Int
  ) throws(LayoutError) {
    var values = try Room<UInt16>(capacity: count + count / 8, usable: 0)
    let answers = try Room<Int64>(capacity: min(count, SizeAnswers.widePageSize))
    var spanningCount = 0
    var known = 0
    var page = min(SizeAnswers.pageSize, count)
    while known < count {
      let coverage = unsafe try query.ask(
        section: section, first: known, count: page, into: answers.start)
      let wider = unsafe Self.wider(answers.start, page, coverage)
      // Nothing is written down before the first item that takes more than one column.
      if wider > 0 || values.count > 0 {
        try values.reserve(known + page - values.count)
        unsafe Self.write(answers.start, coverage, from: known, page, &values)
        spanningCount += wider
      }
      known += page
      let widest = coverage == .all ? SizeAnswers.pageSize : SizeAnswers.widePageSize
      page = min(widest, count - known)
    }
    self.values = values
    self.spanningCount = spanningCount
  }

  /// The most columns that a section can have.
  static var limit: Int { 65535 }

  /// Returns the span of an answer: at least one column, at most ``limit``.
  static func limited(_ span: Int64) -> Int { Int(max(1, min(span, Int64(limit)))) }

  /// Returns the number of a page's items that take more than one column.
  private static func wider(
    _ answers: UnsafeMutablePointer<Int64>, _ count: Int, _ coverage: Coverage
  ) -> Int {
    switch coverage {
    case .none: return 0
    case .uniform: return unsafe answers[0] > 1 ? count : 0
    case .all:
      var wider = 0
      for index in 0..<count where unsafe answers[index] > 1 { wider += 1 }
      return wider
    }
  }

  /// Writes a page down, behind ones for the items before it that are not written yet.
  private static func write(
    _ answers: UnsafeMutablePointer<Int64>, _ coverage: Coverage, from first: Int, _ count: Int,
    _ values: inout Room<UInt16>
  ) {
    while values.count < first { values.append(1) }
    for index in 0..<count {
      let answer: Int64 =
        switch coverage {
        case .none: 1
        case .uniform: unsafe answers[0]
        case .all: unsafe answers[index]
        }
      values.append(UInt16(limited(answer)))
    }
  }

  /// The number of columns that an item asks for; a section may have fewer.
  subscript(item: Int) -> Int {
    @inline(__always) get { Int(values[item]) }
  }

  /// Makes room for what a change brings; ``apply(_:)`` cannot fail then.
  mutating func reserve(for changes: ItemChanges) throws(LayoutError) {
    try values.reserve(changes.placed.count)
  }

  /// Takes items out, puts others in, and changes what items ask for.
  /// - Complexity: O(items from the first change on).
  mutating func apply(_ changes: ItemChanges) {
    for item in changes.removed where values[item] > 1 { spanningCount -= 1 }
    values.remove(changes.removed)
    values.insert(changes.placed) { UInt16($0.span) }
    for change in changes.placed where change.span > 1 { spanningCount += 1 }
    for change in changes.replaced {
      if values[change.item] > 1 { spanningCount -= 1 }
      if change.span > 1 { spanningCount += 1 }
      values[change.item] = UInt16(change.span)
    }
  }
}
