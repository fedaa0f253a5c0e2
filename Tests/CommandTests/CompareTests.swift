// SPDX-License-Identifier: Apache-2.0
//
// `compare`: the frames that two versions of a layout show differently.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

@Suite("compare")
struct CompareTests {
  private static let scenario = #"""
    {"id": "tall", "layout": "fake", "container": [400, 300], "sections": [{"count": 40}, {"count": 40}], "steps": [{"do": "visible"}, {"do": "scroll", "to": [0, 400]}, {"do": "advance", "seconds": 0.1, "frames": 4}]}
    """#

  private func version(_ spacing: Int) throws -> String {
    try FakeLayout.path(flags: ["-DIN_PREPARE=self->spacing = \(spacing)"])
  }

  private func file(_ folder: TemporaryDirectory) throws -> String {
    try folder.write(Array(Self.scenario.utf8), to: "tall.jsonl")
  }

  @Test("a version equals itself, and the exit code is 0")
  func same() throws {
    let folder = try TemporaryDirectory()
    let path = try version(10)
    let run = try layouthost("compare", path, path, "--scenario", try file(folder))
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "tall: the same in all 7 frames\n")
  }

  @Test("frames that differ are listed with their differences, and drawn")
  func differs() throws {
    let folder = try TemporaryDirectory()
    let pictures = "\(folder.path)/pictures"
    let run = try layouthost(
      "compare", try version(10), try version(35), "--scenario", try file(folder), "-o", pictures)
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.last == "tall: 7 of 7 frames differ")
    // The second section moves down by 25, and its second space too.
    #expect(lines[0].hasPrefix("tall: frame 0, (first frame), 0 s: contentSize"))
    #expect(lines.contains { $0.contains("step 1 (scroll)") && $0.contains("cell 1.") })
    let drawn = try FileManager.default.contentsOfDirectory(atPath: pictures).sorted()
    #expect(drawn.count == 21)
    #expect(drawn.contains("tall-2-a.png") && drawn.contains("tall-2-b.png"))
    #expect(drawn.contains("tall-2-diff.png"))
  }

  @Test("the common beginning of two long values is left out")
  func prefixes() throws {
    let folder = try TemporaryDirectory()
    let text = #"""
      {"id": "long", "layout": "fake", "container": [400, 300], "sections": [{"count": 40}, {"count": 40}], "steps": [{"do": "elements"}]}
      """#
    let file = try folder.write(Array(text.utf8), to: "long.jsonl")
    let run = try layouthost("compare", try version(10), try version(35), "--scenario", file)
    let line = try #require(run.output.split(separator: "\n").first { $0.contains("result.") })
    #expect(line.contains("result.contentSize [500,460] and [500,510]"), "\(line)")
    #expect(line.contains("result.elements[cell 1.0].frame ["), "\(line)")
  }

  @Test("with --json each frame that differs is an object, and the last one sums up")
  func json() throws {
    let folder = try TemporaryDirectory()
    let run = try layouthost(
      "compare", try version(10), try version(35), "--scenario", try file(folder), "--json")
    let lines = try run.output.split(separator: "\n").map {
      try #require(try JSONValue(parsing: String($0)).object)
    }
    #expect(lines.last?["different"] == 7)
    let scrolled = try #require(lines.first { $0["do"] == "scroll" })
    let pair = try #require(scrolled["elements"]?.array?.first?.array)
    #expect(pair.count == 2)
  }

  @Test(
    "a wrong command line is refused by name",
    arguments: [
      (["a.so"], 2, "A.so and B.so"), (["a.so", "b.so"], 1, "a.so"),
      (["/dev/null", "/dev/null", "--scenario", "x"], 1, "/dev/null"),
      (["/dev/null", "/dev/null", "--scale", "abc"], 2, "--scale"),
      (["/dev/null", "/dev/null", "--limit", "0.5"], 2, "'0.5' is not a whole number"),
    ] as [([String], Int32, String)])
  func refused(words: [String], status: Int32, names: String) throws {
    let run = try layouthost(["compare"] + words)
    #expect(run.status == status)
    #expect(run.errors.contains(names), "\(run.errors)")
  }

  @Test("a scenario of a layout that a version does not offer is refused")
  func otherLayout() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Array(#"{"layout":"flow","steps":[]}"#.utf8), to: "flow.jsonl")
    let run = try layouthost("compare", try version(10), try version(35), "--scenario", path)
    #expect(run.status == 1)
    #expect(run.errors.contains("flow"), "\(run.errors)")
  }

  /// A version whose layout fails each time it prepares except the first.
  private func failing() throws -> String {
    try FakeLayout.path(
      flags: ["-DIN_PREPARE={ static int n; if (++n > 1) return LAYOUT_ERROR_FAILED; }"])
  }

  /// Runs a step that fails in the second version: an `advance` of three frames, the first of which prepares.
  private func advance(
    catching: Bool, _ folder: TemporaryDirectory, _ versions: String...
  ) throws -> Command {
    let text = """
      {"id": "a", "layout": "fake", "sections": [{"count": 40}], "steps": [\
      {"do": "invalidate", "frame": false},\
      {"do": "advance", "seconds": 0.1, "frames": 3, "catch": \(catching)}, {"do": "visible"}]}
      {"id": "b", "layout": "fake", "sections": [{"count": 4}], "steps": [{"do": "visible"}]}
      """
    let file = try folder.write(Array(text.utf8), to: "advance.jsonl")
    return try layouthost(["compare", "--scenario", file, "--json"] + versions)
  }

  @Test(
    "a version that fails in `advance` differs, and a caught failure lets the rest be compared",
    arguments: [(false, 3), (true, 6)])
  func failsInAdvance(catching: Bool, frames: Int) throws {
    let folder = try TemporaryDirectory()
    let run = try advance(catching: catching, folder, try version(0), try failing())
    #expect(run.status == 1)
    #expect(run.errors == "")
    let lines = try run.output.split(separator: "\n").map {
      try #require(try JSONValue(parsing: String($0)).object)
    }
    let first = try #require(lines.first)
    #expect(first["do"] == "advance" && first["frame"] == 2)
    let results = first["result"]?.array?.compactMap(\.object) ?? []
    #expect(results.count == 2 && results[0]["error"] == nil && results[1]["error"] != nil)
    let sums = lines.filter { $0["frames"] != nil }
    #expect(sums.map { $0["frames"] } == [.integer(Int64(frames)), 2])
  }

  @Test("a failure of both versions in `advance` is the error of the scenario")
  func failsInBoth() throws {
    let folder = try TemporaryDirectory()
    let version = try failing()
    let run = try advance(catching: false, folder, version, version)
    #expect(run.status == 1)
    #expect(run.errors.contains("layout-failed"), "\(run.errors)")
    let caught = try advance(catching: true, folder, version, version)
    #expect(caught.status == 0, "\(caught.errors)")
  }

  @Test("a malformed step whose error is caught is the same in both versions")
  func unreadable() throws {
    let folder = try TemporaryDirectory()
    let text = #"""
      {"layout": "fake", "sections": [{"count": 4}], "steps": [{"do": "jump", "catch": true}, {"do": "visible"}]}
      """#
    let file = try folder.write(Array(text.utf8), to: "jump.jsonl")
    let path = try version(10)
    let run = try layouthost("compare", path, path, "--scenario", file)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "0: the same in all 3 frames\n")
  }

  /// A version whose second section is off screen after its second preparation only: its views come
  /// back in another order.
  private func wandering() throws -> String {
    try FakeLayout.path(
      flags: ["-DIN_PREPARE={ static int n; self->spacing = ++n == 2 ? 1000 : 10; }"])
  }

  private func reuse(_ further: String, layout: String = "fake") -> String {
    """
    {"id": "reuse", "layout": "\(layout)", "container": [400, 300], \
    "sections": [{"count": 4}, {"count": 4}], \
    "steps": [{"do": "invalidate"}, {"do": "invalidate"}, \(further){"do": "visible"}]}
    """
  }

  @Test(
    "views that are reused in another order are no difference, on screen or leaving",
    arguments: [
      "",
      String(
        repeating: #"{"do": "batch", "ops": [{"delete": [1, 0]}]}, "#
          + #"{"do": "advance", "seconds": 0.05, "frames": 1}, "#, count: 2),
    ])
  func reused(further: String) throws {
    let folder = try TemporaryDirectory()
    let versions = [try version(10), try wandering()]
    // The numbers themselves differ.
    var numbers: [[JSONValue?]] = []
    for path in versions {
      let text = reuse(further, layout: path)
      let file = try folder.write(Array(text.utf8), to: "one.jsonl")
      let told = try JSONValue(parsing: try layouthost("probe", file).output)
      let last = told.object?["results"]?.array?.last?.object
      numbers.append(try #require(last?["elements"]?.array).map { $0.object?["view"] })
    }
    #expect(numbers[0] != numbers[1])

    let file = try folder.write(Array(reuse(further).utf8), to: "reuse.jsonl")
    let run = try layouthost(["compare"] + versions + ["--scenario", file, "--json"])
    let lines = try run.output.split(separator: "\n").map {
      try #require(try JSONValue(parsing: String($0)).object)
    }
    // Only the frame in which the section is away.
    #expect(run.status == 1 && lines.count == 2, "\(run.output)\(run.errors)")
    #expect(lines.first?["step"] == 0)
    #expect(lines.last?["different"] == 1)
  }
}
