// SPDX-License-Identifier: Apache-2.0
//
// Strips of frames: each at its place, cut to its size, with its time below.

import LayoutModel
import Testing

@testable import LayoutRendering

@Suite("Film strips")
struct FilmStripTests {
  /// Frames of one colour each, the content larger than the viewport.
  private static let strip = FilmStrip(
    [(0xFF00_00FF, 0.0), (0x0000_FFFF, 0.25), (0xFF00_00FF, 12.5)].map { color, time in
      FilmStrip.Frame(
        Scene(
          [Scenes.box(color, Rect(x: 0, y: 0, width: 900, height: 900))],
          viewport: Rect(x: 100, y: 100, width: 80, height: 60)), time: time)
    }, columns: 2)

  @Test("each frame is at its place, row by row, and is cut there")
  func places() throws {
    #expect(Self.strip.size == Size(width: 204, height: 194))
    let probe = try Probe(width: 204, height: 194) { Self.strip.draw($0, outline: false) }
    #expect(probe.isColor(Color(rgba: 0xFF00_00FF), 56, 46))
    #expect(probe.isColor(Color(rgba: 0x0000_FFFF), 148, 46))
    #expect(probe.isColor(Color(rgba: 0xFF00_00FF), 56, 132))
    let surface = Theme.light.surface
    for (x, y) in [(8, 46), (102, 46), (148, 132), (56, 8), (16, 16)] {
      #expect(probe.isColor(surface, x, y), "\(x), \(y)")
    }
  }

  @Test("the time is below its frame")
  func captions() throws {
    #expect(
      [0, 0.25, 1.999, 12.5].map(FilmStrip.caption) == ["0.00 s", "0.25 s", "2.00 s", "12.50 s"])
    let probe = try Probe(width: 204, height: 194) { Self.strip.draw($0, outline: false) }
    let surface = Theme.light.surface
    for (columns, rows) in [(16..<96, 78..<100), (108..<188, 78..<100), (16..<96, 164..<186)] {
      let ink = rows.flatMap { y in columns.map { ($0, y) } }.count {
        !probe.isColor(surface, $0.0, $0.1)
      }
      #expect((40..<600).contains(ink))
    }
  }
}
