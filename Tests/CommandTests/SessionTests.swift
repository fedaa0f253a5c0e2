// SPDX-License-Identifier: Apache-2.0
//
// Runs whole sessions as commands: the demo, layouts in workers.

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

  @Test("the demo runs to its end: a plugin is added, swaps, a trap, pictures and a page")
  func demo() throws {
    let folder = try TemporaryDirectory()
    let output = folder.path + "/pictures"
    // Runs in a directory without files of the project.
    let run = try layouthost("demo", try people(folder), "-o", output)
    #expect(run.status == 0, "\(run.errors)")
    let pictures = [
      "flow", "waterfall", "mosaic", "spring", "orbit", "trap", "flow-outline", "waterfall-dark",
      "spring-moving",
    ]
    for source in ["orbit.c", "trap.c"] {
      #expect(FileSystem.exists("\(output)/plugins/\(source)"), "its source is left beside it")
    }
    for picture in pictures {
      let bytes = try Data(contentsOf: URL(filePath: "\(output)/\(picture).png"))
      #expect(bytes.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]), "\(picture)")
    }
    let page = try String(contentsOfFile: output + "/index.html", encoding: .utf8)
    #expect(page.contains("data:image/webp;base64,"))
    #expect(!page.contains("src=\"http"))
    for text in ["worker-died", "orbit", "flow → waterfall", "the last frame stays"] {
      #expect(run.output.contains(text), "\(text)")
    }
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
