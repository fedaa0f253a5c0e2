// SPDX-License-Identifier: Apache-2.0
//
// `render`, `film` and `session` write a page that plays the recorded frames, and animated WebP.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

@Suite("pages that play")
struct PlayerPageTests {
  private let folder: TemporaryDirectory
  private let source: String

  init() throws {
    folder = try TemporaryDirectory()
    let rows = (0..<200).map { "row \($0),\($0 * $0)" }.joined(separator: "\n")
    source = try folder.write(Array("name,square\n\(rows)\n".utf8), to: "rows.csv")
  }

  /// Runs a session that writes a page.
  private func session(in name: String) throws -> JSONObject {
    let page = try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
    #expect(page.utf8.count < 5_000_000 && page.hasPrefix("<!doctype html>"))
    #expect(!page.contains("src=\"http"))
    let mark = "<script type=\"application/json\" id=\"session\">"
    let start = try #require(page.range(of: mark)).upperBound
    let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
    return try #require(try JSONValue(parsing: String(page[start..<end])).object)
  }

  private func isWebP(_ name: String) throws -> Bool {
    let bytes = try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)"))
    return bytes.prefix(4) == Data("RIFF".utf8) && bytes.dropFirst(8).prefix(4) == Data("WEBP".utf8)
  }

  @Test("render writes a page that shows the view in both themes, and a WebP file")
  func render() throws {
    let words = ["render", source, "-l", "waterfall", "--size", "300x200"]
    let page = try layouthost(words + ["-o", "\(folder.path)/a.html"])
    #expect(page.status == 0, "\(page.errors)")
    #expect(page.output.contains("a.html: rows.csv in waterfall, 200 items"))
    let session = try session(in: "a.html")
    #expect(session["frames"]?.array?.count == 1)
    #expect((session["sprites"]?.array?.count ?? 0) >= 3)
    let text = try String(contentsOfFile: "\(folder.path)/a.html", encoding: .utf8)
    #expect(text.contains("\"light\":{") && text.contains("\"dark\":{"))
    #expect(try layouthost(words + ["-o", "\(folder.path)/a.webp"]).status == 0)
    #expect(try isWebP("a.webp"))
    let refused = try layouthost(words + ["-o", "\(folder.path)/b.html", "--format", "png"])
    #expect(refused.status == 2 && refused.errors.contains("--format"), "\(refused.errors)")
    #expect(!FileSystem.exists("\(folder.path)/b.html"))
  }

  @Test("session writes its frames: movement by the clock, and each change for a moment")
  func sessions() throws {
    let steps = """
      {"do":"scroll","to":[0,100]}
      {"do":"scroll","to":[0,200]}
      {"do":"release","velocity":[0,900]}
      {"do":"advance","seconds":0.5}
      """
    let input = try folder.write(Array(steps.utf8), to: "steps")
    let words = ["session", source, "-l", "waterfall", "--size", "300x200"]
    let run = try layouthost(words + ["-o", "\(folder.path)/s.html"], redirection: "<\(input)")
    #expect(run.status == 0, "\(run.errors)")
    let line = String(run.output.split(separator: "\n").last ?? "")
    let last = try #require(try JSONValue(parsing: line).object)
    #expect(last["event"] == "film" && last["path"] == .string("\(folder.path)/s.html"))
    // The first frame, and two scrolls for a quarter of a second each; the fling; the end.
    let seconds = try #require(last["seconds"]?.double)
    #expect(abs(seconds - (0.75 + 0.5 + 0.5)) < 1e-9)
    let session = try session(in: "s.html")
    let frames = try #require(session["frames"]?.array)
    #expect(frames.count > 25 && frames.count < 100)
    let texts = (session["captions"]?.array ?? []).compactMap { $0.array?[1].string }
    #expect(texts.contains { $0.contains("\"to\":[0,200]") }, "\(texts)")
    #expect(texts.contains { $0.contains("release") } && !texts.contains { $0.contains("advance") })
    #expect(
      try layouthost(words + ["-o", "\(folder.path)/s.webp"], redirection: "<\(input)").status == 0)
    #expect(try isWebP("s.webp"))
    let refused = try layouthost(words + ["-o", "\(folder.path)/s.png"], redirection: "<\(input)")
    #expect(refused.status == 2 && refused.errors.contains(".html"), "\(refused.errors)")
  }

  @Test(
    "the options of pictures are refused for a page by name, and hold for a picture beside it",
    arguments: [["--theme", "dark"], ["--scale", "1"], ["--outline"]])
  func options(words: [String]) throws {
    let page = "\(folder.path)/p.html"
    for command in ["render", "film", "session"] {
      let run = try layouthost(
        [command, source, "-l", "flow", "-o", page] + words, redirection: "</dev/null")
      #expect(run.status == 2 && run.errors.contains(words[0]), "\(command): \(run.errors)")
      #expect(!FileSystem.exists(page))
    }
    let both = try layouthost(
      ["session", source, "-l", "flow", "-o", page, "--picture", "\(folder.path)/p.png"] + words,
      redirection: "</dev/null")
    #expect(both.status == 0, "\(both.errors)")
  }

  @Test("a damaged picture is named, in a page, in an animated picture and by swap")
  func damaged() throws {
    let pictures = try folder.makeDirectory("pictures")
    let whole = try layouthost(
      "render", source, "-l", "flow", "--size", "200x200", "-o", "\(folder.path)/whole.png")
    try #require(whole.status == 0, "\(whole.errors)")
    let bytes = try FileSystem.contents(of: "\(folder.path)/whole.png").bytes
    try folder.write(Array(bytes.prefix(bytes.count / 3)), to: "pictures/broken.png")
    for words in [
      ["render", pictures, "-o", "\(folder.path)/d.html", "-l", "flow"],
      ["render", pictures, "-o", "\(folder.path)/d.webp", "-l", "flow"],
      ["film", pictures, "-o", "\(folder.path)/f.html", "-l", "flow"],
      ["swap", pictures, "-o", "\(folder.path)/swapped", "-l", "flow,waterfall"],
    ] {
      let run = try layouthost(words)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.errors.contains("broken.png: the file ends before"), "\(words): \(run.errors)")
    }
  }

  @Test("film writes the same page")
  func film() throws {
    let run = try layouthost(
      "film", source, "-l", "flow", "--size", "200x150", "-o", "\(folder.path)/f.html")
    #expect(run.status == 0, "\(run.errors)")
    #expect((try session(in: "f.html")["frames"]?.array?.count ?? 0) > 60)
  }
}
