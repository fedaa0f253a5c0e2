// SPDX-License-Identifier: Apache-2.0
//
// Covers turned to the side, except the cover in the middle, which faces the viewer.

import LayoutABI
import LayoutKit

/// Covers in a row, turned towards the middle.
final class Coverflow: StripLayout {
  private let coverSpacing = Property(
    "coverSpacing", Double?.none, minimum: 1, unit: "pt",
    help: "From one cover to the next, at the sides; unset, 35 % of a cover.")
  private let centerGap = Property(
    "centerGap", Double?.none, minimum: 0, unit: "pt",
    help:
      "How much further than that the neighbours of the middle cover stand away; unset, 45 % of a cover."
  )
  private let angle = Property(
    "angle", 60.0, minimum: -89, maximum: 89, unit: "°",
    help: "How far the covers at the sides are turned.")
  private let eyeDistance = Property(
    "eyeDistance", Double?.none, minimum: 1, unit: "pt",
    help:
      "How far the viewer stands away: the nearer, the deeper it looks; unset, four times a cover.")

  override var properties: [AnyProperty] {
    super.properties + [coverSpacing, centerGap, angle, eyeDistance]
  }

  override var pitch: Double { max(1, coverSpacing.value ?? 0.35 * extent) }
  override var reach: Double { gap }

  private var gap: Double { centerGap.value ?? 0.45 * extent }

  override func adjust(_ place: inout StripPlace, at distance: Double) {
    // Within one pitch of the middle a cover turns and moves aside; further out it only moves.
    let side = max(-1, min(1, distance))
    var center = place.frame.center
    if axis == .horizontal {
      center.x += side * gap
    } else {
      center.y += side * gap
    }
    place.frame.center = center
    place.zIndex = -Int32(min(distance.magnitude, 1e6) * 1000)
    if side != 0 {
      place.transform = Transform(
        turn: (axis == .horizontal ? side : -side) * angle.value * .pi / 180,
        about: axis == .horizontal ? .vertical : .horizontal,
        eyeDistance: eyeDistance.value ?? 4 * extent)
    }
  }
}

@c @implementation
public func layout_plugin_entry(_ abi: UInt32) -> UnsafePointer<layout_plugin>? {
  Plugin(
    id: "org.layouthost.coverflow", name: "Coverflow", version: "1.0.0",
    layouts: [
      .make(
        Coverflow.self, id: "coverflow", name: "Coverflow",
        help: "Covers on edge at both sides of one that faces the viewer.")
    ]
  ).table(for: abi)
}
