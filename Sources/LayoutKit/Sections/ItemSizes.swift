// SPDX-License-Identifier: Apache-2.0
//
// The sizes of all items: one value for a section whose items are equal, 16 bytes an item elsewhere.

import LayoutABI

/// Where the sizes of a section's items are.
struct SizeRun {
  /// The size of every item, when they are all equal.
  var size: Size
  /// The index of the first item in ``ItemSizes/values``; -1 when all items are equal.
  var base: Int

  /// Whether all items of the section have the same size.
  var isUniform: Bool { base < 0 }
}

/// The sizes that differ, section after section.
struct ItemSizes: ~Copyable {
  /// So many sizes are asked for at once and looked at while they are still in the cache.
  static var pageSize: Int { 16384 }
  /// So many at most where one answer may hold for all: 64 MiB, which are not touched then.
  private static var widePageSize: Int { 1 << 22 }

  var values: Room<layout_size>

  /// Room for the sizes of `count` items; costs nothing for those that turn out equal.
  init(count: Int) throws(LayoutError) { values = try Room(capacity: count, usable: 0) }

  /// Asks for the sizes of a section and keeps them; an item without an answer gets `standard`.
  ///
  /// Asks for a page first: where that is answered with one value or not at all, the rest is asked
  /// for in wide pages, so equal items cost next to nothing however many there are.
  mutating func read(
    _ query: Query<layout_size>, section: Int, count: Int, standard: Size
  ) throws(LayoutError) -> SizeRun {
    let place = values.start + values.count
    var known = 0
    var page = min(Self.pageSize, count)
    // While every item so far has one size: that size, and nothing is stored.
    var common: Size? = standard
    while known < count {
      let stored = common == nil ? known : 0
      try values.open(values.count + stored + page)
      let room = place + stored
      let coverage = try query.ask(section: section, first: known, count: page, into: room)
      let answer = try settle(coverage, room, page, section, known, standard)
      if let answer, known == 0 || answer == common {
        common = answer
      } else {
        if common != nil { try values.willFill(values.count + count) }
        if let answer {
          (place + known).update(repeating: answer, count: page)
        } else if stored < known {
          (place + known).update(from: room, count: page)
        }
        if let common { place.update(repeating: common, count: known) }
        common = nil
      }
      known += page
      page = min(coverage == .all ? Self.pageSize : Self.widePageSize, count - known)
    }
    if let common { return SizeRun(size: common, base: -1) }
    defer { values.count += count }
    return SizeRun(size: .zero, base: values.count)
  }

  /// Checks what came for a page, and puts `standard` where the app gave no answer.
  /// - Returns: The size of all items of the page, when they are equal.
  private func settle(
    _ coverage: Coverage, _ room: UnsafeMutablePointer<layout_size>, _ count: Int, _ section: Int,
    _ first: Int, _ standard: Size
  ) throws(LayoutError) -> Size? {
    switch coverage {
    case .none: return standard
    case .uniform:
      try settleOneByOne(room, 1, section, first, standard)
      return room[0]
    case .all:
      if !Self.areUsable(room, count) {
        try settleOneByOne(room, count, section, first, standard)
      }
      return Self.areEqual(room, count) ? room[0] : nil
    }
  }

  /// Whether every size is finite and not negative. Looks at the bits, without a branch: it runs
  /// over every size of a large answer, and this way costs a third of comparing numbers. What is
  /// not usable has its sign bit set or is larger, as an integer, than the largest finite number.
  private static func areUsable(_ sizes: UnsafeMutablePointer<layout_size>, _ count: Int) -> Bool {
    let greatest = Double.greatestFiniteMagnitude.bitPattern
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

  private func settleOneByOne(
    _ sizes: UnsafeMutablePointer<layout_size>, _ count: Int, _ section: Int, _ first: Int,
    _ standard: Size
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
      }
    }
  }
}
