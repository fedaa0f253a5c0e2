// SPDX-License-Identifier: Apache-2.0
//
// Folders of pictures: order, sections, sizes by header, unreadable files.

import CCairo
import Foundation
import LayoutHost
import LayoutModel
import LayoutSources
import LayoutTypography
import Testing

@Suite("Folder of pictures")
struct ImageFolderTests {
  /// A netpbm header with the size of the picture; the pixels are missing.
  static func head(_ width: Int, _ height: Int) -> [UInt8] {
    Array("P6 \(width) \(height) 255\n".utf8)
  }

  /// A complete picture.
  static func ppm(_ width: Int, _ height: Int) -> [UInt8] {
    head(width, height) + Array(repeating: 128, count: width * height * 3)
  }

  private func gallery(_ files: [(String, [UInt8])]) throws -> String {
    let root = try Scratch.directory()
    for (name, bytes) in files {
      let url = URL(fileURLWithPath: root + "/" + name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url)
    }
    return root
  }

  private func captions(_ source: ImageFolderSource, _ section: Int) -> [String] {
    (0..<source.itemCount(in: section)).compactMap {
      guard case .picture(_, let caption) = source.content(at: ItemPath(section, $0)) else {
        return nil
      }
      return caption
    }
  }

  @Test("natural order, folders as sections, other files left out")
  func sections() throws {
    let picture = Self.ppm(2, 1)
    let root = try gallery([
      ("b10.ppm", picture), ("b9.ppm", picture), ("B1.PPM", picture), ("notes.txt", [65]),
      (".hidden.ppm", picture), ("trip 10/a.ppm", picture), ("trip 2/a.ppm", picture),
      ("trip 2/day/x.ppm", picture), ("empty/readme", [65]),
    ])
    let source = try ImageFolderSource(path: root)
    #expect(captions(source, 0) == ["B1.PPM", "b9.ppm", "b10.ppm"])
    let titles = (0..<source.sectionCount).map { section -> String in
      guard case .heading(let title, _) = source.heading(of: section) else { return "" }
      return title
    }
    #expect(titles == [source.title, "trip 2", "trip 2 / day", "trip 10"])
  }

  @Test("sizes come from headers alone: a file without its pixels has one")
  func headers() throws {
    let root = try gallery([("a.ppm", Self.head(400, 200)), ("b.ppm", Self.ppm(10, 40))])
    let source = try ImageFolderSource(path: root)
    #expect(try sizes(source, .card(width: 100)).map(\.height) == [50, 400])
    #expect(
      try sizes(source, .chip) == [Size(width: 320, height: 160), Size(width: 40, height: 160)])
  }

  @Test("an unreadable picture keeps its place, as a square")
  func unreadable() throws {
    // The header of a GIF without a width, which its decoder reports as 0 by 1 pixels.
    let noWidth: [UInt8] = [
      71, 73, 70, 56, 57, 97, 0, 0, 1, 0, 128, 255, 255, 255, 255, 255, 255, 255, 255, 44, 4,
    ]
    let root = try gallery([
      ("a.png", [1, 2, 3]), ("b.gif", noWidth), ("c.ppm", Self.ppm(2, 2)),
    ])
    let source = try ImageFolderSource(path: root)
    #expect(captions(source, 0) == ["a.png", "b.gif", "c.ppm"])
    #expect(
      try sizes(source, .card(width: 80))[0...1] == [
        Size(width: 80, height: 80), Size(width: 80, height: 80),
      ])
  }

  /// A JPEG of one colour, with EXIF's `orientation`.
  static func jpeg(_ width: Int, _ height: Int, orientation: UInt8) throws -> [UInt8] {
    let path = try Scratch.directory() + "/a.jpg"
    let pixbuf = try #require(
      gdk_pixbuf_new(UInt32(LAYOUT_GDK_COLORSPACE_RGB), 0, 8, Int32(width), Int32(height)))
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    gdk_pixbuf_fill(pixbuf, 0x4080_C0FF)
    try #require(gdk_pixbuf_savev(pixbuf, path, "jpeg", nil, nil, nil) != 0)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let tiff: [UInt8] = [
      0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0,
      0, 0,
    ]
    let exif = Array("Exif".utf8) + [0, 0] + tiff
    bytes.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif, at: 2)
    return bytes
  }

  @Test(
    "a photo's ratio is that of the shown picture, rotated by its orientation",
    arguments: 1...8)
  func orientation(_ code: Int) throws {
    let root = try gallery([
      ("a.jpg", try Self.jpeg(40, 20, orientation: UInt8(code))), ("b.ppm", Self.head(90, 30)),
      ("c.png", [1, 2, 3]),
    ])
    let source = try ImageFolderSource(path: root)
    var ratios = [Double](repeating: 0, count: 3)
    var span = ratios.mutableSpan
    #expect(source.fillRatios(section: 0, range: 0..<3, &span) == .all)
    #expect(ratios == [code < 5 ? 2 : 0.5, 3, 4.0 / 3])
    #expect(source.suggestedLayout == "gallery")
  }

  @Test("an extreme ratio is limited to four to one")
  func extremes() throws {
    let source = try ImageFolderSource(path: try gallery([("a.ppm", Self.head(10_000, 10))]))
    #expect(try sizes(source, .chip)[0] == Size(width: 640, height: 160))
  }

  @Test("a folder without pictures, or a file, is an error with a remedy")
  func refusals() throws {
    let empty = try gallery([("notes.txt", [65])])
    let error = #expect(throws: LayoutError.self) { try ImageFolderSource(path: empty) }
    #expect(error?.code == "source-empty" && error?.message.contains(empty) == true)
    let file = try Scratch.file("file", [65]) + "/below"
    let other = #expect(throws: LayoutError.self) { try ImageFolderSource(path: file) }
    #expect(other?.code == "source-unreadable" && other?.message.contains(file) == true)
  }

  private func sizes(_ source: ImageFolderSource, _ style: SizingStyle) throws -> [Size] {
    var sizes = [Size](repeating: .zero, count: source.itemCount(in: 0))
    var span = sizes.mutableSpan
    let coverage = source.fillSizes(section: 0, range: 0..<span.count, style: style, &span)
    #expect(coverage == .all)
    return sizes
  }
}

@Suite("Source by name")
struct SourceArgumentTests {
  @Test("unicode, a folder and a CSV file are recognized")
  func kinds() throws {
    #expect(try makeSource(argument: "unicode") is UnicodeSource)
    let table = try Scratch.file("t.CSV", Array("a\n1\n".utf8))
    #expect(try makeSource(argument: table) is CSVSource)
    let folder = try Scratch.file("a.ppm", ImageFolderTests.ppm(1, 1))
    let path = String(folder.dropLast("/a.ppm".count))
    #expect(try makeSource(argument: path) is ImageFolderSource)
  }

  @Test("unicode: without the name of a block is refused", arguments: ["unicode:", "unicode:,"])
  func noBlock(_ argument: String) {
    let error = #expect(throws: LayoutError.self) { try makeSource(argument: argument) }
    #expect(error?.code == "source-empty")
    #expect(error?.message.contains("unicode:Arrows") == true)
  }

  @Test("another name is refused with the list of known kinds", arguments: ["", "x", "/dev/null"])
  func unknown(_ argument: String) {
    let error = #expect(throws: LayoutError.self) { try makeSource(argument: argument) }
    #expect(error?.code == "unknown-source")
    #expect(error?.message.contains("unicode:BLOCK") == true)
  }
}
