// SPDX-License-Identifier: Apache-2.0
//
// The rule by which items break into lines: greedy filling, item after item.

import LayoutABI

/// The numbers on which a section's lines depend beside the items.
///
/// An item costs its extent and, unless it is the first of its line, the spacing; what costs more than
/// is left starts a new line. Runs are filled by the same subtractions as sizes are, so that the lines
/// do not depend on how the index holds the items.
struct LineRule {
  let direction: ScrollDirection
  /// The room of a line, and a little for the rounding of a sum.
  let limit: Double
  /// The least room between two items of a line.
  let between: Double
  /// Between two lines.
  let spacing: FixedLength

  /// - Parameters:
  ///   - room: The room of a line.
  ///   - between: The least room between two items of a line.
  ///   - spacing: The room between two lines.
  init(room: Double, between: Double, spacing: Double, _ direction: ScrollDirection) {
    self.direction = direction
    limit = room + Self.slack(room)
    self.between = between
    self.spacing = FixedLength(spacing)
  }

  /// An item that exceeds its line by no more than the rounding of a sum of extents still fits:
  /// three thirds of a container stand side by side.
  static func slack(_ room: Double) -> Double { room * 1e-12 }

  /// The length of a line of items of this size, with the spacing behind it.
  func lineLength(_ size: Size) -> FixedLength { FixedLength(direction.along(size)) + spacing }

  /// Beyond so many items on a line, they are divided and not counted off.
  private static var countingLimit: Double { 65536 }

  /// Returns the number of up to `count` equal items that go where `left` is left, and what
  /// is left then.
  func fill(_ left: inout Double, with extent: Double, upTo count: Int) -> Int {
    let cost = between + extent
    if left < cost { return 0 }
    if cost <= 0 { return count }
    if left / cost > Self.countingLimit {
      let fitting = Int(min(left / cost, Double(count)))
      left -= Double(fitting) * cost
      return fitting
    }
    var filled = 0
    while filled < count, left >= cost {
      left -= cost
      filled += 1
    }
    return filled
  }
}
