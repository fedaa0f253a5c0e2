// SPDX-License-Identifier: Apache-2.0
//
// Where sprites go in the pages of an atlas: in shelves, tallest first.

import LayoutModel

/// A sprite's pixels in the atlas, overhang included.
struct SpritePlace: Equatable {
  var page = 0
  var x = 0
  var y = 0
  var width: Int
  var height: Int
  /// Pixels a point across, and down: fewer than others have along a side that would be too long.
  var across: Double
  var down: Double

  /// A place for what is so large, points, with `scale` pixels a point where that is possible.
  init(for size: Size, scale: Double) {
    (width, across) = Self.side(size.width, scale)
    (height, down) = Self.side(size.height, scale)
  }

  /// Pixels; a browser's canvas draws from pictures of this size everywhere.
  static let largestSide = 4096

  /// The pixels of a side, and how many of them a point takes.
  private static func side(_ points: Double, _ scale: Double) -> (Int, Double) {
    let pixels = (points * scale).rounded(.up)
    guard pixels > Double(largestSide) else { return (max(1, Int(pixels)), scale) }
    return (largestSide, Double(largestSide) / points)
  }
}

/// Places for sprites of given sizes.
struct SpritePacking {
  /// Of a shelf, pixels; one with a wider sprite is as wide as that.
  private static let width = 2048
  /// Transparent pixels between sprites, so that smooth scaling does not mix neighbours.
  private static let gap = 2

  private(set) var places: [SpritePlace]
  /// The used part of each page, pixels: no more than ``SpritePlace/largestSide`` either way.
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
