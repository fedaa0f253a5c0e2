// SPDX-License-Identifier: Apache-2.0
//
// Sizes as the app answered them: checked, and completed where there is no answer.

import LayoutABI

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
  /// The query for the number of columns that items take.
  var spans: Query<Int64>?
  /// The proportions of items, asked for in place of their sizes.
  var ratios: RatioAnswers?

  /// Asks for sizes and checks them; `standard` stands where the app gave no answer.
  /// - Returns: How the answer covers the range, and the size of all of them when they are equal.
  ///   Only then is the room of use.
  func ask(
    section: Int, first: Int, count: Int, into room: UnsafeMutablePointer<layout_size>
  ) throws(LayoutError) -> (coverage: Coverage, common: Size?) {
    if let ratios {
      return try ratios.ask(
        section: section, first: first, count: count, into: room, standard: standard)
    }
    let coverage = try query.ask(section: section, first: first, count: count, into: room)
    switch coverage {
    case .none: return (coverage, standard)
    case .uniform:
      try settle(room, 1, section, first)
      return (coverage, room[0])
    case .all:
      if !Self.areUsable(room, count) { try settle(room, count, section, first) }
      return (coverage, Self.areEqual(room, count) ? room[0] : nil)
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
      let width = sizes[index].width.bitPattern
      let height = sizes[index].height.bitPattern
      signs |= width | (greatest &- width) | height | (greatest &- height)
    }
    return signs >> 63 == 0
  }

  private static func areEqual(_ sizes: UnsafeMutablePointer<layout_size>, _ count: Int) -> Bool {
    for index in 1..<max(count, 1) where sizes[index] != sizes[0] { return false }
    return true
  }

  private func settle(
    _ sizes: UnsafeMutablePointer<layout_size>, _ count: Int, _ section: Int, _ first: Int
  ) throws(LayoutError) {
    for index in 0..<count {
      let size = sizes[index]
      if size.isUnanswered {
        sizes[index] = standard
      } else if !(size.width >= 0 && size.width < .infinity)
        || !(size.height >= 0 && size.height < .infinity)
      {
        throw .failed(
          "negative or not finite; answer a size of at least 0 by 0", about: "sizeForItem",
          section: section, item: first + index)
      } else {
        sizes[index] = size.boundedLengths
      }
    }
  }
}
