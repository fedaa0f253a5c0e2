// SPDX-License-Identifier: Apache-2.0
//
// A row whose middle item is larger than the others, and always stops with one in the middle.

import LayoutABI
import LayoutKit

/// Items side by side; the nearer to the middle, the larger.
final class Carousel: StripLayout {
  private let spacing = Property(
    "spacing", 40.0, minimum: 0, unit: "pt", help: "Room between two items.")
  private let centerScale = Property(
    "centerScale", 1.3, minimum: 0.1, maximum: 10, unit: "1",
    help: "How much larger an item is that stands in the middle.")
  private let growthDistance = Property(
    "growthDistance", Double?.none, minimum: 1, unit: "pt",
    help:
      "From here on items grow towards the middle, instead of from where their neighbour stands.")
  private let sideAlpha = Property(
    "sideAlpha", 1.0, minimum: 0, maximum: 1, unit: "1",
    help: "Opacity of the items that are not in the middle.")

  override var properties: [AnyProperty] {
    super.properties + [spacing, centerScale, growthDistance, sideAlpha]
  }

  override var pitch: Double { super.pitch + spacing.value }

  override func dress(_ place: inout StripPlace, at distance: Double) {
    let growth = growthDistance.value ?? pitch
    let nearness = max(0, 1 - (distance * pitch).magnitude / growth)
    place.zIndex = Int32(nearness * 1000)
    place.alpha = Float(sideAlpha.value + (1 - sideAlpha.value) * nearness)
    if nearness > 0 {
      place.transform = Transform(scale: 1 + (centerScale.value - 1) * nearness)
    }
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
