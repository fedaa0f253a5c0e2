// SPDX-License-Identifier: Apache-2.0
//
// Sizes and proportions from the app's answers, checked and completed, and queries about single
// items.

import LayoutABI

// MARK: - Sizes

/// Answers to `sizeForItem` for consecutive items of a section.
struct SizeAnswers {
  /// The number of sizes that are asked for at once and checked while they are in the cache.
  static var pageSize: Int { 16384 }
  /// The maximal number if one answer may hold for all: 64 MiB, which are not touched then.
  static var widePageSize: Int { 1 << 22 }

  let query: Query<layout_size>
  /// The size of an item without an answer.
  let standard: Size
  /// True when `standard` is the assumed size of an item, which is asked about only when it comes
  /// near the viewport.
  var isLazy = false
  /// The queries for the columns of items; nil if they are not asked for.
  var claims: ClaimAnswers?
  /// The proportions of items, which are asked for instead of their sizes.
  var ratios: RatioAnswers?
  /// The items that fill their lines; nil if they are not asked for.
  var fullLines: FullLineAnswers?

  /// Asks for sizes and checks them; `standard` replaces missing answers.
  /// - Returns: The coverage of the answer, and the size of all items when they are equal. Only if
  ///   they differ are the values in the room valid.
  func ask(
    section: Int, first: Int, count: Int, into room: UnsafeMutablePointer<layout_size>
  ) throws(LayoutError) -> (coverage: Coverage, common: Size?) {
    if let ratios {
      return unsafe try ratios.ask(
        section: section, first: first, count: count, into: room, standard: standard)
    }
    let sizes = unsafe try askSizes(section: section, first: first, count: count, into: room)
    guard let fullLines else { return sizes }
    return unsafe try fullLines.widen(sizes, section: section, first: first, count: count, room)
  }

  private func askSizes(
    section: Int, first: Int, count: Int, into room: UnsafeMutablePointer<layout_size>
  ) throws(LayoutError) -> (coverage: Coverage, common: Size?) {
    let coverage = unsafe try query.ask(section: section, first: first, count: count, into: room)
    switch coverage {
    case .none: return (coverage, standard)
    case .uniform:
      unsafe try settle(room, 1, section, first)
      return unsafe (coverage, room[0])
    case .all:
      if unsafe !Self.areUsable(room, count) { unsafe try settle(room, count, section, first) }
      return unsafe (coverage, Self.areEqual(room, count) ? room[0] : nil)
    }
  }

  /// Returns true when no size is negative or longer than the maximal length. Compares bits,
  /// without a branch: it runs over every size of a large answer, and this takes a third of the
  /// time of comparing numbers. A value that is not usable has its sign bit set or is larger, as an
  /// integer, than the maximal length.
  private static func areUsable(_ sizes: UnsafeMutablePointer<layout_size>, _ count: Int) -> Bool {
    let greatest = Double.longestLength.bitPattern
    var signs: UInt64 = 0
    for index in 0..<count {
      let width = unsafe sizes[index].width.bitPattern
      let height = unsafe sizes[index].height.bitPattern
      signs |= width | (greatest &- width) | height | (greatest &- height)
    }
    return signs >> 63 == 0
  }

  private static func areEqual(_ sizes: UnsafeMutablePointer<layout_size>, _ count: Int) -> Bool {
    for index in 1..<max(count, 1) where unsafe sizes[index] != sizes[0] { return false }
    return true
  }

  private func settle(
    _ sizes: UnsafeMutablePointer<layout_size>, _ count: Int, _ section: Int, _ first: Int
  ) throws(LayoutError) {
    for index in 0..<count {
      let size = unsafe sizes[index]
      if size.isUnanswered {
        unsafe sizes[index] = standard
      } else if !(size.width >= 0 && size.width < .infinity)
        || !(size.height >= 0 && size.height < .infinity)
      {
        throw .failed(
          "negative or not finite; answer a size of at least 0 by 0", about: "sizeForItem",
          section: section, item: first + index)
      } else {
        unsafe sizes[index] = size.boundedLengths
      }
    }
  }
}

