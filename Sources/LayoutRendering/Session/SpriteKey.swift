// SPDX-License-Identifier: Apache-2.0
//
// What makes two elements look the same, so that one sprite serves both.

import LayoutHost
import LayoutModel
import LayoutTypography

/// Everything that decides what an element looks like, but not where it is or how opaque.
struct SpriteKey: Hashable {
  let layers: [ViewContent]
  /// Hundredths of a point, so that sums in another order give the same key.
  private let width: Int
  private let height: Int
  private let restingWidth: Int
  private let restingHeight: Int
  /// Decides the hue.
  let section: Int
  let appearance: ViewAppearance
  let isSelected: Bool
  let isProminent: Bool?

  init(_ element: SceneElement) {
    layers = element.layers
    width = Self.hundredths(element.frame.width)
    height = Self.hundredths(element.frame.height)
    let rest = element.restingSize ?? element.frame.size
    restingWidth = Self.hundredths(rest.width)
    restingHeight = Self.hundredths(rest.height)
    section = element.path.section
    appearance = element.appearance
    isSelected = element.isSelected
    isProminent = element.isProminent
  }

  /// Points.
  var size: Size { Size(width: Double(width) / 100, height: Double(height) / 100) }

  /// Points.
  private var restingSize: Size {
    Size(width: Double(restingWidth) / 100, height: Double(restingHeight) / 100)
  }

  /// The element at the origin of a canvas.
  var element: SceneElement {
    var element = SceneElement(
      .none, frame: Rect(origin: .zero, size: size), path: ItemPath(section, 0),
      isSelected: isSelected, isProminent: isProminent)
    element.layers = layers
    element.restingSize = restingSize
    element.appearance = appearance
    return element
  }

  /// The reach of shadows and selection over the frame, points.
  var overhang: Double {
    let isCard = layers.contains { content in
      if case .card = content { return restingSize.height > 60 * appearance.textScale }
      return false
    }
    return max(isSelected ? 4 : 0, isCard ? 6 * max(1, appearance.textScale) : 0)
  }

  private static func hundredths(_ length: Double) -> Int {
    Int((length * 100).rounded().clamped(to: 0...1e8))
  }
}
