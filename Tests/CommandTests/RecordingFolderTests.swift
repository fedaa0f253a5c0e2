// SPDX-License-Identifier: Apache-2.0
//
// `session --record`: the plugins in the folder beside a recording, and recordings that are moved.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

@Suite("the folder beside a recording")
struct RecordingFolderTests {
  private func json(_ line: String) throws -> JSONObject {
    try #require(try JSONValue(parsing: line).object)
  }

  private func results(_ session: Command) throws -> JSONValue {
    .array(try session.output.split(separator: "\n").map { .object(try json(String($0))) })
  }

  @Test("a recording that is moved with its folder gives the same results")
  func moved() throws {
    let ground = try Ground()
    try ground.drop(spacing: 10)
    let steps = """
      {"do":"visible"}
      {"do":"swap","layout":"fake"}
      {"do":"scroll","to":[0,300]}
      {"do":"visible"}
      """
    let input = try ground.root.write(Array(steps.utf8), to: "steps")
    let first = try ground.root.makeDirectory("first")
    let second = "\(ground.root.path)/second"
    let session = try layouthost(
      [
        "session", ground.source, "-l", "fake", "-p", ground.plugins, "--size", "400x300",
        "--record", "\(first)/s.scenario",
      ], redirection: "<\(input)")
    #expect(session.status == 0, "\(session.output)\(session.errors)")
    let text = try String(contentsOfFile: "\(first)/s.scenario", encoding: .utf8)
    #expect(!text.contains(ground.root.path))
    #expect(try json(text)["layout"]?.string?.hasPrefix("s.scenario.plugins/") == true)

    try FileManager.default.moveItem(atPath: first, toPath: second)
    try FileManager.default.removeItem(atPath: ground.plugins)
    let replay = try json(try layouthost("probe", "\(second)/s.scenario").output)
    #expect(try replay["results"] == results(session), "\(replay)")
    let inside = try json(try layouthost(["probe", "s.scenario"], in: second).output)
    #expect(inside["results"] == replay["results"], "\(inside)")
    let again = try layouthost(["session", "\(second)/s.scenario"], redirection: "</dev/null")
    #expect(again.status == 0 && again.output == session.output, "\(again.output)")
  }

  @Test("a bundled layout that is named by its path is recorded by its id")
  func bundled() throws {
    let ground = try Ground()
    let (flow, other) = (try bundledPlugin("FlowPlugin"), try bundledPlugin("WaterfallPlugin"))
    let steps = """
      {"do":"swap","layout":"\(other)"}
      {"do":"visible"}
      """
    let input = try ground.root.write(Array(steps.utf8), to: "steps")
    let record = "\(ground.root.path)/s.scenario"
    let session = try layouthost(
      ["session", ground.source, "-l", flow, "--size", "400x300", "--record", record],
      redirection: "<\(input)")
    #expect(session.status == 0, "\(session.output)\(session.errors)")
    let recorded = try json(String(contentsOfFile: record, encoding: .utf8))
    #expect(recorded["layout"] == "flow")
    #expect(recorded["steps"]?.array?.first?.object?["layout"] == "waterfall")
    let replay = try json(try layouthost(["probe", "s.scenario"], in: ground.root.path).output)
    #expect(try replay["results"] == results(session), "\(replay)")
  }

  @Test("the first layout of a scenario is kept too when its session is recorded")
  func reopened() throws {
    let ground = try Ground()
    try ground.drop(spacing: 10)
    let text = """
      {"layout":"fake","container":[400,300],"sections":[{"count":30}],"steps":[{"do":"visible"}]}
      """
    let file = try ground.root.write(Array(text.utf8), to: "s.scenario")
    let record = "\(ground.root.path)/again.scenario"
    let session = try layouthost(
      ["session", file, "-p", ground.plugins, "--record", record], redirection: "</dev/null")
    #expect(session.status == 0, "\(session.output)\(session.errors)")
    let recorded = try json(String(contentsOfFile: record, encoding: .utf8))
    let name = try #require(recorded["layout"]?.string)
    #expect(name.hasPrefix("again.scenario.plugins/") && name.hasSuffix(".so#fake"), "\(name)")

    try FileManager.default.removeItem(atPath: ground.plugins)
    let replay = try json(try layouthost("probe", record).output)
    #expect(try replay["results"] == results(session), "\(replay)")
  }
}
