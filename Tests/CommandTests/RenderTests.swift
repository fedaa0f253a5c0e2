// SPDX-License-Identifier: Apache-2.0
//
// `render` and `swap`: the pictures that they draw, and the input that they refuse.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

@Suite("render and swap")
struct RenderTests {
  /// A small table as a source.
  static let table = "name,born\nAda Lovelace,1815\nGrace Hopper,1906\nBarbara Liskov,1939\n"

  @Test("render draws a PNG, an SVG and a PDF of a table and reports each")
  func draws() throws {
    let folder = try TemporaryDirectory()
    let source = try folder.write(Array(Self.table.utf8), to: "people.csv")
    for (ending, magic) in [
      ("png", [0x89, 0x50, 0x4E, 0x47]), ("svg", [0x3C, 0x3F, 0x78, 0x6D]),
      ("pdf", [0x25, 0x50, 0x44, 0x46]),
    ] {
      let path = folder.path + "/out." + ending
      let run = try layouthost("render", source, "-l", "flow", "--size", "400x300", "-o", path)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains("3 items in 1 section,"))
      #expect(run.output.contains("4 elements visible"))
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      #expect(bytes.prefix(4).map(Int.init) == magic)
    }
  }

  @Test("render draws badges and leading views of a composition")
  func composition() throws {
    let folder = try TemporaryDirectory()
    let source = try folder.write(Array(Self.table.utf8), to: "people.csv")
    let text = "section(leading: 64 64) { item(100%, 40, badge: topTrailing 20 20) }"
    let run = try layouthost(
      "render", source, "-l", "compositional", "-s", "sections=\(text)", "-o",
      folder.path + "/out.svg")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("7 elements visible"), "\(run.output)")
  }

  @Test("a PNG has the requested size, at the requested scale")
  func size() throws {
    let folder = try TemporaryDirectory()
    let source = try folder.write(Array(Self.table.utf8), to: "people.csv")
    let path = folder.path + "/out.png"
    let run = try layouthost(
      "render", source, "-l", "waterfall", "--size", "320x200", "--scale", "1.5", "-o", path)
    #expect(run.status == 0, "\(run.errors)")
    let header = [UInt8](try Data(contentsOf: URL(filePath: path))).dropFirst(16).prefix(8)
    #expect(Array(header) == [0, 0, 1, 0xE0, 0, 0, 1, 0x2C])
  }

  @Test(
    "an error names its cause and exits with 1, and no file is left behind",
    arguments: [
      (["-l", "spiral"], "unknown-layout", "spiral"),
      (["-l", "flow", "-s", "itemsize=1x1"], "unknown-property", "itemSize"),
      (["-l", "flow", "-s", "itemSize=-1x5"], "out-of-range", "itemSize"),
      (["-l", "waterfall", "-s", "columnCount=-8"], "out-of-range", "from 1 to 1000, not -8"),
      (["-l", "flow", "-s", "itemSize=big"], "bad-value", "'big'"),
      (["-l", "flow", "-s", "lineAlignment=left"], "bad-value", "leading"),
      (["-l", "flow", "-s", "sectionInset=1,2"], "bad-value", "sectionInset"),
      (["-l", "flow", "--at", "7.0"], "unknown-path", "7.0"),
      (["-l", "/dev/null#flow"], "not-a-file", "/dev/null"),
    ])
  func refuses(words: [String], code: String, names: String) throws {
    let folder = try TemporaryDirectory()
    let source = try folder.write(Array(Self.table.utf8), to: "people.csv")
    let path = folder.path + "/out.png"
    let run = try layouthost(["render", source, "-o", path] + words)
    #expect(run.status == 1)
    #expect(run.errors.contains("[\(code)]"), "\(run.errors)")
    #expect(run.errors.contains(names), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("blocks of Unicode are a source, in the given order, and unknown ones are refused by name")
  func blocks() throws {
    let folder = try TemporaryDirectory()
    func render(_ source: String) throws -> Command {
      try layouthost("render", source, "-l", "flow", "-o", folder.path + "/out.svg")
    }
    #expect(try render("unicode:Arrows").output.contains("112 items in 1 section,"))
    #expect(try render("unicode:cherokee,ARROWS").output.contains("204 items in 2 sections,"))
    let run = try render("unicode:Arrows,Elvish")
    #expect(run.status == 1)
    #expect(run.errors.contains("'Elvish'") && run.errors.contains("[unknown-block]"))
  }

  @Test("a query makes the source a database")
  func query() throws {
    let folder = try TemporaryDirectory()
    let source = try folder.write(Array(Self.table.utf8), to: "people.csv")
    let path = folder.path + "/out.png"
    let run = try layouthost("render", source, "--query", "SELECT 1", "-l", "flow", "-o", path)
    #expect(run.status == 1)
    #expect(run.errors.contains("people.csv: file is not a database"), "\(run.errors)")
  }

  @Test(
    "an unreadable source is an error that names it",
    arguments: [
      ("/proc/1/nothing", nil, "/proc/1/nothing"),
      ("/proc/self/mem.csv", nil, "/proc/self/mem.csv"),
      ("bad.csv", "name,born\n\"Ada,1815\n", "bad.csv"),
      ("wide.csv", "name,born\nAda,1815,x\n", "wide.csv"),
      ("bad.jsonl", "{\"name\":\"Ada\"}\n{\"name\" 1}\n", "bad.jsonl, line 2, column 9"),
      ("text.db", "This is no database, however long one reads on.", "text.db"),
    ])
  func badSource(name: String, content: String?, names: String) throws {
    let folder = try TemporaryDirectory()
    let source =
      try content.map { try folder.write(Array($0.utf8), to: name) } ?? name
    let path = folder.path + "/out.png"
    let run = try layouthost("render", source, "-l", "flow", "-o", path)
    #expect(run.status == 1)
    #expect(run.errors.contains(names), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(
    "an unwritable output is an error that names it",
    arguments: [
      ("/proc/out.png", "output-unwritable"), ("/dev/null/out.png", "output-unwritable"),
      ("/dev/null/out.pdf", "output-unwritable"),
      ("/dev/full.bmp", "unknown-format"),
    ])
  func badOutput(path: String, code: String) throws {
    let folder = try TemporaryDirectory()
    let source = try folder.write(Array(Self.table.utf8), to: "people.csv")
    let run = try layouthost("render", source, "-l", "flow", "-o", path)
    #expect(run.status == 1)
    #expect(run.errors.contains(path), "\(run.errors)")
    #expect(run.errors.contains("[\(code)]"), "\(run.errors)")
  }

  @Test("an unknown ending is an error with every known one", arguments: ["render", "film"])
  func badEnding(command: String) throws {
    let run = try layouthost(command, "unicode:Arrows", "-l", "flow", "-o", "a.xyz")
    #expect(run.status == 1)
    #expect(run.errors.contains(".png, .svg, .pdf, .webp, .html"), "\(run.errors)")
  }

  @Test("swap draws one picture a layout, keeps the first cell, and reports a layout that fails")
  func swaps() throws {
    let folder = try TemporaryDirectory()
    let rows = (0..<500).map { "row \($0),\($0 * $0)" }.joined(separator: "\n")
    let source = try folder.write(Array("name,square\n\(rows)\n".utf8), to: "rows.csv")
    let output = folder.path + "/new/pictures"
    let run = try layouthost(
      "swap", source, "--layouts", "flow,nothing,waterfall,flow", "-o", output, "--json",
      "--size", "600x400", "--at", "0.200")
    #expect(run.status == 1)
    #expect(run.errors.contains("unknown-layout"))
    let pictures = try #require(try run.json().array).compactMap(\.object)
    #expect(pictures.map { $0["layout"]?.string } == ["flow", "waterfall", "flow"])
    for picture in pictures {
      let path = try #require(picture["path"]?.string)
      #expect(FileManager.default.fileExists(atPath: path))
    }
    let anchors = pictures.compactMap { $0["anchor"]?.object?["path"]?.array?.last?.integer }
    #expect(anchors.count == 2)
    // The row to which the session was scrolled, and its neighbours on the first line.
    for item in anchors { #expect((190...200).contains(item), "\(anchors)") }
  }

  @Test("swap draws the file type that --format names, and refuses another word by name")
  func swapFormat() throws {
    let folder = try TemporaryDirectory()
    let source = try folder.write(Array(Self.table.utf8), to: "people.csv")
    let words = ["swap", source, "-l", "flow,waterfall", "-o", folder.path, "--format"]
    let run = try layouthost(words + ["pdf"])
    #expect(run.status == 0, "\(run.errors)")
    for name in ["1-flow.pdf", "2-waterfall.pdf"] {
      let bytes = try Data(contentsOf: URL(filePath: folder.path + "/" + name))
      #expect(bytes.starts(with: Data("%PDF-".utf8)), "\(name)")
    }
    let refused = try layouthost(words + ["gif"])
    #expect(refused.status == 2)
    #expect(refused.errors.contains("'gif' is none of png, svg, pdf"), "\(refused.errors)")
  }

  @Test("a setting goes to the layouts with that property, and is an error if no layout has it")
  func sharedSettings() throws {
    let folder = try TemporaryDirectory()
    let source = try folder.write(Array(Self.table.utf8), to: "people.csv")
    let words = ["swap", source, "-l", "flow,waterfall", "-o", folder.path]
    #expect(try layouthost(words + ["-s", "columnCount=2"]).status == 0)
    let run = try layouthost(words + ["-s", "colours=2"])
    #expect(run.status == 1)
    #expect(run.errors.contains("colours"))
  }

  @Test("--watch ends with an error when the reader of its lines is gone")
  func watchUnread() throws {
    let ground = try Ground()
    try ground.drop(spacing: 10)
    let running = try Running(
      [
        "render", "--watch", ground.source, "-l", "\(ground.plugins)/fake.so", "-o",
        "\(ground.root.path)/people.png",
      ], home: ground.home)
    _ = try running.line(about: "people.png")
    try running.closeOutput()
    try ground.drop(spacing: 60)
    #expect(running.exitCode() == 1)
  }

  @Test(
    "--watch ends with an error that no new layout can repair",
    arguments: [
      (["unicode:Arrows", "-o", "a.gif"], 1, "[unknown-format]"),
      (["/nowhere/nosuch.csv", "-o", "a.png"], 1, "nosuch.csv"),
      (["unicode:Arrows"], 2, "--output"), (["-o", "a.png"], 2, "SOURCE"),
    ] as [([String], Int32, String)])
  func watchRefuses(words: [String], status: Int32, names: String) throws {
    let run = try layouthost(["render", "--watch", "-l", "flow"] + words, timeLimit: 60)
    #expect(run.status == status)
    #expect(run.errors.contains(names), "\(run.errors)")
  }
}
