// SPDX-License-Identifier: Apache-2.0
//
// What a waterfall knows of the items of one section.

import LayoutABI

/// The arrangement of a section's items.
enum ColumnArrangement {
  /// Equal items stand in rows, and need no memory.
  case rows
  /// Each item takes one column.
  case columns
  /// Some items take several columns.
  case spans
}

/// Items of which some span columns.
final class SpannedItems {
  var spans: ItemSpans
  var places: SpannedPlaces

  init(
    _ spans: consuming ItemSpans, capacity: Int, scratch: UnsafeMutablePointer<Int32>
  ) throws(LayoutError) {
    let places = try SpannedPlaces(capacity: capacity, scratch: scratch)
    self.places = places
    self.spans = spans
  }
}

/// The items of a section.
final class ColumnItems {
  private(set) var sizes: ItemSizes
  /// Empty when all items are equal or some span.
  var tops: ItemTops
  /// Nil when no item spans.
  private(set) var spanned: SpannedItems?
  /// The storage that takes that place with the next change, should it make items span.
  private var reserved: SpannedItems?
  private let scratch: UnsafeMutablePointer<Int32>

  /// Asks about the items of a section.
  init(
    _ answers: SizeAnswers, section: Int, count: Int, scratch: UnsafeMutablePointer<Int32>
  ) throws(LayoutError) {
    let sizes = try ItemSizes(answers, section: section, count: count)
    let tops = try ItemTops(capacity: sizes.common == nil ? count : 0, scratch: scratch)
    self.sizes = sizes
    self.tops = tops
    self.scratch = scratch
    guard let query = answers.spans else { return }
    let spans = try ItemSpans(query, section: section, count: count)
    if spans.spanningCount > 0 {
      spanned = try SpannedItems(spans, capacity: count, scratch: scratch)
    }
  }

  var arrangement: ColumnArrangement {
    if spanned != nil { return .spans }
    return sizes.common == nil ? .columns : .rows
  }

  /// Makes room for what a change brings; ``apply(_:)`` cannot fail then.
  func reserve(for changes: ItemChanges) throws(LayoutError) {
    let count = sizes.count + changes.placed.count
    try sizes.reserve(for: changes)
    let keeps = sizes.common.map { changes.keep($0) } ?? false
    if !keeps { try tops.reserve(count) }
    reserved = nil
    if let spanned {
      try spanned.spans.reserve(for: changes)
      try spanned.places.reserve(count)
    } else if changes.bringSpans {
      reserved = try SpannedItems(
        ItemSpans(plain: sizes.count, capacity: count), capacity: count, scratch: scratch)
    }
  }

  /// Changes the items.
  /// - Returns: The first one that has to be placed anew.
  func apply(_ changes: ItemChanges) -> Int {
    let before = arrangement
    sizes.apply(changes)
    if spanned == nil, changes.bringSpans { spanned = reserved }
    reserved = nil
    spanned?.spans.apply(changes)
    if let spanned, spanned.spans.spanningCount == 0 { self.spanned = nil }
    return arrangement == before ? changes.first : 0
  }
}
