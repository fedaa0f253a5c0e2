// SPDX-License-Identifier: Apache-2.0
//
// Animated WebP files: the size of the picture, and the time of each frame.

import LayoutModel
import Testing

@testable import LayoutRendering

@Suite("Animated WebP")
struct WebPAnimationTests {
  /// A frame of one colour.
  private static func frame(_ rgba: UInt32, _ size: Size, at time: Double) -> FilmStrip.Frame {
    let box = Rect(origin: .zero, size: size)
    return FilmStrip.Frame(Scene([Scenes.box(rgba, box)], viewport: box), time: time)
  }

  private static let small = Size(width: 40, height: 50)

  /// The size of the picture, and the milliseconds of each frame.
  private struct File {
    var size: [Int] = []
    var durations: [Int] = []

    init(_ frames: [FilmStrip.Frame], until end: Double) throws {
      let renderer = Renderer(RenderOptions(scale: 1))
      let bytes = try WebPAnimation.encode(frames, until: end, with: renderer)
      func number(_ at: Int, _ count: Int) -> Int {
        bytes[at..<at + count].reversed().reduce(0) { $0 << 8 | Int($1) }
      }
      // After the file's header each chunk has a name, its length, and bytes in pairs.
      var at = 12
      while at + 8 <= bytes.count {
        let name = String(decoding: bytes[at..<at + 4], as: UTF8.self)
        if name == "VP8X" { size = [number(at + 12, 3) + 1, number(at + 15, 3) + 1] }
        if name == "ANMF" { durations.append(number(at + 20, 3)) }
        at += 8 + (number(at + 4, 4) + 1) / 2 * 2
      }
    }
  }

  @Test("each frame is shown until the next one's time, and rounding errors do not add up")
  func times() throws {
    let frames = (0..<4).map { index in
      Self.frame([0xFF00_00FF, 0x0000_FFFF][index % 2], Self.small, at: Double(index) / 60)
    }
    let file = try File(frames, until: 0.1)
    #expect(file.durations == [17, 16, 17, 50])
    #expect(file.size == [40, 50])
  }

  @Test("a frame is shown for at most as long as the format allows")
  func longFrame() throws {
    let frames = [
      Self.frame(0xFF00_00FF, Self.small, at: 0),
      Self.frame(0x0000_FFFF, Self.small, at: 3_000_000),
    ]
    #expect(try File(frames, until: 3_000_001).durations == [16_777_215, 1000])
    #expect(throws: Never.self) { try File([frames[0]], until: .greatestFiniteMagnitude) }
  }

  @Test("a film of more milliseconds than libwebp counts is refused with the remedy")
  func tooLong() throws {
    let frames = (0..<129).map { Self.frame(0xFF00_00FF, Self.small, at: Double($0) * 1e5) }
    let error = #expect(throws: LayoutError.self) { try File(frames, until: 1e8) }
    #expect(error?.code == .pictureFailed)
    #expect(error?.message == "the film is too long for WebP; use .html")
  }

  @Test("the picture is as large as the largest frame, in each direction")
  func sizes() throws {
    let frames = [
      Self.frame(0xFF00_00FF, Self.small, at: 0),
      Self.frame(0x0000_FFFF, Size(width: 90, height: 30), at: 1),
    ]
    #expect(try File(frames, until: 2).size == [90, 50])
  }
}
