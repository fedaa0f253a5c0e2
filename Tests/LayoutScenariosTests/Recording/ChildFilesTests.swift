// SPDX-License-Identifier: Apache-2.0
//
// A recording names the files of the inner layouts of its layout.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutScenarios

@Suite("Files of children in a recording")
struct ChildFilesTests {
  private let kept: TemporaryDirectory
  private let mat: PluginFile

  init() throws {
    kept = try TemporaryDirectory()
    mat = PluginFile(judging: try CPlugin.build(example: "mat"))
  }

  private func orbit(alpha: String) throws -> PluginFile {
    PluginFile(
      judging: try CPlugin.build(example: "orbit", changing: [(".alpha = 1", ".alpha = \(alpha)")]))
  }

  private func maker(_ orbit: PluginFile) throws -> LayoutMaker {
    let flow = PluginFile(judging: try bundledPlugin("FlowPlugin"), trust: .bundled)
    return LayoutMaker(library: PluginLibrary([mat, orbit, flow]), hasDeadlines: false)
  }

  private func keep(_ file: PluginFile) throws(LayoutError) -> String? {
    if file.trust == .bundled { return nil }
    let path = "\(kept.path)/\(file.hash).so"
    if !FileSystem.exists(path) {
      let bytes = try FileSystem.contents(of: file.path).bytes
      guard (try? kept.write(bytes, to: "\(file.hash).so")) != nil else { return nil }
    }
    return path
  }

  private func visible(_ session: LiveSession) throws -> JSONValue {
    let (result, isComplete) = session.perform(["do": "visible"])
    #expect(isComplete, "\(result)")
    return try JSONValue(parsing: JSONValue.object(result).serialised())
  }

  private func open(_ scenario: JSONObject, _ maker: LayoutMaker) throws -> LiveSession {
    try LiveSession(scenario, maker: maker)
  }

  @Test("it replays with the recorded child, opened first or later, although a newer one exists")
  func first() throws {
    for isLater in [false, true] {
      let (old, new) = (try orbit(alpha: "0.25f"), try orbit(alpha: "0.75f"))
      let session = try open(
        [
          "layout": "mat", "tier": "worker", "container": [400, 300], "sections": [["count": 12]],
          "properties": isLater ? [:] : ["of": "orbit"],
        ], try maker(old))
      session.keepsFile = keep
      if isLater {
        let (result, isSet) = session.perform(["do": "set", "property": "of", "value": "orbit"])
        #expect(isSet, "\(result)")
      }
      let seen = try visible(session)
      #expect("\(seen)".contains("0.25"))
      #expect(
        session.recording["children"]?.array?.contains(.string(try #require(try keep(old)))) == true
      )
      let told = try replay(session.recording, try maker(new))
      #expect(told.last == seen)
    }
  }

  /// The results of a recording's steps.
  private func replay(_ recording: JSONObject, _ maker: LayoutMaker) throws -> [JSONValue] {
    let again = try open(recording, maker)
    return try (recording["steps"]?.array ?? []).map { step in
      let (result, isComplete) = again.perform(step)
      #expect(isComplete, "\(result)")
      return try JSONValue(parsing: JSONValue.object(result).serialised())
    }
  }

  @Test("a new version of the child is swapped in at the recorded step")
  func swapped() throws {
    let (old, new) = (try orbit(alpha: "0.25f"), try orbit(alpha: "0.75f"))
    let third = try orbit(alpha: "0.5f")
    let session = try open(
      [
        "layout": "mat", "tier": "worker", "container": [400, 300], "sections": [["count": 12]],
        "properties": ["of": "orbit"],
      ], try maker(old))
    session.keepsFile = keep
    let before = try visible(session)
    let part = try #require(session.layout.part(in: new))
    session.beginSwap(to: "mat", of: mat, part: part, stopwatch: { 0 })
    var answer: SwapAnswer?
    while answer == nil { answer = session.stepSwap() }
    guard case .accepted = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    let after = try visible(session)
    #expect("\(before)".contains("0.25") && "\(after)".contains("0.75"))
    let told = try replay(session.recording, try maker(third))
    #expect(told.first == before && told.last == after)
  }

  @Test(
    "a layout that a step makes has the child of its time when the step is run again",
    arguments: [
      [["do": "swap", "layout": "mat", "properties": ["of": "orbit"]]],
      [
        ["do": "transition", "to": "mat", "properties": ["of": "orbit"], "begin": true],
        ["do": "transition", "to": "mat", "progress": 0.5],
        ["do": "transition", "to": "mat", "finish": true],
      ],
    ] as [[JSONValue]])
  func made(steps: [JSONValue]) throws {
    let (old, new) = (try orbit(alpha: "0.25f"), try orbit(alpha: "0.75f"))
    let session = try open(
      [
        "layout": "mat", "tier": "worker", "container": [400, 300], "sections": [["count": 12]],
        "properties": ["of": "orbit"],
      ], try maker(old))
    session.keepsFile = keep
    session.maker = try maker(new)
    for step in steps {
      let (result, isComplete) = session.perform(step)
      #expect(isComplete, "\(result)")
    }
    let seen = try visible(session)
    let copy = JSONValue.string(try #require(try keep(new)))
    #expect(session.recording["steps"]?.array?[0].object?["children"] == .array([copy]))
    let told = try replay(session.recording, try maker(try orbit(alpha: "0.5f")))
    #expect(told.last == seen)
  }
}
