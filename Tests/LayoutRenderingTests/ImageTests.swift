// SPDX-License-Identifier: Apache-2.0
//
// Pictures whose headers claim more than the file contains.

import Glibc
import LayoutLoading
import LayoutModel
import LayoutTesting
import LayoutTypography
import Testing

@testable import LayoutRendering

@Suite("Decoding pictures")
struct ImageTests {
  /// A PNG of 73 bytes whose header, with a valid checksum, says 60000 × 60000.
  private static let forged: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52,
    0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60, 0x08, 0x02, 0, 0, 0, 0x0F, 0xB0, 0xE2,
    0x15, 0, 0, 0, 0x10, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x68, 0x50, 0x50, 0x80,
    0x23, 0x06, 0xE2, 0x38, 0, 0x3E, 0x43, 0x0C, 0x01, 0x57, 0x47, 0xAB, 0x42, 0, 0, 0,
    0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  @Test("a forged header costs no memory, and the picture is drawn as a broken one", .awaitsExit)
  func forged() async throws {
    let path = try Files.directory() + "/forged.png"
    try Files.write(Self.forged, to: path)
    // In a process of its own, since other tests allocate at the same time.
    let report = try ChildReport()
    let result = await #expect(processExitsWith: .success) {
      [path = path as String, report = report.path as String] in
      ChildReport.begin(report)
      var (before, after) = (rusage(), rusage())
      getrusage(RUSAGE_SELF.rawValue, &before)
      #expect((try? Image(path: path, scale: 0.01)) == nil)
      #expect(PictureCache(pixelScale: 1).image(path, covering: Size(width: 9, height: 9)) == nil)
      getrusage(RUSAGE_SELF.rawValue, &after)
      // The peak in kibibytes; the complete picture is ten million.
      #expect(after.ru_maxrss - before.ru_maxrss < 1_000_000)
    }
    report.check(result)
  }

  /// A TIFF of a kilobyte that says 20000 × 20000, in little-endian words.
  private static var forgedTIFF: [UInt8] {
    let tags: [(tag: UInt32, value: UInt32)] = [
      (256, 20_000), (257, 20_000), (258, 8), (259, 1), (262, 1), (273, 512), (274, 6), (277, 1),
      (278, 20_000), (279, 512),
    ]
    func bytes(_ number: UInt32, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    var file: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0] + bytes(UInt32(tags.count), 2)
    // 4: a value of 32 bits, one of them.
    for one in tags { file += bytes(one.tag, 2) + bytes(4, 2) + bytes(1, 4) + bytes(one.value, 4) }
    return file + [UInt8](repeating: 0, count: 1024 - file.count)
  }

  @Test("the size of a picture is read without memory for its pixels, for any header", .awaitsExit)
  func forgedSize() async throws {
    let path = try Files.directory() + "/forged.tiff"
    try Files.write(Self.forgedTIFF, to: path)
    let report = try ChildReport()
    let result = await #expect(processExitsWith: .success) {
      [path = path as String, report = report.path as String] in
      ChildReport.begin(report)
      let before = try addressSpace()
      #expect(PictureFile.size(of: path) == Size(width: 20_000, height: 20_000))
      // Decoded it takes 1.6 thousand million bytes.
      #expect(try addressSpace() - before < 1_000_000_000)
    }
    report.check(result)
  }

  @Test("a cached picture is not loaded again, unless a larger one is needed")
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
    // Complete, with a hole in the file system: decoded it would be a black picture.
    try #require(truncate(path, width * height * 3 + 32) == 0)
    #expect((try? Image(path: path, scale: 0.001)) == nil)
    #expect(10_000 * 10_000 == RenderOptions.standardPixelLimit)
  }
}

/// The peak of the address space that this process has used, bytes.
private func addressSpace() throws -> Int {
  let status = String(
    decoding: try FileSystem.contents(of: "/proc/self/status").bytes, as: UTF8.self)
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmPeak:") }
  return try #require(line?.split { " \t".contains($0) }.dropFirst().first.flatMap { Int($0) })
    << 10
}
