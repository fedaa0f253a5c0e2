// SPDX-License-Identifier: Apache-2.0
//
// Sizes and proportions as the app answered them, checked and completed, and how items here and
// there are asked about.

import LayoutABI

// MARK: - Sizes

/// Answers to `sizeForItem` for neighbours in a section.
struct SizeAnswers {
  /// So many sizes are asked for at once and looked at while they are still in the cache.
  static var pageSize: Int { 16384 }
  /// So many at most where one answer may hold for all: 64 MiB, which are not touched then.
  static var widePageSize: Int { 1 << 22 }

  let query: Query<layout_size>
  /// The size of an item without an answer.
  let standard: Size
  /// True when `standard` is assumed for an item until it comes near the viewport, and only
  /// then asked.
  var isLazy = false
  /// The queries for the columns that items take; nil where none is asked.
  var claims: ClaimAnswers?
  /// The proportions of items, asked for in place of their sizes.
  var ratios: RatioAnswers?

  /// Asks for sizes and checks them; `standard` stands where the app gave no answer.
  /// - Returns: How the answer covers the range, and the size of all of them when they are equal.
  ///   Only then is the room of use.
  func ask(
    section: Int, first: Int, count: Int, into room: UnsafeMutablePointer<layout_size>
  ) throws(LayoutError) -> (coverage: Coverage, common: Size?) {
    if let ratios {
      return unsafe try ratios.ask(
        section: section, first: first, count: count, into: room, standard: standard)
    }
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

  /// Returns true when every size is not negative and no longer than a length may be. Looks
  /// at the bits, without a branch: it runs over every size of a large answer, and this way
  /// costs a third of comparing numbers. What is not usable has its sign bit set or is
  /// larger, as an integer, than the longest length.
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
// Proportions as the app answered them: checked, limited, and kept as sizes of one unit's height.

/// Answers to `aspectRatioForItem` for neighbours in a section.
///
/// A gallery keeps an item's share of a row: its breadth in a row one point thick. It is
/// kept as the width of a size, so that sizes and proportions go through batches the same way.
struct RatioAnswers {
  let query: Query<Double>
  let least: Double
  let greatest: Double
  /// True when rows stand upright, so that a share is height divided by width.
  let isTurned: Bool

  /// Returns the share of an item with this ratio, which is above 0.
  func share(_ ratio: Double) -> Size {
    let limited = max(least, min(ratio, greatest))
    return Size(width: isTurned ? 1 / limited : limited, height: 1)
  }

  /// Asks for shares and checks them; `standard` stands where the app gave no answer.
  /// - Returns: The same as ``SizeAnswers/ask(section:first:count:into:)``.
  /// - Throws: When a ratio is not above 0, or infinite.
  func ask(
    section: Int, first: Int, count: Int, into room: UnsafeMutablePointer<layout_size>,
    standard: Size
  ) throws(LayoutError) -> (coverage: Coverage, common: Size?) {
    // The ratios take the first half of the room. Going from the last to the first, no ratio is
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
// Questions about items here and there, gathered so that neighbours are asked about together.

/// Asks for the sizes of items and the columns they take, neighbours in one question.
struct SizeAsker {
  private let answers: SizeAnswers
  private var wanted: [(key: ItemKey, place: Int)] = []

  init(_ answers: SizeAnswers) { self.answers = answers }

  /// Notes a question; they come in order of the data.
  mutating func want(_ key: ItemKey, _ place: Int) { wanted.append((key, place)) }

  /// Asks, hands out what came, and forgets the questions.
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
