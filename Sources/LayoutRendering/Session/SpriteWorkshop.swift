// SPDX-License-Identifier: Apache-2.0
//
// Sprites one by one, for a session that goes on.

import LayoutModel

/// One look as a picture file.
package struct SpritePicture: Sendable {
  /// A PNG file.
  package var bytes: [UInt8]
  /// Pixels.
  package var width: Int
  package var height: Int
  /// The reach over the element's frame, points.
  package var overhang: Double
  /// The lengths that the pixels stand for, points.
  package var size: Size
}

/// Draws sprites, with one renderer a theme and a scale, so that fonts and pictures are kept.
struct SpriteWorkshop {
  private var renderers: [(theme: Theme, scale: Double, renderer: Renderer)] = []

  /// Renderers kept.
  private static let limit = 4

  mutating func draw(
    _ key: SpriteKey, theme: Theme, scale: Double
  ) throws(LayoutError) -> SpritePicture {
    let renderer = renderer(theme, scale)
    let whole = Rect(origin: .zero, size: key.size).grown(by: key.overhang)
    let place = SpritePlace(for: whole.size, scale: scale)
    let pixels = try PixelBuffer(width: place.width, height: place.height, isOpaque: false)
    try pixels.draw(scale: 1) { canvas in
      canvas.transform(Affine(a: place.across, d: place.down))
      canvas.translate(key.overhang, key.overhang)
      key.element.draw(renderer.brush(on: canvas))
    }
    return SpritePicture(
      bytes: try PNGEncoder.encode(pixels, .fast), width: place.width, height: place.height,
      overhang: key.overhang,
      size: Size(
        width: Double(place.width) / place.across, height: Double(place.height) / place.down))
  }

  private mutating func renderer(_ theme: Theme, _ scale: Double) -> Renderer {
    if let known = renderers.first(where: { $0.theme == theme && $0.scale == scale }) {
      return known.renderer
    }
    if renderers.count == Self.limit { renderers.removeFirst() }
    let renderer = Renderer(RenderOptions(scale: scale, theme: theme))
    renderers.append((theme, scale, renderer))
    return renderer
  }
}
