// SPDX-License-Identifier: Apache-2.0
//
// The values that determine an element's look, and single sprites for a running session.

import LayoutHost
import LayoutModel
import LayoutTypography

// MARK: - Looks

/// All values that determine an element's look, except its place and opacity.
struct SpriteKey: Hashable {
  let layers: [ViewContent]
  /// Hundredths of a point, so that rounding errors of sums give the same key.
  private let width: Int
  private let height: Int
  private let restingWidth: Int
  private let restingHeight: Int
  /// The section, which decides the hue.
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

  /// The look of an element on screen.
  ///
  /// - Parameter layers: Its contents, from the bottom layer to the top.
  init(_ visible: VisibleElement, layers: [ViewContent]) {
    self.layers = layers
    // Sprites have the exact size: a frame snapped to pixels changes its size while it moves.
    let size = visible.attributes.frame.size
    width = Self.hundredths(size.width)
    height = Self.hundredths(size.height)
    restingWidth = Self.hundredths(visible.restingSize.width)
    restingHeight = Self.hundredths(visible.restingSize.height)
    section = visible.attributes.path.section
    appearance = visible.view.appearance
    isSelected = (visible.view as? Cell)?.isSelected ?? false
    isProminent = visible.attributes.isProminent
  }

  /// The size, points.
  var size: Size { Size(width: Double(width) / 100, height: Double(height) / 100) }

  /// The size at rest, points.
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

  /// True when a background is the first that is drawn.
  var beginsWithGround: Bool {
    switch layers.first {
    case .text?, .glyph?, .card?: true
    default: false
    }
  }

  /// The extent of shadows and selection beyond the frame, points.
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

// MARK: - Sprites

/// Looks as a picture file: one file for all new looks in a frame, because each file costs its
/// reader more than its pixels.
package struct SpritePicture: Sendable {
  /// The way in which pixels are written.
  package enum Form: UInt32, Sendable {
    /// A PNG file.
    case png
    /// See ``PixelRuns``.
    case runs
  }

  package var form: Form
  package var bytes: [UInt8]
  package var sprites: [PlacedSprite]
}

/// A look in a picture.
package struct PlacedSprite: Sendable {
  package var number: Int
  /// The place, pixels.
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int
  /// The size of the pixels, points.
  package var size: Size
  /// The extent beyond the element's frame, points.
  package var overhang: Double

  init(_ number: Int, _ key: SpriteKey, at place: SpritePlace) {
    self.number = number
    (x, y, width, height) = (place.x, place.y, place.width, place.height)
    size = Size(
      width: Double(place.width) / place.across, height: Double(place.height) / place.down)
    overhang = key.overhang
  }
}

/// Draws sprites, with one renderer per theme and scale, so that fonts, pictures and backgrounds
/// are cached.
struct SpriteWorkshop {
  /// The tools that draw the sprites of one theme and scale.
  private struct Bench {
    let theme: Theme
    let scale: Double
    let renderer: Renderer
    let stamps = GroundStamps()
  }

  private var benches: [Bench] = []

  /// The number of backgrounds that were copied instead of drawn.
  var copyCount: Int { benches.reduce(0) { $0 + $1.stamps.copyCount } }

  /// The maximum number of benches.
  private static let limit = 4

  /// - Throws: `picture-failed`.
  mutating func draw(
    _ looks: [(number: Int, key: SpriteKey)], theme: Theme, scale: Double
  ) throws(LayoutError) -> [SpritePicture] {
    let bench = bench(theme, scale)
    let packing = SpritePacking(looks.map(\.key), scale: scale)
    var pictures: [SpritePicture] = []
    for (page, size) in packing.pages.enumerated() {
      let placed = zip(looks, packing.places).filter { $0.1.page == page }
      let pixels = try PixelBuffer(width: size.width, height: size.height, isOpaque: false)
      try pixels.draw(scale: 1) { canvas in
        var brush = bench.renderer.brush(on: canvas)
        brush.stamps = bench.stamps
        for (look, place) in placed {
          bench.stamps.isGroundClear = look.key.beginsWithGround
          canvas.saved {
            canvas.enter(place, scale: 1)
            canvas.translate(look.key.overhang, look.key.overhang)
            look.key.element.draw(brush)
          }
        }
      }
      let sprites = placed.map { PlacedSprite($0.number, $0.key, at: $1) }
      if let runs = PixelRuns.encode(pixels) {
        pictures.append(SpritePicture(form: .runs, bytes: runs, sprites: sprites))
      } else {
        let file = try PNGEncoder.encode(pixels)
        pictures.append(SpritePicture(form: .png, bytes: file, sprites: sprites))
      }
    }
    return pictures
  }

  private mutating func bench(_ theme: Theme, _ scale: Double) -> Bench {
    if let known = benches.first(where: { $0.theme == theme && $0.scale == scale }) {
      return known
    }
    if benches.count == Self.limit { benches.removeFirst() }
    let renderer = Renderer(RenderOptions(scale: scale, theme: theme))
    let bench = Bench(theme: theme, scale: scale, renderer: renderer)
    benches.append(bench)
    return bench
  }
}
