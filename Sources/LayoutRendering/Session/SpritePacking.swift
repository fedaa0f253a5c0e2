// SPDX-License-Identifier: Apache-2.0
//
// Where sprites go in the pages of an atlas: in shelves, tallest first.

import LayoutTypography

/// A sprite's pixels in the atlas, overhang included.
struct SpritePlace: Equatable {
  var page = 0
  var x = 0
  var y = 0
  var width: Int
  var height: Int
}

/// Places for sprites of given sizes.
struct SpritePacking {
  /// Pixels; a browser's canvas draws from pictures of this size everywhere.
  static let width = 2048
  private static let height = 4096
  /// Transparent pixels between sprites, so that smooth scaling does not mix neighbours.
  private static let gap = 2

  private(set) var places: [SpritePlace]
  /// The used part of each page, pixels.
  private(set) var pageHeights: [Int] = []

  init(_ keys: [SpriteKey], scale: Double) {
    places = keys.map { key in
      func pixels(_ points: Double) -> Int {
        Int(((points + 2 * key.overhang) * scale).rounded(.up).clamped(to: 1...2046))
      }
      return SpritePlace(width: pixels(key.size.width), height: pixels(key.size.height))
    }
    // Equal heights keep their order, so the same session gives the same pages.
    let order = places.indices.sorted { (-places[$0].height, $0) < (-places[$1].height, $1) }
    var x = 0
    var y = 0
    var shelf = 0
    for index in order {
      if x + places[index].width > Self.width {
        (x, y, shelf) = (0, y + shelf + Self.gap, 0)
      }
      if pageHeights.isEmpty || y + places[index].height > Self.height {
        pageHeights.append(0)
        (x, y, shelf) = (0, 0, 0)
      }
      places[index].page = pageHeights.count - 1
      (places[index].x, places[index].y) = (x, y)
      x += places[index].width + Self.gap
      shelf = max(shelf, places[index].height)
      pageHeights[places[index].page] = max(pageHeights[places[index].page], y + shelf)
    }
  }
}
