// SPDX-License-Identifier: Apache-2.0
//
// Pixels that are written as runs are read back unchanged.

import CCairo
import LayoutModel
import Testing

@testable import LayoutRendering

@Suite("Runs of pixels")
struct PixelRunsTests {
  /// Reads runs, as the studio's page does: red, green, blue and alpha of each pixel.
  private func read(_ bytes: [UInt8]) -> [UInt8] {
    func word(_ place: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    let (width, height, count) = (word(0), word(4), word(8))
    var next = 12 + 4 * count
    func color() -> ArraySlice<UInt8> {
      var index = Int(bytes[next])
      next += 1
      if index == 255 {
        index = Int(bytes[next]) | Int(bytes[next + 1]) << 8
        next += 2
      }
      return bytes[(12 + 4 * index)..<(16 + 4 * index)]
    }
    var pixels: [UInt8] = []
    while pixels.count < 4 * width * height {
      var (head, shift) = (0, 0)
      repeat {
        head |= Int(bytes[next] & 127) << shift
        shift += 7
        next += 1
      } while bytes[next - 1] & 128 != 0
      let same = head & 3 == 1 ? color() : []
      for _ in 0..<(head >> 2) {
        switch head & 3 {
        case 0:
          let above = pixels.count - 4 * width
          pixels += above < 0 ? [0, 0, 0, 0] : Array(pixels[above..<(above + 4)])
        case 1: pixels += same
        default: pixels += color()
        }
      }
    }
    #expect(pixels.count == 4 * width * height && next == bytes.count)
    return pixels
  }

  /// Returns the same pixels by the rows that go into a PNG file.
  private func plain(_ buffer: PixelBuffer) -> [UInt8] {
    let (rows, length) = (buffer.rows, 1 + 4 * buffer.width)
    return (0..<buffer.height).flatMap { rows[($0 * length + 1)..<(($0 + 1) * length)] }
  }

  private func buffer(
    _ width: Int, _ height: Int, _ color: (Int, inout SystemRandomNumberGenerator) -> UInt32
  ) throws -> PixelBuffer {
    var random = SystemRandomNumberGenerator()
    let buffer = try PixelBuffer(width: width, height: height, isOpaque: false)
    let data = try #require(cairo_image_surface_get_data(buffer.surface))
    let words = UnsafeMutableRawPointer(data).assumingMemoryBound(to: UInt32.self)
    for place in 0..<(width * height) { words[place] = color(place, &random) }
    return buffer
  }

  @Test(
    "few colours, flat or mixed, are read back",
    arguments: [(1, 1), (1, 200), (200, 1), (3, 5), (64, 64), (301, 77)], [1, 2, 3, 300, 4000])
  func colors(size: (Int, Int), count: Int) throws {
    for stretch in [1, 2, 5, 90] {
      var color: UInt32 = 0
      let buffer = try buffer(size.0, size.1) { place, random in
        // Opaque ones, and the first, which is transparent.
        if place % stretch == 0 { color = UInt32.random(in: 0..<UInt32(count), using: &random) }
        return color == 0 ? 0 : 0xFF00_0000 | color &* 40_503
      }
      let bytes = try #require(PixelRuns.encode(buffer))
      #expect(read(bytes) == plain(buffer))
    }
  }

  @Test("sprites are read back, from a small part of their pixels' bytes")
  func sprites() throws {
    let buffer = try PixelBuffer(width: 400, height: 120, isOpaque: false)
    let renderer = Renderer(RenderOptions(scale: 1))
    try buffer.draw(scale: 1) { canvas in
      let brush = renderer.brush(on: canvas)
      for column in 0..<5 {
        let rect = Rect(x: Double(column) * 80, y: 4, width: 76, height: 56)
        brush.draw(.text("0.\(column)"), in: rect)
        let below = Rect(x: Double(column) * 80, y: 62, width: 76, height: 56)
        brush.draw(.glyph(codePoint: 0x2190, caption: "leftwards"), in: below)
      }
    }
    let bytes = try #require(PixelRuns.encode(buffer))
    #expect(read(bytes) == plain(buffer))
    #expect(bytes.count < 400 * 120 * 4 / 8, "\(bytes.count)")
  }

  @Test("a picture with more colours than there are numbers is not written as runs")
  func photograph() throws {
    let buffer = try buffer(100, 100) { place, _ in 0xFF00_0000 | UInt32(place) }
    #expect(PixelRuns.encode(buffer) == nil)
  }
}
