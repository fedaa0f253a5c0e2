// SPDX-License-Identifier: Apache-2.0
//
// `session`: new versions that fail at each stage, steps that run meanwhile, and their recording.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

/// A new version that fails when it replaces the file of a running layout.
struct FailingVersion: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let stage: String
  let code: String
  var mutation: String?
  var flags: [String] = []
  var words: [String] = []

  static let all = [
    FailingVersion(
      testDescription: "it offers another layout", stage: "judge", code: "unknown-layout"),
    FailingVersion(
      testDescription: "it traps when it is made, first in a child", stage: "trial",
      code: "worker-died", flags: ["-DCREATE_TRAPS"], words: ["--trust-once"]),
    FailingVersion(
      testDescription: "it traps when it prepares, first in a child", stage: "trial",
      code: "worker-died", flags: ["-DIN_PREPARE=__builtin_trap()"], words: ["--trust-once"]),
    FailingVersion(
      testDescription: "it traps when it is made, in the sandbox", stage: "load",
      code: "worker-died", flags: ["-DCREATE_TRAPS"]),
    FailingVersion(
      testDescription: "its sizes have become numbers", stage: "carry", code: "query-signature",
      mutation: "query_size.result_type = LAYOUT_TYPE_F64"),
    FailingVersion(
      testDescription: "it traps when it prepares, in the sandbox", stage: "prepare",
      code: "worker-died", flags: ["-DIN_PREPARE=__builtin_trap()"]),
    FailingVersion(
      testDescription: "it fails with all of the data", stage: "prepare", code: "layout-failed",
      flags: ["-DIN_PREPARE=if (snapshot->item_counts[0] > 100) return LAYOUT_ERROR_FAILED"]),
    FailingVersion(
      testDescription: "it fails on probation", stage: "probation", code: "layout-failed",
      flags: ["-DIN_PREPARE={ static int n; if (++n == 2) return LAYOUT_ERROR_FAILED; }"]),
  ]

  func path() throws -> String {
    if stage == "judge" { return try bundledPlugin("FlowPlugin") }
    return try FakeLayout.path(mutation: mutation, flags: flags)
  }
}

@Suite("session, while a new version comes")
struct SessionSwapTests {
  private func json(_ line: String) throws -> JSONObject {
    try #require(try JSONValue(parsing: line).object)
  }

  @Test(
    "a version that fails at any stage leaves the frame unchanged, bit for bit",
    arguments: FailingVersion.all)
  func fault(_ version: FailingVersion) throws {
    let ground = try Ground()
    try ground.drop(try FakeLayout.path())
    let words = ["session", ground.source, "-l", "fake", "-p", ground.plugins, "--size", "400x300"]
    let running = try Running(words + version.words, home: ground.home, takesInput: true)
    try running.write(#"{"do":"scroll","to":[0,437.5]}"#)
    try running.write(#"{"do":"visible"}"#)
    let before = try running.line(about: "elements")
    #expect(before.count > 1000)
    try ground.drop(try version.path())
    var line = JSONObject()
    repeat { line = try json(running.line(about: #""swap""#)) } while line["answer"] == nil
    if version.stage == "probation" {
      #expect(line["answer"] == "accepted", "\(line)")
      try running.write(#"{"do":"invalidate"}"#)
      repeat { line = try json(running.line(about: #""swap""#)) } while line["answer"] == nil
      #expect(line["answer"] == "rolled-back")
    } else {
      #expect(line["answer"] == "refused", "\(line)")
    }
    #expect(line["stage"]?.string == version.stage, "\(line)")
    #expect(line["error"]?.object?["code"]?.string == version.code, "\(line)")
    try running.write(#"{"do":"visible"}"#)
    #expect(try running.line(about: "elements") == before)
    try running.closeInput()
    #expect(running.exitCode() == 0)
  }

  @Test("at the end of the input the session waits for a running swap")
  func end() throws {
    let ground = try Ground()
    let right = try FakeLayout.path()
    try ground.drop(right)
    let running = try Running(
      ["session", ground.source, "-l", "fake", "-p", ground.plugins, "--size", "400x300"],
      home: ground.home, takesInput: true)
    try running.write(#"{"do":"visible"}"#)
    _ = try running.line(about: "elements")
    try ground.drop(right)
    _ = try running.line(about: #""notice""#)
    try running.closeInput()
    #expect(try running.line(about: "accepted").contains("commit"))
    #expect(running.exitCode() == 0)
  }

  @Test("a new version of an inner layout swaps the whole, with its settings by path")
  func inside() throws {
    let ground = try Ground()
    let orbit = try CPlugin.build(example: "orbit")
    try ground.drop(orbit, as: "orbit.so")
    let running = try Running(
      [
        "session", ground.source, "-l", "spring", "--set", "base.spacing=9", "--set",
        "base=orbit", "-p", ground.plugins, "--size", "400x300",
      ], home: ground.home, takesInput: true)
    func visible() throws -> String {
      try running.write(#"{"do":"visible"}"#)
      return try running.line(about: "elements")
    }
    func answer() throws -> JSONObject {
      var line = JSONObject()
      repeat { line = try json(running.line(about: #""swap""#)) } while line["answer"] == nil
      return line
    }
    let plain = try visible()
    try running.write(#"{"do":"set","property":"base.spacing","value":40}"#)
    let spaced = try visible()
    #expect(spaced != plain)
    try ground.drop(orbit, as: "orbit.so")
    let accepted = try answer()
    #expect(accepted["answer"] == "accepted", "\(accepted)")
    #expect(accepted["swap"] == "spring" && accepted["child"] == "orbit", "\(accepted)")
    #expect(try visible() == spaced)
    try ground.drop(try bundledPlugin("FlowPlugin"), as: "orbit.so")
    let refused = try answer()
    #expect(refused["answer"] == "refused" && refused["stage"] == "judge", "\(refused)")
    let message = refused["error"]?.object?["message"]?.string ?? ""
    #expect(message.contains("child orbit of spring"), "\(message)")
    #expect(try visible() == spaced)
    try running.closeInput()
    #expect(running.exitCode() == 0)
  }
}
