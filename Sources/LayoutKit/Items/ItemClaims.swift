// SPDX-License-Identifier: Apache-2.0
//
// The columns that each item of a section requests, from the app's answers: 4 bytes per item.

import LayoutABI

/// The queries for the columns of items.
struct ClaimAnswers {
  /// The number of columns of an item; nil if it is not asked for.
  var spans: Query<Int64>?
  /// The first of them, counted from 1; nil if it is not asked for.
  var starts: Query<Int64>?

  /// Asks about consecutive items of a section.
  func ask(section: Int, first: Int, count: Int) throws(LayoutError) -> [ColumnClaim] {
    var claims = [ColumnClaim](repeating: ColumnClaim(), count: count)
    if let spans {
      let found = try spans.answers(section: section, first: first, count: count)
      for index in 0..<count { claims[index].span = Self.span(found[index] ?? 1) }
    }
    if let starts {
      let found = try starts.answers(section: section, first: first, count: count)
      for index in 0..<count { claims[index].start = Self.start(found[index] ?? 0) }
    }
    return claims
  }

  /// The maximal number of columns of a section.
  static var limit: Int { 65535 }

  /// Returns the span of an answer: at least one column, at most ``limit``.
  static func span(_ answer: Int64) -> UInt16 { UInt16(max(1, min(answer, Int64(limit)))) }

  /// Returns the first column of an answer: 0 if the order chooses, at most ``limit``.
  static func start(_ answer: Int64) -> UInt16 { UInt16(max(0, min(answer, Int64(limit)))) }
}

/// The columns that items request, if not all take one column that the order chooses.
struct ItemClaims: ~Copyable {
  private var values: Room<ColumnClaim>
  /// The number of items that take more than one column, or choose their column.
  private(set) var claimingCount = 0

  /// One column of the order's choice for every item, until changes set others.
  init(plain count: Int, capacity: Int) throws(LayoutError) {
    var values = try Room<ColumnClaim>(capacity: capacity + capacity / 8, usable: capacity)
    unsafe values.start.update(repeating: ColumnClaim(), count: count)
    values.count = count
    self.values = values
  }

  /// Asks for a section, in large pages while one answer holds for many items.
  init(_ answers: ClaimAnswers, section: Int, count: Int) throws(LayoutError) {
    var values = try Room<ColumnClaim>(capacity: count + count / 8, usable: 0)
    let room = min(count, SizeAnswers.widePageSize)
    var spans = try ClaimPage(answers.spans, standard: 1, capacity: room)
    var starts = try ClaimPage(answers.starts, standard: 0, capacity: room)
    var (claimingCount, known) = (0, 0)
    var page = min(SizeAnswers.pageSize, count)
    while known < count {
      try spans.ask(section: section, first: known, count: page)
      try starts.ask(section: section, first: known, count: page)
      let claiming = Self.claiming(spans, starts, page)
      // Nothing is stored before the first item that requests columns.
      if claiming > 0 || values.count > 0 {
        try values.reserve(known + page - values.count)
        while values.count < known { values.append(ColumnClaim()) }
        for index in 0..<page { values.append(Self.claim(spans, starts, index)) }
        claimingCount += claiming
      }
      known += page
      let isNarrow = spans.hasMany || starts.hasMany
      page = min(isNarrow ? SizeAnswers.pageSize : SizeAnswers.widePageSize, count - known)
    }
    self.values = values
    self.claimingCount = claimingCount
  }

  @inline(__always)
  private static func claim(
    _ spans: borrowing ClaimPage, _ starts: borrowing ClaimPage, _ index: Int
  ) -> ColumnClaim {
    ColumnClaim(span: ClaimAnswers.span(spans[index]), start: ClaimAnswers.start(starts[index]))
  }

  /// Returns the number of a page's items that request columns.
  private static func claiming(
    _ spans: borrowing ClaimPage, _ starts: borrowing ClaimPage, _ count: Int
  ) -> Int {
    if !spans.hasMany && !starts.hasMany {
      return claim(spans, starts, 0).isPlain ? 0 : count
    }
    var claiming = 0
    for index in 0..<count where !claim(spans, starts, index).isPlain { claiming += 1 }
    return claiming
  }

  /// The columns that an item requests; a section may have fewer.
  subscript(item: Int) -> ColumnClaim {
    @inline(__always) get { values[item] }
  }

  /// Makes room for a change, so that ``apply(_:)`` cannot fail.
  mutating func reserve(for changes: ItemChanges) throws(LayoutError) {
    try values.reserve(changes.placed.count)
  }

  /// Removes items, inserts others, and changes the requests of items.
  /// - Complexity: O(items from the first change on).
  mutating func apply(_ changes: ItemChanges) {
    for item in changes.removed where !values[item].isPlain { claimingCount -= 1 }
    values.remove(changes.removed)
    values.insert(changes.placed) { $0.claim }
    for change in changes.placed where !change.claim.isPlain { claimingCount += 1 }
    for change in changes.replaced {
      if !values[change.item].isPlain { claimingCount -= 1 }
      if !change.claim.isPlain { claimingCount += 1 }
      values[change.item] = change.claim
    }
  }
}

/// The answers to one query for a page of items.
private struct ClaimPage: ~Copyable {
  private let query: Query<Int64>?
  private let standard: Int64
  private let answers: Room<Int64>
  private var coverage = Coverage.none

  /// - Parameter standard: The answer for an item without one.
  init(_ query: Query<Int64>?, standard: Int64, capacity: Int) throws(LayoutError) {
    let answers = try Room<Int64>(capacity: query == nil ? 0 : capacity)
    self.answers = answers
    self.query = query
    self.standard = standard
  }

  /// True when items have answers of their own.
  var hasMany: Bool { coverage == .all }

  mutating func ask(section: Int, first: Int, count: Int) throws(LayoutError) {
    guard let query else { return }
    coverage = unsafe try query.ask(
      section: section, first: first, count: count, into: answers.start)
  }

  subscript(index: Int) -> Int64 {
    switch coverage {
    case .none: standard
    case .uniform: answers[0]
    case .all: answers[index]
    }
  }
}
