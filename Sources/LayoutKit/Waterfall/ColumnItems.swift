// SPDX-License-Identifier: Apache-2.0
//
// The data of a waterfall about the items of one section.

import LayoutABI

/// The arrangement of a section's items.
enum ColumnArrangement {
  /// Equal items in rows, which need no memory.
  case rows
  /// One column for each item.
  case columns
  /// Items that take several columns or choose their column, or an order with a cursor.
  case spans
}

/// Items that are placed with the columns that each requests.
final class SpannedItems {
  var claims: ItemClaims
  var places: SpannedPlaces

  init(
    _ claims: consuming ItemClaims, capacity: Int, _ packing: ColumnPacking,
    scratch: UnsafeMutablePointer<Int32>
  ) throws(LayoutError) {
    let places = unsafe try SpannedPlaces(capacity: capacity, packing, scratch: scratch)
    self.places = places
    self.claims = claims
  }
}

/// The items of a section.
///
/// Memory safety: the scratch memory has a number for each column that a section may have; the owner of all items
/// owns it.
@safe
final class ColumnItems {
  private(set) var sizes: ItemSizes
  /// The places of items; empty if all items are equal or some span.
  var tops: ItemTops
  /// The places of spanning items; nil if no item requests columns and the order needs only the
  /// columns' ends.
  private(set) var spanned: SpannedItems?
  /// The storage that replaces it at the next change, if that needs it.
  private var reserved: SpannedItems?
  private let scratch: UnsafeMutablePointer<Int32>
  private let rule: ColumnRule

  /// Asks about the items of a section.
  init(
    _ answers: SizeAnswers, section: Int, count: Int, _ rule: ColumnRule,
    scratch: UnsafeMutablePointer<Int32>
  ) throws(LayoutError) {
    let sizes = try ItemSizes(answers, section: section, count: count)
    let tops = unsafe try ItemTops(capacity: sizes.common == nil ? count : 0, scratch: scratch)
    self.sizes = sizes
    self.tops = tops
    unsafe self.scratch = unsafe scratch
    self.rule = rule
    if let query = answers.claims {
      let claims = try ItemClaims(query, section: section, count: count)
      if claims.claimingCount > 0 {
        spanned = unsafe try SpannedItems(claims, capacity: count, rule.packing, scratch: scratch)
        return
      }
    }
    if needsCursor { spanned = try plainItems(count, capacity: count) }
  }

  /// True when items of different sizes are always placed one by one.
  private var hasCursor: Bool { rule.order == .gridLanes }

  /// True when the order uses a cursor. Equal items without requests do not need one: they fill columns
  /// in turn.
  private var needsCursor: Bool { hasCursor && sizes.common == nil }

  private func plainItems(_ count: Int, capacity: Int) throws(LayoutError) -> SpannedItems {
    unsafe try SpannedItems(
      ItemClaims(plain: count, capacity: capacity), capacity: capacity, rule.packing,
      scratch: scratch)
  }

  var arrangement: ColumnArrangement {
    if spanned != nil { return .spans }
    return sizes.common == nil ? .columns : .rows
  }

  /// Makes room for a change, so that ``apply(_:)`` cannot fail.
  func reserve(for changes: ItemChanges) throws(LayoutError) {
    let count = sizes.count + changes.placed.count
    try sizes.reserve(for: changes)
    let keeps = sizes.common.map { changes.keep($0) } ?? false
    if !keeps { try tops.reserve(count) }
    reserved = nil
    if let spanned {
      try spanned.claims.reserve(for: changes)
      try spanned.places.reserve(count)
    } else if changes.bringClaims || (hasCursor && !keeps) {
      reserved = try plainItems(sizes.count, capacity: count)
    }
  }

  /// Changes the items.
  /// - Returns: The first item that must be placed again.
  func apply(_ changes: ItemChanges) -> Int {
    let before = arrangement
    sizes.apply(changes)
    if spanned == nil, changes.bringClaims || needsCursor { spanned = reserved }
    reserved = nil
    spanned?.claims.apply(changes)
    if let spanned, spanned.claims.claimingCount == 0, !needsCursor { self.spanned = nil }
    return arrangement == before ? changes.first : 0
  }
}

// MARK: - Filling
//
// The passes of a waterfall: over all items of a section, and over the items behind a change. Each
// returns the length of the section's items.

