// SPDX-License-Identifier: Apache-2.0
//
// Whole sessions from the outside: the demo, the benchmarks' form, layouts in workers.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

@Suite("sessions")
struct SessionTests {
  private func people(_ folder: TemporaryDirectory) throws -> String {
    let rows = (0..<400).map { "person \($0),\(1800 + $0 % 200),text \($0)" }
    return try folder.write(
      Array((["name,born,note"] + rows).joined(separator: "\n").utf8), to: "people.csv")
  }

  @Test("the demo runs to its end: a plugin dropped in, swaps, a trap, pictures and a page")
  func demo() throws {
    let folder = try TemporaryDirectory()
    let output = folder.path + "/pictures"
    let run = try layouthost(
      "demo", try people(folder), "-o", output, "--project", CPlugin.sourceRoot)
    #expect(run.status == 0, "\(run.errors)")
    let pictures = [
      "flow", "waterfall", "mosaic", "spring", "orbit", "trap", "flow-outline", "waterfall-dark",
      "spring-moving",
    ]
    for picture in pictures {
      let bytes = try Data(contentsOf: URL(filePath: "\(output)/\(picture).png"))
      #expect(bytes.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]), "\(picture)")
    }
    let page = try String(contentsOfFile: output + "/index.html", encoding: .utf8)
    #expect(page.contains("data:image/png;base64,"))
    #expect(!page.contains("src=\"http"))
    for text in ["worker-died", "orbit", "flow → waterfall", "the last frame stays"] {
      #expect(run.output.contains(text), "\(text)")
    }
  }

  @Test("the demo without its examples says what is missing and where to look")
  func demoElsewhere() throws {
    let folder = try TemporaryDirectory()
    let run = try layouthost(
      "demo", try people(folder), "-o", folder.path + "/p", "--project", folder.path)
    #expect(run.status == 1)
    #expect(run.errors.contains("--project"))
  }

  @Test("bench prints this JSON, with the counts that prove the work")
  func bench() throws {
    let run = try layouthost("bench", "--json", "flow-equal/open/1e8")
    #expect(run.status == 0, "\(run.errors)")
    let list = try #require(try run.json().object?["benchmarks"]?.array).compactMap(\.object)
    #expect(list.count == 1)
    let keys = ["name", "unit", "median", "min", "max", "p99", "runs", "counts"]
    #expect(list.first?.keys == keys)
    #expect(list.first?["name"] == "flow-equal/open/1e8")
    #expect(list.first?["runs"] == 11)
    // A hundred million equal items cost no memory: far less than a byte for a thousand of them.
    let growth = try #require(list.first?["counts"]?.object?["memory growth kB"]?.double)
    #expect(growth <= 1024)
    #expect(list.first?["counts"]?.object?["visible"] == 100)
  }

  @Test(
    "bench takes a name, or the beginning of several up to a slash",
    arguments: [
      ("flow-equal/open/1e8", ["flow-equal/open/1e8"]),
      ("flow-equal/open", ["flow-equal/open/1e8"]),
      ("flow-equal/open/", ["flow-equal/open/1e8"]),
    ])
  func benchNames(name: String, meant: [String]) throws {
    let run = try layouthost("bench", "--json", name)
    #expect(run.status == 0, "\(run.errors)")
    let list = try run.json().object?["benchmarks"]?.array?.compactMap(\.object) ?? []
    #expect(list.map { $0["name"]?.string } == meant)
    let half = try layouthost("bench", "flow-equ")
    #expect(half.status == 2 && half.errors.contains("'flow-equ'"))
  }

  @Test("a layout in a worker draws the same picture, byte for byte")
  func workerPicture() throws {
    let folder = try TemporaryDirectory()
    let source = try people(folder)
    var pictures: [Data] = []
    for tier in ["in-process", "worker"] {
      let path = "\(folder.path)/\(tier).png"
      let run = try layouthost(
        "render", source, "-l", "waterfall", "--tier", tier, "--at", "0.100", "-o", path)
      #expect(run.status == 0, "\(run.errors)")
      pictures.append(try Data(contentsOf: URL(filePath: path)))
    }
    #expect(pictures[0] == pictures[1])
  }
}
