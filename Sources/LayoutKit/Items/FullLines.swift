// SPDX-License-Identifier: Apache-2.0
//
// Items that take a line of their own, over its whole room, from the app's answers.

import LayoutABI

extension ScrollDirection {
  /// The extent across the scroll axis that a flow stores for an item that fills its line: more than the room of
  /// any line, so that lines break at such an item as at one that is too wide. It is finite, because lines are
  /// broken by subtractions.
  static var fillingExtent: Double { 2 * .longestLength }

  /// Returns the size of an item of this length that fills its line.
  func fillingLine(_ size: Size) -> Size {
    self.size(along: along(size), across: Self.fillingExtent)
  }

  /// Returns true for the size of an item that fills its line.
  func fillsLine(_ size: Size) -> Bool { across(size) == Self.fillingExtent }

  /// Returns the extent across the scroll axis in a line with this room.
  @inline(__always)
  func across(_ size: Size, in room: Double) -> Double {
    let extent = across(size)
    return extent == Self.fillingExtent ? max(0, room) : extent
  }
}

/// The answers about items that fill their lines.
struct FullLineAnswers {
  let query: Query<Int64>
  let direction: ScrollDirection

  /// Widens the sizes of the items that fill their lines.
  /// - Parameter sizes: The answers that ``SizeAnswers/ask(section:first:count:into:)`` found, with values in the
  ///   room if there is no common size.
  /// - Returns: The same with these items widened.
  func widen(
    _ sizes: (coverage: Coverage, common: Size?), section: Int, first: Int, count: Int,
    _ room: UnsafeMutablePointer<layout_size>
  ) throws(LayoutError) -> (coverage: Coverage, common: Size?) {
    let answers = try query.answers(section: section, first: first, count: count)
    // An answer for each item makes the next pages small.
    let coverage = answers.coverage == .all ? .all : sizes.coverage
    var filling = 0
    for index in 0..<(answers.coverage == .all ? count : min(1, count))
    where (answers[index] ?? 0) != 0 { filling += 1 }
    if answers.coverage != .all { filling *= count }
    if filling == 0 { return (coverage, sizes.common) }
    if let common = sizes.common {
      if filling == count { return (coverage, direction.fillingLine(common)) }
      unsafe room.update(repeating: common, count: count)
    }
    for index in 0..<count where (answers[index] ?? 0) != 0 {
      unsafe room[index] = direction.fillingLine(room[index])
    }
    return (coverage, nil)
  }
}
