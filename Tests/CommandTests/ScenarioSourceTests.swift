// SPDX-License-Identifier: Apache-2.0
//
// A scenario as the source of `session` and `film`, together with options of the command line.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

@Suite("a scenario as the source")
struct ScenarioSourceTests {
  @Test(
    "an option that the scenario sets itself is refused by name",
    arguments: ["session", "film"],
    [
      ["--size", "10x10"], ["--set", "itemSize=9x9"], ["--query", "SELECT 1"], ["--at", "0.1"],
    ])
  func refused(command: String, words: [String]) throws {
    let folder = try TemporaryDirectory()
    let text = #"{"layout": "flow", "sections": [{"count": 3}], "steps": []}"#
    let file = try folder.write(Array(text.utf8), to: "s.scenario")
    let output = command == "film" ? ["-o", "\(folder.path)/out.png"] : []
    let run = try layouthost([command, file] + output + words)
    #expect(run.status == 2)
    #expect(run.errors.contains(words[0]), "\(run.errors)")
  }

  @Test("a scenario that is cut off is named, with the line", arguments: ["session", "film"])
  func cutOff(command: String) throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write(Array(#"{"layout": "flow", "sec"#.utf8), to: "s.scenario")
    let output = command == "film" ? ["-o", "\(folder.path)/out.png"] : []
    let run = try layouthost([command, file] + output, redirection: "</dev/null")
    #expect(run.status == 1)
    #expect(run.errors.contains("\(file), line 1"), "\(run.errors)")
  }

  @Test("--tier sets where the layout and its next versions run, also against the scenario")
  func tier() throws {
    let ground = try Ground()
    try ground.drop(spacing: 10)
    let text = #"{"layout": "fake", "tier": "in-process", "sections": [{"count": 3}], "steps": []}"#
    let file = try ground.root.write(Array(text.utf8), to: "s.scenario")
    let record = "\(ground.root.path)/again.scenario"
    let running = try Running(
      [
        "session", file, "-p", ground.plugins, "--tier", "sandboxed", "--record", record,
      ], home: ground.home, takesInput: true)
    // A layout that ends its process shows the tier in which it runs.
    let fall = ["behaviour", "call"].map {
      #"{"do":"set","property":"\#($0)","value":"\#($0 == "call" ? "prepare" : "aborts")","frame":false}"#
    }
    func fallsAlone() throws {
      for line in fall { try running.write(line) }
      try running.write(#"{"do":"invalidate"}"#)
      #expect(try running.line(about: "error").contains("worker-died"))
      try running.write(#"{"do":"set","property":"behaviour","value":"good","frame":false}"#)
      try running.write(#"{"do":"restart"}"#)
    }
    try fallsAlone()
    try ground.drop(spacing: 20)
    #expect(try running.line(about: #""commit""#).contains("accepted"))
    try fallsAlone()
    try running.closeInput()
    #expect(running.exitCode() == 1)
    let recording = try JSONValue(parsing: String(contentsOfFile: record, encoding: .utf8)).object
    #expect(recording?["tier"] == "sandboxed")
  }
}
