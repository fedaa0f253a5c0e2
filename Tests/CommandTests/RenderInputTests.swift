// SPDX-License-Identifier: Apache-2.0
//
// `render` and `film` between other programs: standard input and output, changing data, directions and colours.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

@Suite("render with streams, changing data, directions and colours")
struct RenderInputTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func table(_ rows: Int) throws -> String {
    let lines = ["name,town"] + (0..<rows).map { "Person \($0),Town \($0 % 7)" }
    return try folder.write(Array(lines.joined(separator: "\n").utf8), to: "people.csv")
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)"))
  }

  @Test("CSV and JSON Lines are read from standard input, and the first character tells which")
  func input() throws {
    let csv = try table(3)
    let lines = try folder.write(
      Array(" {\"name\": \"Person 0\"}\n{\"name\": \"Person 1\"}\n".utf8), to: "p.jsonl")
    for (file, items) in [(csv, 3), (lines, 2)] {
      let run = try layouthost(
        ["render", "-", "-l", "flow", "-o", "\(folder.path)/a.png", "--json"],
        redirection: "<\(file)")
      #expect(run.status == 0, "\(run.errors)")
      let report = try #require(try run.json().object)
      #expect(report["items"]?.integer == Int64(items))
      #expect(report["source"] == "standard input")
    }
    let film = try layouthost(
      ["film", "-", "-l", "flow", "-o", "\(folder.path)/f.png"], redirection: "<\(csv)")
    #expect(film.status == 0, "\(film.errors)")
  }

  @Test(
    "unreadable standard input is refused by name",
    arguments: [
      (["render", "-", "-l", "flow", "-o", "a.png", "--watch"], 2, "--watch"),
      (["session", "-", "-l", "flow"], 2, "steps"),
      (["film", "-", "-l", "flow", "-o", "a.png", "--steps", "-"], 2, "--steps"),
      (["film", "-", "-l", "flow", "-o", "a.html", "--steps", "-"], 2, "--steps"),
      (["render", "-", "-l", "flow", "-o", "a.png", "-q", "SELECT 1"], 1, "name its file"),
      (["render", "-", "-l", "flow", "-o", "a.png"], 1, "standard input"),
    ] as [([String], Int32, String)])
  func refusedInput(words: [String], status: Int32, names: String) throws {
    let run = try layouthost(words, redirection: "</dev/null", timeLimit: 60, in: folder.path)
    #expect(run.status == status)
    #expect(run.errors.contains(names), "\(run.errors)")
  }

  @Test(
    "-o - writes the picture to standard output, and the report to standard error",
    arguments: [
      ([], "\u{89}PNG"), (["--format", "svg"], "<?xml"), (["--format", "pdf"], "%PDF-"),
    ])
  func output(words: [String], start: String) throws {
    let source = try table(3)
    for command in ["render", "film"] {
      let run = try layouthost(
        [command, source, "-l", "flow", "-o", "-"] + words,
        redirection: ">\(folder.path)/stream")
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.errors.contains("standard output: "), "\(run.errors)")
      let magic = start.unicodeScalars.map { UInt8($0.value) }
      #expect(try bytes("stream").starts(with: magic))
    }
    let file = try layouthost(
      ["render", source, "-l", "flow", "-o", "\(folder.path)/a.png"] + words)
    #expect(file.status == (words.isEmpty ? 0 : 2), "the ending and --format contradict each other")
  }

  @Test("--watch draws again when the data file or folder changes, and only then")
  func watchesData() throws {
    let home = try folder.makeDirectory("home")
    let pictures = try folder.makeDirectory("pictures")
    let image = try layouthost(
      "render", try table(2), "-l", "flow", "-o", "\(pictures)/one.png", "--size", "40x40")
    try #require(image.status == 0)
    for source in [try table(3), pictures] {
      // Writes into the watched folder: the picture itself does not count as a change.
      let output = source == pictures ? "\(folder.path)/x.svg" : "\(folder.path)/y.svg"
      let running = try Running(
        ["render", source, "-l", "flow", "-o", output, "--watch"], home: home)
      let first = try running.line(about: "visible")
      if source == pictures {
        try FileManager.default.copyItem(
          atPath: "\(pictures)/one.png", toPath: "\(pictures)/two.png")
      } else {
        _ = try table(5)
      }
      let second = try running.line(about: "visible")
      #expect(first != second)
      #expect(second.contains(source == pictures ? "2 items" : "5 items"), "\(second)")
    }
  }

  @Test("--watch ends neither in links that form a circle nor without a database's log")
  func watchesOddFolders() throws {
    let home = try folder.makeDirectory("home")
    let pictures = try folder.makeDirectory("pictures")
    let image = try layouthost(
      "render", try table(2), "-l", "flow", "-o", "\(pictures)/one.png", "--size", "40x40")
    try #require(image.status == 0)
    for name in ["a", "b", "c", "d"] { try #require(symlink(".", "\(pictures)/\(name)") == 0) }
    let circle = try Running(
      ["render", pictures, "-l", "flow", "-o", "\(folder.path)/x.svg", "--watch"], home: home)
    _ = try circle.line(about: "1 item")
    try FileManager.default.copyItem(atPath: "\(pictures)/one.png", toPath: "\(pictures)/two.png")
    _ = try circle.line(about: "2 items")

    try folder.write([1], to: "people.csv-wal")
    let running = try Running(
      ["render", try table(3), "-l", "flow", "-o", "\(folder.path)/y.svg", "--watch"], home: home)
    _ = try running.line(about: "3 items")
    try FileManager.default.removeItem(atPath: "\(folder.path)/people.csv-wal")
    _ = try table(5)
    _ = try running.line(about: "5 items")
  }

  @Test("standard output that does not block is written completely")
  func nonBlocking() throws {
    // More than a pipe holds, for a reader that comes late.
    let run = try layouthost(
      ["render", "unicode:Arrows", "-l", "flow", "-o", "-", "--format", "svg"],
      before: "exec > >(sleep 1; cat >/dev/null); dd oflag=nonblock count=0 status=none </dev/null")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test("a picture inside the folder that is shown does not cause another drawing")
  func ownOutput() throws {
    let pictures = try folder.makeDirectory("pictures")
    let start = try layouthost(
      "render", try table(2), "-l", "flow", "-o", "\(pictures)/one.png", "--size", "40x40")
    try #require(start.status == 0)
    let log = "\(folder.path)/log"
    _ = try layouthost(
      ["render", pictures, "-l", "flow", "-o", "\(pictures)/.all.svg", "--watch"],
      redirection: ">\(log)", timeLimit: 3)
    #expect(try bytes("log").count { $0 == 10 } == 1)
  }

  @Test("--text-scale enlarges text and sizes that depend on it, in pictures, films and sessions")
  func textScale() throws {
    let folder = try TemporaryDirectory()
    let source = try folder.write(Array(RenderTests.table.utf8), to: "people.csv")
    func contentHeight(_ words: String...) throws -> Double {
      let picture = folder.path + "/out.png"
      let run = try layouthost(
        ["render", source, "-l", "waterfall", "--size", "320x200", "--json", "-o", picture] + words)
      #expect(run.status == 0, "\(run.errors)")
      return try #require(try run.json().object?["contentSize"]?.array?.last?.double)
    }
    let plain = try contentHeight()
    #expect(try contentHeight("--text-scale", "1") == plain)
    #expect(try contentHeight("--text-scale", "1.6") > 1.4 * plain)
    let record = folder.path + "/large.scenario"
    let session = try layouthost(
      ["session", source, "-l", "flow", "--text-scale", "2", "--record", record],
      redirection: "</dev/null")
    #expect(session.status == 0, "\(session.errors)")
    let text = try String(contentsOfFile: record, encoding: .utf8)
    let section = try JSONValue(parsing: text).object?["sections"]?.array?.first?.object
    let header = section?["queries"]?.object?["headerSize"]?.array?.last?.double
    #expect(header == 112, "\(text)")
    let film = try layouthost(
      "film", source, "-l", "flow", "--text-scale", "2", "-o", folder.path + "/film.png")
    #expect(film.status == 0, "\(film.errors)")
    for wrong in ["0.4", "5", "big", "nan"] {
      let run = try layouthost(
        "render", source, "--text-scale", wrong, "-o", folder.path + "/no.png")
      #expect(run.status == 2 && run.errors.contains("--text-scale"), "\(run.errors)")
    }
    let again = try layouthost(["session", record, "--text-scale", "2"])
    #expect(again.status == 2 && again.errors.contains("--text-scale"), "\(again.errors)")
  }

  @Test("--direction rtl mirrors the content, in pictures and in sessions")
  func direction() throws {
    let source = try table(3)
    for direction in ["ltr", "rtl"] {
      let words = [source, "-l", "flow", "--size", "600x200", "--direction", direction]
      let run = try layouthost(["render"] + words + ["-o", "\(folder.path)/\(direction).svg"])
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try bytes("ltr.svg") != bytes("rtl.svg"))
    let step = try folder.write(Array(#"{"do":"item","path":[0,0]}"#.utf8), to: "step")
    let record = "\(folder.path)/s.scenario"
    let session = try layouthost(
      ["session", source, "-l", "flow", "--size", "600x200", "--direction", "rtl", "-r", record],
      redirection: "<\(step)")
    let frame = try session.json().object?["element"]?.object?["frame"]?.array?.compactMap(\.double)
    #expect((frame?.first ?? 0) > 300, "the first item is at the right: \(session.output)")
    let replay = try layouthost("probe", record).json().object?["results"]
    #expect(replay?.array?.first == (try session.json()))
    let wrong = try layouthost(
      "render", source, "-l", "flow", "-o", "a.png", "--direction", "left")
    #expect(wrong.status == 2 && wrong.errors.contains("none of ltr, rtl"), "\(wrong.errors)")
  }

  @Test(
    "--at scrolls an item to the front in layouts that stop with one in the middle",
    arguments: ["carousel", "coverflow"])
  func inFront(layout: String) throws {
    func offset(_ place: String) throws -> Double {
      let run = try layouthost(
        "render", "unicode:Arrows,Ogham", "-l", layout, "--at", place, "-o",
        "\(folder.path)/a.svg", "--json")
      #expect(run.status == 0, "\(run.errors)")
      return try run.json().object?["contentOffset"]?.array?.first?.double ?? .nan
    }
    // Each item has one offset, and they are equally far apart: 112 arrows come before Ogham.
    let pitch = try offset("0.1")
    #expect(try offset("0.0") == 0 && pitch > 0)
    #expect(try abs(offset("0.111") - 111 * pitch) < 1e-6)
    #expect(try abs(offset("1.0") - 112 * pitch) < 1e-6)
    #expect(try abs(offset("1.7") - 119 * pitch) < 1e-6)
  }

  @Test(
    "--at reports a missing section, a missing item, or a layout that does not show the item",
    arguments: [
      ("flow", "5.0", "there is no item 5.0: Unicode has 2 sections, counted from 0"),
      ("flow", "1.29", "there is no item 1.29: section 1 has 29 items, counted from 0"),
      ("pendulum", "1.3", "pendulum gives the item 1.3 no place: it does not show every item"),
    ])
  func nowhere(layout: String, place: String, message: String) throws {
    let run = try layouthost(
      "render", "unicode:Arrows,Ogham", "-l", layout, "--at", place, "-o", "\(folder.path)/a.png")
    #expect(run.status == 1)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test("colours are read and printed as #RRGGBB and #RRGGBBAA")
  func colours() throws {
    let info = try layouthost("info", "flow")
    #expect(info.output.contains("= #C6C6C8 ") && info.output.contains("= #80808020 "))
    #expect(!info.output.contains("3334916351"))
    let page = try layouthost("info", "flow", "--markdown")
    #expect(page.output.contains("| `separatorFill` | `#C6C6C8` | #RRGGBB or #RRGGBBAA |"))
    let properties = try layouthost("info", "flow", "--json").json().object?["layouts"]?.array?
      .first?.object?["properties"]?.array?.compactMap(\.object)
    let fill = properties?.first { $0["name"] == "separatorFill" }
    #expect(fill?["default"] == 3_334_916_351 && fill?["color"] == "#C6C6C8")

    let source = try table(30)
    let words = [source, "-l", "flow", "-s", "separators=true", "--size", "300x300"]
    for (name, color) in [
      ("a", "#FF8000"), ("b", "#ff8000ff"), ("c", "0xFF8000FF"), ("d", "#FF800080"),
    ] {
      let run = try layouthost(
        ["render"] + words + ["-s", "separatorFill=\(color)", "-o", "\(folder.path)/\(name).svg"])
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try bytes("a.svg") == bytes("b.svg") && bytes("b.svg") == bytes("c.svg"))
    #expect(try bytes("a.svg") != bytes("d.svg"))
    for wrong in ["#FF80", "#GG8000", "#FF800080FF", "red"] {
      let run = try layouthost(
        ["render"] + words + ["-s", "separatorFill=\(wrong)", "-o", "a.png"])
      #expect(run.status == 1)
      #expect(run.errors.contains("a colour such as #C6C6C8"), "\(run.errors)")
    }
    let record = "\(folder.path)/s.scenario"
    _ = try layouthost(
      ["session"] + words + ["-s", "separatorFill=#12345678", "--record", record],
      redirection: "</dev/null")
    #expect(String(decoding: try bytes("s.scenario"), as: UTF8.self).contains("\"#12345678\""))
    #expect(try layouthost("probe", record).status == 0)
  }
}
