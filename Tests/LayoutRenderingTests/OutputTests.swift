// SPDX-License-Identifier: Apache-2.0
//
// Output files: correct bytes, the same bytes each time, complete or absent.

import Glibc
import LayoutHost
import LayoutModel
import Testing

@testable import LayoutRendering

@Suite("Output")
struct OutputTests {
  @Test("the same scene gives the same bytes", arguments: PictureFormat.allCases)
  func deterministic(_ format: PictureFormat) throws {
    let first = try Renderer().encode(Scenes.mixed, as: format)
    let renderer = Renderer()
    #expect(try renderer.encode(Scenes.mixed, as: format) == first)
    #expect(try renderer.encode(Scenes.mixed, as: format) == first)
    let dark = try Renderer(RenderOptions(theme: .dark)).encode(Scenes.mixed, as: format)
    #expect(dark != first)
  }

  @Test("another decoder reads the PNG and finds the pixels that were drawn")
  func decodes() throws {
    let path = try Files.directory() + "/scene.png"
    try Renderer(RenderOptions(scale: 1)).render(Scenes.mixed, to: path)
    let image = try #require(try? Image(path: path, scale: 1))
    #expect(image.width == 300 && image.height == 300)
    let drawn = try Probe(Scenes.mixed)
    let read = try Probe(width: 300, height: 300) {
      $0.canvas.draw(image, covering: Rect(x: 0, y: 0, width: 300, height: 300))
    }
    var wrong = 0
    for y in 0..<300 {
      for x in 0..<300 where drawn.pixel(x, y)[..<3] != read.pixel(x, y)[..<3] { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test("scale multiplies pixels", arguments: [0.5, 1, 1.5, 3])
  func scales(_ scale: Double) throws {
    let path = try Files.directory() + "/scene.png"
    try Renderer(RenderOptions(scale: scale)).render(Scenes.mixed, to: path)
    let image = try #require(try? Image(path: path, scale: 1))
    #expect(image.width == Int(300 * scale) && image.height == Int(300 * scale))
  }

  @Test("an SVG has outlines and no pixels, a point for a pixel at any scale")
  func vector() throws {
    let bytes = try Renderer(RenderOptions(scale: 3)).encode(Scenes.mixed, as: .svg)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("width=\"300px\" height=\"300px\""))
    #expect(text.contains("viewBox=\"0 0 300 300\"") && text.hasSuffix("</svg>\n"))
    #expect(text.contains("<path") && !text.contains("<image"))
  }

  @Test(
    "formats follow from the ending",
    arguments: [("a.png", .png), ("/x/A.PNG", .png), ("b.c.svg", .svg), ("d.Pdf", .pdf)]
      as [(String, PictureFormat)]
  )
  func formats(_ path: String, _ format: PictureFormat) throws {
    #expect(try PictureFormat(path: path) == format)
  }

  @Test(
    "other endings are refused with the list", arguments: ["", "a", "a.gif", "x.png/y"])
  func unknownFormat(_ path: String) {
    let error = #expect(throws: LayoutError.self) { try PictureFormat(path: path) }
    #expect(error?.code == "unknown-format")
    #expect(error?.message.contains(".png, .svg, .pdf") == true)
  }

  @Test("a path that cannot be written is named, and no file is left behind")
  func unwritable() throws {
    let directory = try Files.directory()
    try Files.write([1, 2, 3], to: directory + "/file")
    try Files.write([4, 5, 6], to: directory + "/kept.png")
    for path in [
      directory + "/file/below.png", directory + "/missing/a.png", "/proc/a.png",
    ] {
      let error = #expect(throws: LayoutError.self) {
        try Renderer().render(Scenes.mixed, to: path)
      }
      #expect(error?.code == "output-unwritable" && error?.message.contains(path) == true)
    }
    #expect(try Files.names(directory) == ["file", "kept.png"])
    let directoryAsFile = #expect(throws: LayoutError.self) {
      try OutputFile.write([1], to: directory)
    }
    #expect(directoryAsFile?.code == "output-unwritable")
    #expect(try Files.names(directory) == ["file", "kept.png"])
  }

