// SPDX-License-Identifier: Apache-2.0
//
// A row whose middle item is larger than the others, and which always stops with an item in the
// middle.

import LayoutABI
import LayoutKit

/// Items side by side; an item is larger the nearer it is to the middle. Its growth pushes the others
/// away, so that the room between two items is the same everywhere.
final class Carousel: StripLayout {
  private let spacing = Property(
    "spacing", Double?.none, minimum: 0, unit: "pt",
    help: "Room between two items; unset, a ninth of an item.")
  private let centerScale = Property(
    "centerScale", 1.3, minimum: 0.1, maximum: 10, unit: "1",
    help: "How much larger an item is that stands in the middle.")
  private let growthDistance = Property(
    "growthDistance", Double?.none, minimum: 1, maximum: 100_000, unit: "pt",
    help:
      "From here on items grow towards the middle, instead of from where their neighbour stands.")
  private let sideAlpha = Property(
    "sideAlpha", 1.0, minimum: 0, maximum: 1, unit: "1",
    help: "Opacity of the items that are not in the middle.")

  override var properties: [AnyProperty] {
    super.properties + [spacing, centerScale, growthDistance, sideAlpha]
  }

  override var pitch: Double { super.pitch + (spacing.value ?? super.pitch / 9) }

  override var reach: Double { growth.farthestPush }

  private var growth: Growth {
    Growth(
      distance: (growthDistance.value ?? pitch) / pitch,
      extent: (centerScale.value - 1) * extent)
  }

  override func adjust(_ place: inout StripPlace, at distance: Double) {
    let growth = growth
    let nearness = growth.nearness(at: distance)
    place.zIndex = Int32(nearness * 1000)
    place.alpha = Float(sideAlpha.value + (1 - sideAlpha.value) * nearness)
    if nearness > 0 {
      place.transform = Transform(scale: 1 + (centerScale.value - 1) * nearness)
    }
    let push = growth.push(at: distance)
    if axis == .horizontal { place.frame.x += push } else { place.frame.y += push }
  }
}

/// The growth of items towards the middle, and their movement by it.
private struct Growth {
  /// The distance from the middle, in pitches, from which on an item grows; above 0.
  let distance: Double
  /// The additional length of an item in the middle along the row, points; negative if it is
  /// shorter.
  let extent: Double

  /// Returns the share of its maximal growth that an item has, 0 to 1.
  func nearness(at place: Double) -> Double { max(0, 1 - place.magnitude / distance) }

  /// An upper bound of the magnitude of ``push(at:)`` at any place, points.
  ///
  /// The item nearest to the middle adds at most a half of the growth. Those beyond it stand a pitch
  /// apart, each at least half a pitch from the middle; nearness is convex there, so their sum is at
  /// most its integral from the middle on, which is `distance / 2`.
  var farthestPush: Double { extent.magnitude * (1 + distance) / 2 }

  /// Returns the distance by which an item is moved away from the middle, points.
  ///
  /// Two neighbours need half of the growth of each between them. From the item nearest to the middle, at
  /// `first`, outwards these halves add up. That item itself moves so that the next one can take its role
  /// without a jump.
  func push(at place: Double) -> Double {
    if place < 0 { return -push(at: -place) }
    let steps = place.rounded()
    let first = place - steps
    let own = extent * nearness(at: 0.5) * first
    guard steps > 0 else { return own }
    // The items between the first and this one: an arithmetic series, up to the last item that
    // grows.
    let count = max(0, min(steps - 1, (distance - first).rounded(.up) - 1))
    let between = count - (count * first + count * (count + 1) / 2) / distance
    return own + extent / 2 * (nearness(at: first) + 2 * between + nearness(at: place))
  }
}

@c @implementation
public func layout_plugin_entry(_ abi: UInt32) -> UnsafePointer<layout_plugin>? {
  Plugin(
    id: "org.layouthost.carousel", name: "Carousel", version: "1.0.0",
    layouts: [
      .make(
        Carousel.self, id: "carousel", name: "Carousel",
        help: "A row whose middle item is larger; scrolling stops with one in the middle.")
    ]
  ).table(for: abi)
}
