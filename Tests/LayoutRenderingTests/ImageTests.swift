// SPDX-License-Identifier: Apache-2.0
//
// Pictures that say more of themselves than they hold.

import Glibc
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutRendering

@Suite("Decoding pictures")
struct ImageTests {
  /// A PNG of 73 bytes whose header, with a sound checksum, says 60000 × 60000.
  private static let forged: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52,
    0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60, 0x08, 0x02, 0, 0, 0, 0x0F, 0xB0, 0xE2,
    0x15, 0, 0, 0, 0x10, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x68, 0x50, 0x50, 0x80,
    0x23, 0x06, 0xE2, 0x38, 0, 0x3E, 0x43, 0x0C, 0x01, 0x57, 0x47, 0xAB, 0x42, 0, 0, 0,
    0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  @Test("a forged header costs no memory: the picture is drawn as a broken one")
  func forged() async throws {
    let path = try Files.directory() + "/forged.png"
    try Files.write(Self.forged, to: path)
    // In a process of its own: other tests take memory at the same time.
    let report = try ChildReport()
    let result = await #expect(processExitsWith: .success) {
      [path = path as String, report = report.path as String] in
      ChildReport.begin(report)
      var (before, after) = (rusage(), rusage())
      getrusage(RUSAGE_SELF.rawValue, &before)
      #expect((try? Image(path: path, scale: 0.01)) == nil)
      #expect(PictureCache(pixelScale: 1).image(path, covering: Size(width: 9, height: 9)) == nil)
      getrusage(RUSAGE_SELF.rawValue, &after)
      // Kibibytes at the most so far; all of the picture is ten million.
      #expect(after.ru_maxrss - before.ru_maxrss < 1_000_000)
    }
    report.check(result)
  }

  @Test("a picture that is kept is not looked for again; a larger one is")
  func kept() throws {
    let path = try Files.directory() + "/a.ppm"
    try Files.write(
      Array("P6 40 20 255\n".utf8) + [UInt8](repeating: 99, count: 2400), to: path)
    let cache = PictureCache(pixelScale: 1)
    let image = try #require(cache.image(path, covering: Size(width: 20, height: 10)))
    try #require(unlink(path) == 0)
    #expect(cache.image(path, covering: Size(width: 20, height: 10)) === image)
    #expect(cache.image(path, covering: Size(width: 4, height: 9)) === image)
    #expect(cache.image(path, covering: Size(width: 40, height: 20)) == nil, "decoded anew")
  }

  @Test("the header's pixels are counted before any is decoded", arguments: [(10_000, 10_001)])
  func limit(_ width: Int, _ height: Int) throws {
    let path = try Files.directory() + "/large.ppm"
    try Files.write(Array("P6 \(width) \(height) 255\n".utf8), to: path)
    // Whole, and a hole in the file system: decoded it would be a black picture.
    try #require(truncate(path, width * height * 3 + 32) == 0)
    #expect((try? Image(path: path, scale: 0.001)) == nil)
    #expect(10_000 * 10_000 == RenderOptions.standardPixelLimit)
  }
}
