// SPDX-License-Identifier: Apache-2.0
//
// Each distinct look of a session, drawn once into a few large pictures.

import LayoutHost
import LayoutModel
import LayoutTypography

/// Collects looks and numbers them from 0 in the order in which they came.
final class SpriteSheet {
  /// The looks by number, from 0 without a gap as long as none was forgotten.
  private(set) var looks: [Int: SpriteKey] = [:]
  private var numbers: [SpriteKey: Int] = [:]
  private var nextNumber = 0

  /// The looks in the order of their numbers.
  var keys: [SpriteKey] { looks.sorted { $0.key < $1.key }.map(\.value) }

  /// The number of an element's look.
  func number(of element: SceneElement) -> Int { number(of: SpriteKey(element)) }

  func number(of key: SpriteKey) -> Int {
    if let number = numbers[key] { return number }
    defer { nextNumber += 1 }
    numbers[key] = nextNumber
    looks[nextNumber] = key
    return nextNumber
  }

  /// Forgets all looks but those of some numbers, which stay theirs.
  func forget(allBut kept: Set<Int>) {
    looks = looks.filter { kept.contains($0.key) }
    numbers = numbers.filter { kept.contains($0.value) }
  }

  /// All looks in a theme, as picture files with `scale` pixels a point.
  ///
  /// - Throws: `picture-failed`.
  func draw(theme: Theme, scale: Double) throws(LayoutError) -> SpriteAtlas {
    let keys = keys
    let packing = SpritePacking(keys, scale: scale)
    let renderer = Renderer(RenderOptions(scale: scale, theme: theme))
    var pages: [[UInt8]] = []
    for (page, size) in packing.pages.enumerated() {
      let pixels = try PixelBuffer(width: size.width, height: size.height, isOpaque: false)
      try pixels.draw(scale: scale) { canvas in
        let brush = renderer.brush(on: canvas)
        for (key, place) in zip(keys, packing.places) where place.page == page {
          canvas.saved {
            canvas.enter(place, scale: scale)
            canvas.translate(key.overhang, key.overhang)
            key.element.draw(brush)
          }
        }
      }
      pages.append(try WebPEncoder.encode(pixels))
    }
    return SpriteAtlas(pages: pages, places: packing.places, scale: scale)
  }
}

extension Canvas {
  /// Makes a sprite's place all there is to draw on, with its corner for the origin and its own pixels
  /// a point.
  func enter(_ place: SpritePlace, scale: Double) {
    transform(
      Affine(a: 1 / scale, d: 1 / scale, x: Double(place.x) / scale, y: Double(place.y) / scale))
    clip(Shape(Rect(x: 0, y: 0, width: Double(place.width), height: Double(place.height))))
    transform(Affine(a: place.across, d: place.down))
  }
}

/// Sprites as files, and where each one is.
struct SpriteAtlas {
  /// WebP files.
  var pages: [[UInt8]]
  /// By number of the look.
  var places: [SpritePlace]
  /// Pixels a point.
  var scale: Double

  var byteCount: Int { pages.reduce(0) { $0 + $1.count } }
}