extension ColumnItems {
  /// Returns the length of equal items: columns that are filled in turn have equal lengths.
  func rows(_ record: SectionRecord, _ direction: ScrollDirection) -> Double {
    let rows = (record.itemCount + record.count - 1) / record.count
    let length = sizes.common.map { direction.along($0) } ?? 0
    return rows == 0 ? 0 : Double(rows - 1) * (length + record.alongSpacing) + length
  }

  /// Places each item in the column that ends first. The tops therefore ascend with the items.
  func fillShortest(
    _ record: SectionRecord, _ direction: ScrollDirection, from first: Int
  ) -> Double {
    let spacing = record.alongSpacing
    let lengths = unsafe sizes.lengths(direction)
    tops.restart(at: first, record)
    var deepest = 0.0
    var queue = ColumnQueue(count: record.count) { column in
      let last = tops.last(inColumn: column)
      guard last >= 0 else { return 0 }
      let bottom = unsafe tops.tops[last] + lengths[last]
      deepest = max(deepest, bottom)
      return bottom + spacing
    }
    let end = record.itemCount
    // To ask the processor for its instructions costs as much as placing a hundred items.
    if end - first >= Self.vectorMinimum,
      unsafe tops.append(from: first, to: end, lengths, spacing, &queue, &deepest)
    {
      return deepest
    }
    unsafe Self.fill(&tops, from: first, to: end, lengths, spacing, &queue, &deepest)
    return deepest
  }

  /// The least number of items that are placed with vector instructions.
  private static let vectorMinimum = 1024

  /// Runs the loop over all items.
  private static func fill(
    _ tops: inout ItemTops, from first: Int, to end: Int, _ lengths: ItemLengths,
    _ spacing: Double, _ queue: inout ColumnQueue, _ deepest: inout Double
  ) {
    for item in first..<end {
      let top = queue.next
      let bottom = unsafe top + lengths[item]
      tops.append(item, top: top, column: queue.column)
      deepest = bottom > deepest ? bottom : deepest
      queue.putBack(bottom + spacing)
    }
  }

  /// Places each item below the item one round earlier.
  func fillInTurn(
    _ record: SectionRecord, _ direction: ScrollDirection, from first: Int
  ) -> Double {
    let lengths = unsafe sizes.lengths(direction)
    let places = unsafe tops.tops.start
    // Within a column every item ends below the item before it.
    var deepest = 0.0
    for item in max(0, first - record.count)..<first {
      deepest = unsafe max(deepest, places[item] + lengths[item])
    }
    for item in first..<record.itemCount {
      let above = item - record.count
      let top = unsafe above < 0 ? 0 : places[above] + lengths[above] + record.alongSpacing
      unsafe places[item] = top
      deepest = unsafe max(deepest, top + lengths[item])
    }
    tops.setCount(record.itemCount)
    return deepest
  }

  /// Places each item in as many neighbouring columns as it requests.
  /// - Complexity: O(columns) per item; see ``SpanPacker`` for dense packing.
  func fillSpans(
    _ record: SectionRecord, _ direction: ScrollDirection, from first: Int
  ) -> Double {
    guard let spanned else { return 0 }
    let (spacing, count) = (record.alongSpacing, record.count)
    let common = sizes.common.map { direction.along($0) }
    let lengths = unsafe sizes.lengths(direction)
    func put(_ item: Int, _ place: ColumnPlace, _ packer: inout SpanPacker) {
      let claim = spanned.claims[item]
      let columns = place.column..<place.column + min(Int(claim.span), count)
      unsafe packer.put(
        common ?? lengths[item], at: place.top, columns,
        continues: claim.start == 0 && !place.isOpening, spacing: spacing)
    }
    var packer = SpanPacker(rule, count: count, least: least(direction) + spacing)
    spanned.places.restart(at: first, columnCount: count, &packer, put)
    for item in first..<record.itemCount {
      let length = unsafe common ?? lengths[item]
      let place = packer.place(spanned.claims[item], length + spacing)
      spanned.places.append(item, place, packer)
      put(item, place, &packer)
    }
    spanned.places.finish()
    return packer.deepest
  }

  /// Returns the length of the shortest item, for dense packing only.
  private func least(_ direction: ScrollDirection) -> Double {
    if let common = sizes.common { return direction.along(common) }
    guard rule.packing == .dense, sizes.count > 0 else { return 0 }
    let lengths = unsafe sizes.lengths(direction)
    var least = Double.infinity
    for item in 0..<sizes.count { least = unsafe min(least, lengths[item]) }
    return least
  }
}
