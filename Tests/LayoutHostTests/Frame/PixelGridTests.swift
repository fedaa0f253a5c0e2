// SPDX-License-Identifier: Apache-2.0
//
// Edges on whole pixels.

import LayoutEngine
import LayoutHost
import LayoutModel
import Testing

@Suite("Pixel grid")
struct PixelGridTests {
  @Test("M11: published values at 1×, 2× and 3×")
  func published() throws {
    for line in try cases("pixel_align") {
      let object = try #require(line.object)
      let grid = PixelGrid(scale: try #require(object["scale"]?.double))
      let snapped = grid.snap(try #require(object["value"]?.double))
      #expect(snapped == object["expect"]?.double)
    }
  }

  @Test(
    "M11: neighbours share an edge and spans add up",
    arguments: [(88.0, 9), (279, 11), (741, 13)], [1.0, 1.25, 1.5, 2, 3])
  func spans(_ row: (width: Double, columns: Int), scale: Double) {
    let grid = PixelGrid(scale: scale)
    let width = row.width / Double(row.columns)
    let cells = (0..<row.columns).map {
      grid.snap(Rect(x: Double($0) * width, y: 0, width: width, height: 10))
    }
    for (left, right) in zip(cells, cells.dropFirst()) { #expect(abs(left.maxX - right.x) < 1e-9) }
    #expect(abs(cells.reduce(0) { $0 + $1.width } - grid.snap(row.width)) < 1e-9)
    #expect(cells.allSatisfy { abs($0.width - width) <= 1 / scale + 1e-9 })
  }

  @Test("M11: an edge at half a pixel rounds the same with rounding errors on either side")
  func halves() {
    for scale in [1.0, 1.25, 1.5, 2, 3] {
      let grid = PixelGrid(scale: scale)
      for pixel in stride(from: -2000.5, through: 300_000.5, by: 977) {
        let edge = pixel / scale
        let expected = (pixel + 0.5) / scale
        var (below, above) = (edge, edge)
        for _ in 0..<8 { (below, above) = (below.nextDown, above.nextUp) }
        #expect([edge, below, above].map(grid.snap) == [expected, expected, expected])
        #expect(abs(grid.snap(edge - 0.002 / scale) - expected) > 0.9 / scale, "no further")
      }
    }
  }

  @Test("M11: the rule is the same at negative coordinates")
  func negative() {
    let grid = PixelGrid(scale: 1)
    #expect(grid.snap(-0.5) == 0)
    #expect(grid.snap(0.5) == 1)
    #expect(grid.snap(Rect(x: -10.3, y: 0, width: 5, height: 0)).x == -10)
  }
}