// MARK: - Proportions
//
// Proportions from the app's answers: checked, limited, and stored as sizes of height 1.

/// Answers to `aspectRatioForItem` for consecutive items of a section.
///
/// A gallery stores an item's share of a row: its breadth in a row one point thick. It is stored as
/// the width of a size, so that batches handle sizes and proportions in the same way.
struct RatioAnswers {
  let query: Query<Double>
  let least: Double
  let greatest: Double
  /// True when rows are upright, so that a share is height divided by width.
  let isTurned: Bool

  /// Returns the share of an item with this ratio, which must be above 0.
  func share(_ ratio: Double) -> Size {
    let limited = max(least, min(ratio, greatest))
    return Size(width: isTurned ? 1 / limited : limited, height: 1)
  }

  /// Asks for shares and checks them; `standard` replaces missing answers.
  /// - Returns: The same as ``SizeAnswers/ask(section:first:count:into:)``.
  /// - Throws: When a ratio is not above 0, or infinite.
  func ask(
    section: Int, first: Int, count: Int, into room: UnsafeMutablePointer<layout_size>,
    standard: Size
  ) throws(LayoutError) -> (coverage: Coverage, common: Size?) {
    // The ratios are in the first half of the room. From the last to the first, no ratio is
    // overwritten before it is read.
    let ratios = unsafe UnsafeMutableRawPointer(room).bindMemory(to: Double.self, capacity: count)
    let coverage = unsafe try query.ask(section: section, first: first, count: count, into: ratios)
    switch coverage {
    case .none: return (coverage, standard)
    case .uniform:
      return unsafe (coverage, try share(ratios[0], standard, section, first))
    case .all:
      for index in stride(from: count - 1, through: 0, by: -1) {
        let share = unsafe try share(ratios[index], standard, section, first + index)
        unsafe UnsafeMutableRawPointer(room + index).storeBytes(of: share, as: Size.self)
      }
      _ = unsafe UnsafeMutableRawPointer(room).bindMemory(to: layout_size.self, capacity: count)
      for index in 1..<max(count, 1) where unsafe room[index].width != room[0].width {
        return (coverage, nil)
      }
      return unsafe (coverage, room[0])
    }
  }

  private func share(
    _ ratio: Double, _ standard: Size, _ section: Int, _ item: Int
  ) throws(LayoutError) -> Size {
    if ratio.isUnanswered { return standard }
    guard ratio > 0, ratio < .infinity else {
      throw .failed(
        "not above 0, or infinite; answer width divided by height", about: "aspectRatioForItem",
        section: section, item: item)
    }
    return share(ratio)
  }
}

// MARK: - Asking
//
// Queries about single items, collected so that consecutive items are asked about together.

/// Asks for the sizes and the columns of items, one query for consecutive items.
struct SizeAsker {
  private let answers: SizeAnswers
  private var wanted: [(key: ItemKey, place: Int)] = []

  init(_ answers: SizeAnswers) { self.answers = answers }

  /// Adds an item to ask about; items must come in the order of the data.
  mutating func want(_ key: ItemKey, _ place: Int) { wanted.append((key, place)) }

  /// Asks, passes the answers on, and removes the requests.
  mutating func finish(
    _ body: (_ section: Int, _ place: Int, _ size: Size, _ claim: ColumnClaim) -> Void
  ) throws(LayoutError) {
    let room = UnsafeMutablePointer<layout_size>.allocate(capacity: SizeAnswers.pageSize)
    defer { unsafe room.deallocate() }
    var first = 0
    while first < wanted.count {
      let key = wanted[first].key
      var count = 1
      while first + count < wanted.count, count < SizeAnswers.pageSize,
        wanted[first + count].key.section == key.section,
        wanted[first + count].key.item == key.item + count
      { count += 1 }
      let (_, common) = unsafe try answers.ask(
        section: key.section, first: key.item, count: count, into: room)
      let claims = try answers.claims?.ask(section: key.section, first: key.item, count: count)
      for index in 0..<count {
        unsafe body(
          key.section, wanted[first + index].place, common ?? room[index],
          claims?[index] ?? ColumnClaim())
      }
      first += count
    }
    wanted.removeAll()
  }
}
