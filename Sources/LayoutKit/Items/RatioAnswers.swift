// SPDX-License-Identifier: Apache-2.0
//
// Proportions as the app answered them: checked, limited, and kept as sizes of one unit's height.

import LayoutABI

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
    let ratios = UnsafeMutableRawPointer(room).bindMemory(to: Double.self, capacity: count)
    let coverage = try query.ask(section: section, first: first, count: count, into: ratios)
    switch coverage {
    case .none: return (coverage, standard)
    case .uniform:
      return (coverage, try share(ratios[0], standard, section, first))
    case .all:
      for index in stride(from: count - 1, through: 0, by: -1) {
        let share = try share(ratios[index], standard, section, first + index)
        UnsafeMutableRawPointer(room + index).storeBytes(of: share, as: Size.self)
      }
      _ = UnsafeMutableRawPointer(room).bindMemory(to: layout_size.self, capacity: count)
      for index in 1..<max(count, 1) where room[index].width != room[0].width {
        return (coverage, nil)
      }
      return (coverage, room[0])
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
