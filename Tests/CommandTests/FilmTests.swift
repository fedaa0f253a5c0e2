// SPDX-License-Identifier: Apache-2.0
//
// `film`: motion in one picture.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

@Suite("film")
struct FilmTests {
  private let folder: TemporaryDirectory
  private let source: String

  init() throws {
    folder = try TemporaryDirectory()
    let rows = (0..<200).map { "row \($0),\($0 * $0)" }.joined(separator: "\n")
    source = try folder.write(Array("name,square\n\(rows)\n".utf8), to: "rows.csv")
  }

  private func film(_ words: String..., to name: String = "out.png") throws -> Command {
    try layouthost(
      ["film", source, "--size", "200x150", "--scale", "1", "-o", folder.path + "/" + name]
        + words)
  }

  private func size(of name: String = "out.png") throws -> [Int] {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.path + "/" + name)))
    return [16, 20].map { at in bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test("frames stand side by side, or in rows, as many as --frames says")
  func strip() throws {
    let run = try film("-l", "waterfall", "--frames", "4")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("waterfall, 4 frames from 0.00 s to 1.50 s"))
    #expect(try size() == [2 * 16 + 4 * 200 + 3 * 12, 16 + 150 + 26 + 6])
    #expect(try film("-l", "waterfall", "--frames", "4", "--columns", "3").status == 0)
    #expect(try size() == [2 * 16 + 3 * 200 + 2 * 12, 16 + 2 * (150 + 26) + 6])
  }

  @Test("frames are spread over the time of the steps, or are taken at the given times")
  func times() throws {
    let steps = """
      {"do":"drag","by":[0,-40],"at":[100,100],"seconds":0.2}
      {"do":"release","velocity":[0,900]}

      {"do":"advance","seconds":0.4}
      """
    let file = try folder.write(Array(steps.utf8), to: "steps")
    func times(_ words: String...) throws -> [Double] {
      let run = try layouthost(
        ["film", source, "-l", "flow", "--steps", file, "-o", folder.path + "/a.png", "--json"]
          + words)
      #expect(run.status == 0, "\(run.errors)")
      return try #require(try run.json().object?["times"]?.array).compactMap(\.double)
    }
    let even = try times("--frames", "4")
    #expect(zip(even, [0, 0.2, 0.4, 0.6]).allSatisfy { abs($0 - $1) < 1e-9 } && even.count == 4)
    #expect(try times("--times", "0,0.05,0.6") == [0, 0.05, 0.6])
  }

  @Test("steps may add sections and items that the source does not have")
  func beyondSource() throws {
    let steps = """
      {"do":"batch","ops":[{"insertSection":1,"section":{"count":3}}]}
      {"do":"apply","snapshot":[["a",["0.500","999.0","0.-1"]]]}
      """
    let file = try folder.write(Array(steps.utf8), to: "steps")
    let run = try layouthost([
      "film", "unicode:Arrows", "-l", "flow", "--steps", file, "-o", folder.path + "/a.png",
    ])
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test("the same film gives the same bytes, and movement is visible")
  func deterministic() throws {
    for name in ["a.png", "b.png"] {
      #expect(try film("-l", "flow", "--times", "0,0.3", to: name).status == 0)
    }
    #expect(try film("-l", "flow", "--times", "0,0.35", to: "c.png").status == 0)
    let files = try ["a", "b", "c"].map {
      try Data(contentsOf: URL(filePath: "\(folder.path)/\($0).png"))
    }
    #expect(files[0] == files[1])
    #expect(files[0] != files[2])
  }

  @Test("a batch is animated on the film, and a scenario can be the source")
  func batches() throws {
    let scenario = """
      {"layout":"flow","container":[200,150],"sections":[{"count":9,"size":[60,40]}],"steps":[\
      {"do":"batch","ops":[{"insert":[0,1],"size":[60,40]},{"delete":[0,4]}],"seconds":0.2},\
      {"do":"advance","seconds":0.2}]}
      """
    let file = try folder.write(Array(scenario.utf8), to: "batch.scenario")
    let run = try layouthost(
      "film", file, "--frames", "3", "-o", folder.path + "/batch.pdf")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("flow, 3 frames from 0.00 s to 0.20 s"))
  }

  @Test(
    "an error of film names its cause, and leaves no picture",
    arguments: [
      (["-l", "flow", "--times", "0,9"], 2, "'0,9' is no list of ascending seconds from 0 to 1.5"),
      (["-l", "flow", "--times", "1,0.5"], 2, "ascending"),
      (["-l", "flow", "--times", "soon"], 2, "'soon'"),
      (["-l", "flow", "--frames", "0"], 2, "--frames"),
      (["-l", "flow", "--frames", "2.7"], 2, "'2.7' is not a whole number"),
      (["-l", "flow", "--columns", "0"], 2, "--columns"),
      (["-l", "flow", "--frames", "5", "--times", "0,1"], 2, "--frames"),
      (["-l", "spiral"], 1, "[unknown-layout]"),
      (["-l", "flow", "--steps", "/proc/none"], 1, "/proc/none"),
    ])
  func refuses(words: [String], status: Int32, names: String) throws {
    let path = folder.path + "/none.png"
    let run = try layouthost(["film", source, "-o", path] + words)
    #expect(run.status == status)
    #expect(run.errors.contains(names), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(
    "a malformed step stops the film before the first step, and a failed step is named",
    arguments: [
      ("{\"do\":\"fly\"}", "there is no step 'fly'"), ("{\"do\":", "1"),
      (
        "{\"do\":\"scroll\",\"to\":[0,5]}\n{\"do\":\"set\",\"property\":\"lengthh\",\"value\":1}",
        "step 1: "
      ),
    ])
  func badSteps(steps: String, names: String) throws {
    let file = try folder.write(Array(steps.utf8), to: "steps")
    let run = try film("-l", "flow", "--steps", file, to: "none.png")
    #expect(run.status == 1)
    #expect(run.errors.contains(names), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/none.png"))
  }

  @Test("a clock that is set shows the same movement as one that runs")
  func clockSet() throws {
    let text = """
      {"layout": "flow", "sections": [{"count": 3}], "steps": [{"do": "advance", "to": 0.5},
        {"do": "jump", "catch": true}, {"do": "advance", "seconds": 0.5}]}
      """
    let scenario = try folder.write(
      Array(text.replacing("\n", with: " ").utf8), to: "app.scenario")
    let run = try layouthost(
      "film", scenario, "--frames", "3", "-o", folder.path + "/a.png", "--json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try run.json().object?["times"] == [0, 0.5, 1])
  }
}
