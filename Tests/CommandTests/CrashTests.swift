// SPDX-License-Identifier: Apache-2.0
//
// A plugin that crashes in a session, and the record that `probe` runs.

import Glibc
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

@Suite("Crashes")
struct CrashTests {
  @Test("the error of a session names the record, and probe reproduces the crash from it")
  func sessionAndProbe() throws {
    let home = try TemporaryDirectory()
    let path = try FakeLayout.path(
      flags: ["-DIN_PREPARE={ static int n; if (++n == 3) __builtin_trap(); }"])
    let scenario = """
      {"layout":"\(path)","tier":"worker","container":[320,480],"sections":[{"count":300}],"steps":\
      [{"do":"scroll","to":[0,40]},{"do":"invalidate"},{"do":"invalidate"},{"do":"visible"}]}

      """
    let source = try home.write(Array(scenario.utf8), to: "s.scenario")
    let run = try layouthost(["session", source], home: home)
    let words = (run.output + run.errors).split { " ,\"".contains($0) }.map(String.init)
    let record = try #require(
      words.first { $0.hasSuffix(".scenario") && $0.contains("/layouthost/crashes/") },
      "\(run.output)\(run.errors)")
    let text = String(decoding: try FileSystem.contents(of: record).bytes, as: UTF8.self)
    #expect(try JSONValue(parsing: text).object?["crash"]?.object?["plugin"] == "test.fake")
    let again = try layouthost(["probe", record], home: home)
    #expect(again.status == 1)
    let error = try #require(try again.json().object?["error"]?.object)
    #expect(error["code"] == "worker-died")
    #expect(error["plugin"] == "test.fake")
    #expect(error["call"] == "prepare")
    // With --tier in-process the crash ends the command itself, so that a debugger can catch it.
    let here = try layouthost(
      ["probe", "--tier", "in-process", "--trust-once", record], home: home)
    #expect(here.status == 128 + SIGILL, "\(here.output)\(here.errors)")
  }
}
