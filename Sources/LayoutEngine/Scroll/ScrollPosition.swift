// SPDX-License-Identifier: Apache-2.0
//
// Where in the viewport an item is brought.

import LayoutModel

/// A place in the room between the insets, one for each axis; an axis without one stays as it is.
public struct ScrollPosition: OptionSet, Sendable {
  /// The places as bits.
  public let rawValue: Int
  /// Places from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The item's upper edge at the upper inset.
  public static let top = Self(rawValue: 1)
  /// The item's middle in the middle of the room.
  public static let centeredVertically = Self(rawValue: 2)
  /// The item's lower edge at the lower inset.
  public static let bottom = Self(rawValue: 4)
  /// The item's left edge at the left inset.
  public static let left = Self(rawValue: 8)
  /// The item's middle in the middle of the room.
  public static let centeredHorizontally = Self(rawValue: 16)
  /// The item's right edge at the right inset.
  public static let right = Self(rawValue: 32)
  /// As little as brings the item wholly into sight, in both axes; not at all when it is.
  public static let nearest = Self(rawValue: 64)

  /// The offset that brings `frame` to this place in `bounds`, not yet inside the edges.
  package func offset(for frame: Rect, bounds: Rect, inset: Insets) -> Point {
    let room = bounds.inset(by: inset)
    let horizontal = Axis(
      leading: contains(.left), centered: contains(.centeredHorizontally),
      trailing: contains(.right), nearest: contains(.nearest))
    let vertical = Axis(
      leading: contains(.top), centered: contains(.centeredVertically),
      trailing: contains(.bottom), nearest: contains(.nearest))
    return Point(
      x: bounds.x + horizontal.movement(frame.x, frame.width, room.x, room.width),
      y: bounds.y + vertical.movement(frame.y, frame.height, room.y, room.height))
  }

  /// The place that `nearest` means for an item seen from these bounds; an axis in which it is wholly
  /// in sight gets none.
  func resolved(for frame: Rect, bounds: Rect, inset: Insets) -> ScrollPosition {
    guard contains(.nearest) else { return self }
    let room = bounds.inset(by: inset)
    func side(
      _ given: ScrollPosition, _ leading: ScrollPosition, _ trailing: ScrollPosition,
      _ toLeading: Double, _ toTrailing: Double
    ) -> ScrollPosition {
      let named = intersection(given)
      guard named.isEmpty else { return named }
      if toLeading >= 0, toTrailing <= 0 { return [] }
      return abs(toLeading) <= abs(toTrailing) ? leading : trailing
    }
    let horizontal = side(
      [.left, .centeredHorizontally, .right], .left, .right, frame.x - room.x,
      frame.maxX - room.maxX)
    let vertical = side(
      [.top, .centeredVertically, .bottom], .top, .bottom, frame.y - room.y,
      frame.maxY - room.maxY)
    return horizontal.union(vertical)
  }

  /// One axis of a position.
  private struct Axis {
    let leading, centered, trailing, nearest: Bool

    /// Returns the movement that brings the item to its place.
    func movement(
      _ start: Double, _ length: Double, _ roomStart: Double, _ roomLength: Double
    ) -> Double {
      let toLeading = start - roomStart
      let toTrailing = start + length - roomStart - roomLength
      if leading { return toLeading }
      if centered { return (toLeading + toTrailing) / 2 }
      if trailing { return toTrailing }
      guard nearest, !(toLeading >= 0 && toTrailing <= 0) else { return 0 }
      return abs(toLeading) <= abs(toTrailing) ? toLeading : toTrailing
    }
  }
}