  @Test("a full device is an error, and a device is never replaced by a file")
  func fullDevice() throws {
    let error = #expect(throws: LayoutError.self) {
      try OutputFile.write([1, 2, 3], to: "/dev/full")
    }
    #expect(error?.code == "output-unwritable")
    #expect(error?.message.contains("No space left") == true)
    #expect(error?.message.hasSuffix("; free space on the disk") == true)
    try OutputFile.write([1, 2, 3], to: "/dev/null")
    #expect(try Files.isCharacterDevice("/dev/null"))
  }

  @Test("a file is replaced as a whole")
  func replaces() throws {
    let directory = try Files.directory()
    try OutputFile.write([1, 2, 3], to: directory + "/a")
    try OutputFile.write([4], to: directory + "/a")
    #expect(try Files.read(directory + "/a") == [4])
    #expect(try Files.names(directory) == ["a"])
  }

  @Test("a link stays, also one to a file that is missing, and its file is replaced")
  func keepsLinks() throws {
    let directory = try Files.directory()
    try Files.write([1, 2, 3], to: directory + "/file")
    for (name, target) in [("one", "file"), ("two", "one"), ("new", directory + "/missing")] {
      try #require(symlink(target, "\(directory)/\(name)") == 0)
    }
    try OutputFile.write([4], to: directory + "/two")
    try OutputFile.write([5], to: directory + "/new")
    #expect(try Files.read(directory + "/file") == [4])
    #expect(try Files.read(directory + "/missing") == [5])
    for name in ["one", "two", "new"] {
      var status = stat()
      try #require(lstat("\(directory)/\(name)", &status) == 0)
      #expect(status.st_mode & S_IFMT == S_IFLNK, "\(name)")
    }
    #expect(try Files.names(directory) == ["file", "missing", "new", "one", "two"])
  }

  @Test("a file keeps its permissions", arguments: [0o600, 0o640, 0o755] as [mode_t])
  func keepsMode(_ mode: mode_t) throws {
    let path = try Files.directory() + "/a"
    try OutputFile.write([1], to: path)
    try #require(chmod(path, mode) == 0)
    try OutputFile.write([2], to: path)
    var status = stat()
    try #require(stat(path, &status) == 0)
    #expect(status.st_mode & 0o7777 == mode)
    #expect(try Files.read(path) == [2])
  }

  @Test("the longest name that the system allows can be written")
  func longName() throws {
    let path = try Files.directory() + "/" + String(repeating: "n", count: 251) + ".png"
    try OutputFile.write([1], to: path)
    #expect(try Files.read(path) == [1])
  }

  @Test("a directory that is missing, or a file, is found before the work")
  func directories() throws {
    let directory = try Files.directory()
    try Files.write([1], to: directory + "/file")
    try OutputFile.checkDirectory(of: directory + "/new.png")
    try OutputFile.checkDirectory(of: "new.png")
    for path in ["\(directory)/none/new.png", "\(directory)/file/new.png"] {
      let error = #expect(throws: LayoutError.self) { try OutputFile.checkDirectory(of: path) }
      #expect(error?.code == .outputUnwritable && error?.message.contains(path) == true)
    }
  }

  @Test("a prepared link under the process's number is not followed")
  func followsNoLinks() throws {
    let directory = try Files.directory()
    try Files.write([1, 2, 3], to: directory + "/victim")
    let planted = "\(directory)/a.png.\(getpid()).part"
    try #require(symlink(directory + "/victim", planted) == 0)
    try OutputFile.write([4], to: directory + "/a.png")
    #expect(try Files.read(directory + "/victim") == [1, 2, 3])
    #expect(try Files.read(directory + "/a.png") == [4])
    var status = stat()
    try #require(lstat(directory + "/a.png", &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFREG)
    #expect(try Files.names(directory).count == 3, "no file of its own is left")
  }

  @Test(
    "sizes that cannot be drawn are refused by name",
    arguments: [(0, 10), (10, 0), (40_000, 10), (10, .nan), (.infinity, 1)] as [(Double, Double)])
  func sizes(_ width: Double, _ height: Double) {
    let scene = Scene([], viewport: Rect(x: 0, y: 0, width: width, height: height))
    let error = #expect(throws: LayoutError.self) {
      try Renderer(RenderOptions(scale: 1)).encode(scene, as: .png)
    }
    #expect(error?.code == "picture-size")
    let vector = #expect(throws: LayoutError.self) { try Renderer().encode(scene, as: .pdf) }
    #expect(vector?.code == "picture-size")
  }
}
