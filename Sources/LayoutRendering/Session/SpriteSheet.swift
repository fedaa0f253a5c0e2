// SPDX-License-Identifier: Apache-2.0
//
// Each distinct look of a session, drawn once into a few large pictures.

import LayoutHost
import LayoutModel
import LayoutTypography

/// Collects looks and numbers them from 0, in order.
final class SpriteSheet {
  /// The looks by number, consecutive from 0 until one is dropped.
  private(set) var looks: [Int: SpriteKey] = [:]
  private var numbers: [SpriteKey: Int] = [:]
  private var nextNumber = 0

  /// The looks in the order of their numbers.
  var keys: [SpriteKey] { looks.sorted { $0.key < $1.key }.map(\.value) }

  /// The picture files that were damaged when looks were drawn, each with the reason.
  private(set) var pictureFaults: [String: String] = [:]

  /// The number of requests for numbers.
  private(set) var askedCount = 0

  /// The number of an element's look.
  func number(of element: SceneElement) -> Int { number(of: SpriteKey(element)) }

  func number(of key: SpriteKey) -> Int {
    askedCount += 1
    if let number = numbers[key] { return number }
    defer { nextNumber += 1 }
    numbers[key] = nextNumber
    looks[nextNumber] = key
    return nextNumber
  }

  /// Drops all looks except some numbers, which do not change.
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
    pictureFaults.merge(renderer.pictures.faults) { $1 }
    return SpriteAtlas(pages: pages, places: packing.places, scale: scale)
  }
}

extension Canvas {
  /// Restricts drawing to a sprite's place, with its corner as the origin and its own resolution.
  func enter(_ place: SpritePlace, scale: Double) {
    transform(
      Affine(a: 1 / scale, d: 1 / scale, x: Double(place.x) / scale, y: Double(place.y) / scale))
    clip(Shape(Rect(x: 0, y: 0, width: Double(place.width), height: Double(place.height))))
    transform(Affine(a: place.across, d: place.down))
  }
}

/// Sprites as files, and the place of each.
struct SpriteAtlas {
  /// WebP files.
  var pages: [[UInt8]]
  /// The places by number of the look.
  var places: [SpritePlace]
  /// Pixels per point.
  var scale: Double

  var byteCount: Int { pages.reduce(0) { $0 + $1.count } }
}

// MARK: - Packing
//
// The places of sprites in the pages of an atlas: on shelves, tallest first.

/// The place of a sprite in the atlas in pixels, overhang included.
struct SpritePlace: Equatable {
  var page = 0
  var x = 0
  var y = 0
  var width: Int
  var height: Int
  /// Pixels per point, across and down: fewer along a side that would be too long.
  var across: Double
  var down: Double

  /// A place for a size in points, with `scale` pixels per point if possible.
  init(for size: Size, scale: Double) {
    (width, across) = Self.side(size.width, scale)
    (height, down) = Self.side(size.height, scale)
  }

  /// The maximum side, pixels, which every browser's canvas supports.
  static let largestSide = 4096

  /// The pixels of a side, and their number per point.
  private static func side(_ points: Double, _ scale: Double) -> (Int, Double) {
    let pixels = (points * scale).rounded(.up)
    guard pixels > Double(largestSide) else { return (max(1, Int(pixels)), scale) }
    return (largestSide, Double(largestSide) / points)
  }
}

/// Places for sprites of given sizes.
struct SpritePacking {
  /// The width of a shelf, pixels; a wider sprite makes its shelf wider.
  private static let width = 2048
  /// Transparent pixels between sprites, so that smooth scaling does not mix neighbours.
  private static let gap = 2

  private(set) var places: [SpritePlace]
  /// The used part of each page, pixels: at most ``SpritePlace/largestSide`` in both directions.
  private(set) var pages: [(width: Int, height: Int)] = []

  init(_ keys: [SpriteKey], scale: Double) {
    places = keys.map { key in
      let whole = Rect(origin: .zero, size: key.size).grown(by: key.overhang)
      return SpritePlace(for: whole.size, scale: scale)
    }
    // Equal heights keep their order, so the same session gives the same pages.
    let order = places.indices.sorted { (-places[$0].height, $0) < (-places[$1].height, $1) }
    var x = 0
    var y = 0
    var shelf = 0
    for index in order {
      let (width, height) = (places[index].width, places[index].height)
      if x > 0, x + width > Self.width { (x, y, shelf) = (0, y + shelf + Self.gap, 0) }
      if pages.isEmpty || y + height > SpritePlace.largestSide {
        pages.append((0, 0))
        (x, y, shelf) = (0, 0, 0)
      }
      let page = pages.count - 1
      (places[index].page, places[index].x, places[index].y) = (page, x, y)
      shelf = max(shelf, height)
      pages[page] = (max(pages[page].width, x + width), max(pages[page].height, y + shelf))
      x += width + Self.gap
    }
  }
}
