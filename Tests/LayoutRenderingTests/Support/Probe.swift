// SPDX-License-Identifier: Apache-2.0
//
// The pixels of a drawing, for tests that examine them.

import CWebP
import LayoutHost
import LayoutModel
import LayoutTypography
import Testing

@testable import LayoutRendering

/// A drawing in memory.
struct Probe: Equatable {
  let width: Int
  let height: Int
  private let rows: [UInt8]

  /// Draws on a transparent ground, one pixel a point by default.
  init(
    width: Int, height: Int, scale: Double = 1, theme: Theme = .light, _ draw: (Brush) -> Void
  ) throws {
    let pixels = try PixelBuffer(width: width, height: height, isOpaque: false)
    let renderer = Renderer(RenderOptions(scale: scale, theme: theme))
    try pixels.draw(scale: scale) { draw(renderer.brush(on: $0)) }
    self.width = width
    self.height = height
    rows = pixels.rows
  }

  /// Reads the pixels of a picture file.
  init(page file: [UInt8]) throws {
    let path = try Files.directory() + "/page.png"
    try Files.write(file, to: path)
    let image = try #require(try? Image(path: path, scale: 1))
    let area = Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
    try self.init(width: image.width, height: image.height) {
      $0.canvas.draw(image, covering: area)
    }
  }

  /// Reads the pixels of a page of sprites.
  init(sprites file: [UInt8]) throws {
    var (width, height): (CInt, CInt) = (0, 0)
    let pixels = try #require(WebPDecodeRGBA(file, file.count, &width, &height))
    defer { WebPFree(pixels) }
    (self.width, self.height) = (Int(width), Int(height))
    let length = 4 * Int(width)
    rows = (0..<Int(height)).flatMap { y in
      [0] + UnsafeBufferPointer(start: pixels + y * length, count: length)
    }
  }

  /// Draws a scene as in a picture.
  init(_ scene: Scene, outline: Bool = false, theme: Theme = .light) throws {
    let size = scene.viewport.size
    try self.init(width: Int(size.width), height: Int(size.height), theme: theme) {
      scene.draw($0, outline: outline)
    }
  }

  /// Red, green, blue, alpha.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let start = y * (4 * width + 1) + 1 + 4 * x
    return Array(rows[start..<start + 4])
  }

  /// Returns true if the pixel has this colour, with a difference of at most one step of 255.
  func isColor(_ color: Color, _ x: Int, _ y: Int) -> Bool {
    zip(pixel(x, y), [color.red, color.green, color.blue]).allSatisfy { value, part in
      abs(Double(value) - part * 255) <= 1.01
    }
  }

  /// The pixels that are not transparent and lie outside a rectangle.
  func strayPixels(outside rect: Rect) -> Int {
    var count = 0
    for y in 0..<height {
      for x in 0..<width where pixel(x, y)[3] > 0 {
        let isInside =
          Double(x) >= rect.x && Double(x) < rect.maxX && Double(y) >= rect.y
          && Double(y) < rect.maxY
        if !isInside { count += 1 }
      }
    }
    return count
  }

  /// Returns the bounding box of the pixels for which `test` holds; nil if there is none.
  func box(where test: ([UInt8]) -> Bool) -> Rect? {
    var (left, top, right, bottom) = (Int.max, Int.max, Int.min, Int.min)
    for y in 0..<height {
      for x in 0..<width where test(pixel(x, y)) {
        (left, right) = (min(left, x), max(right, x))
        (top, bottom) = (min(top, y), max(bottom, y))
      }
    }
    guard left <= right else { return nil }
    return Rect(
      x: Double(left), y: Double(top), width: Double(right - left + 1),
      height: Double(bottom - top + 1))
  }
}

/// Scenes for tests.
enum Scenes {
  /// A coloured box as a decoration draws it.
  static func box(
    _ rgba: UInt32, _ frame: Rect, zIndex: Int = 0, alpha: Double = 1, isHidden: Bool = false,
    transform: Projection? = nil
  ) -> SceneElement {
    SceneElement(
      .shape(ShapeStyle(fill: rgba)), frame: frame, category: .decoration, alpha: alpha,
      zIndex: zIndex, isHidden: isHidden, transform: transform)
  }

  /// A heading, chips, a tile and a card: every painter except the picture's.
  static let mixed = Scene(
    [
      SceneElement(
        .card(title: "GREEK SMALL LETTER ALPHA", body: "U+03B1\nLetter", codePoint: 0x3B1),
        frame: Rect(x: 10, y: 60, width: 260, height: 40), path: ItemPath(1, 0)),
      SceneElement(
        .glyph(codePoint: 0x2192, caption: "RIGHTWARDS ARROW"),
        frame: Rect(x: 10, y: 110, width: 120, height: 120), path: ItemPath(2, 0)),
      SceneElement(
        .card(title: "A TITLE", body: "U+0041\nUppercase letter", codePoint: 0x41),
        frame: Rect(x: 140, y: 110, width: 150, height: 175), path: ItemPath(3, 0)),
      SceneElement(
        .text("plain"), frame: Rect(x: 10, y: 240, width: 80, height: 40), path: ItemPath(4, 0)),
      SceneElement(
        .heading(title: "Greek", detail: "135 characters"),
        frame: Rect(x: 0, y: 0, width: 300, height: 56), category: .supplementary),
    ], viewport: Rect(x: 0, y: 0, width: 300, height: 300))
}
