// SPDX-License-Identifier: Apache-2.0
//
// Runs `probe` as a command: files, standard input, exit codes.

import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

@Suite("probe")
struct ProbeTests {
  static let good =
    #"{"id": "good", "layout": "flow", "sections": [{"count": 3, "size": [50, 50]}], "steps": [{"do": "elements"}]}"#

  @Test("a scenario of a file runs, and the answer is one line")
  func runs() throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write(Array("\(Self.good)\n\n".utf8), to: "good.jsonl")
    let run = try layouthost("probe", file)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.split(separator: "\n").count == 1)
    let answer = try #require(try run.json().object)
    #expect(answer["id"] == "good")
    #expect(answer["results"]?.array?.first?.object?["count"] == 3)
  }

  @Test("standard input is read when no file is given, and for -")
  func standardInput() throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write(Array(Self.good.utf8), to: "good.jsonl")
    for words in [["probe"], ["probe", "-"]] {
      let run = try layouthost(words, redirection: "<\(file)")
      #expect(run.status == 0)
      #expect(run.output.contains("\"good\""))
    }
  }

  @Test("a malformed line and a failed scenario give errors and exit code 1, and the others run")
  func mixed() throws {
    let folder = try TemporaryDirectory()
    let lines = ["{not json", Self.good, #"{"id": "bad", "layout": "flow", "stps": []}"#, "[1]"]
    let file = try folder.write(Array(lines.joined(separator: "\n").utf8), to: "mixed.jsonl")
    let run = try layouthost("probe", file)
    #expect(run.status == 1)
    let answers = try run.output.split(separator: "\n").map {
      try #require(try JSONValue(parsing: String($0)).object)
    }
    #expect(answers.count == 4)
    #expect(answers.map { $0["id"] } == [.null, "good", "bad", .null])
    let codes = answers.map { $0["error"]?.object?["code"]?.string }
    #expect(codes == ["bad-json", nil, "unknown-key", "bad-value"])
    #expect(answers[2]["error"]?.object?["message"]?.string?.contains("'stps'") == true)
  }

  @Test("a file that cannot be read is an error that names it", arguments: ["/proc/none", "/"])
  func unreadable(path: String) throws {
    let run = try layouthost("probe", path)
    #expect(run.status == 1)
    #expect(run.errors.contains("\(path): cannot be read"), "\(run.errors)")
    #expect(run.errors.contains("; name a file"), "\(run.errors)")
  }

  @Test("answers that cannot be written are an error")
  func fullDevice() throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write(Array(Self.good.utf8), to: "good.jsonl")
    let run = try layouthost(["probe", file], redirection: ">/dev/full")
    #expect(run.status == 1)
    #expect(run.errors.contains("[unwritable]"))
  }
}
