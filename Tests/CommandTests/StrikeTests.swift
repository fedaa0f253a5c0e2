// SPDX-License-Identifier: Apache-2.0
//
// Strikes belong to the hash of a plugin: across sessions, and across layouts of one session.

import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

@Suite("Strikes across sessions")
struct StrikeTests {
  /// A plugin that traps in its second frame.
  private func trapping() throws -> String {
    try FakeLayout.path(flags: ["-DIN_PREPARE={ static int n; if (++n == 2) __builtin_trap(); }"])
  }

  private func session(
    _ steps: String, layout: String, home: TemporaryDirectory
  ) throws -> String {
    let scenario =
      "{\"layout\":\"\(layout)\",\"tier\":\"sandboxed\",\"container\":[320,480],"
      + "\"sections\":[{\"count\":300}],\"steps\":[\(steps)]}\n"
    let source = try home.write(Array(scenario.utf8), to: "s.scenario")
    let run = try layouthost(["session", source], home: home)
    return run.output + run.errors
  }

  @Test("a plugin that crashes once in each session is in quarantine at the third")
  func sessions() throws {
    let home = try TemporaryDirectory()
    let path = try trapping()
    let outputs = try (0..<5).map { _ in
      try session("{\"do\":\"invalidate\"}", layout: path, home: home)
    }
    for (index, output) in outputs.enumerated() {
      #expect(output.contains("SIGILL"), "\(index): \(output)")
      #expect(output.contains("quarantined") == (index >= 2), "\(index): \(output)")
    }
    #expect(outputs[0].contains("it is started again by itself"))
    #expect(outputs[3].contains("layouthost quarantine lift"))
    let lifted = try layouthost(["quarantine", "lift", path, "--json"], home: home)
    #expect(lifted.status == 0)
    let entries = try JSONValue(parsing: lifted.output).object?["lifted"]?.array
    #expect(entries?.first?.object?["sha256"] == .string(PluginFile(judging: path).hash))
    let after = try session("{\"do\":\"invalidate\"}", layout: path, home: home)
    #expect(!after.contains("quarantined"), "its strikes are forgotten with it")
  }

  @Test("a plugin keeps its strikes when it is swapped out and in again")
  func swaps() throws {
    let home = try TemporaryDirectory()
    let path = try trapping()
    let round =
      "{\"do\":\"swap\",\"layout\":\"\(path)\",\"catch\":true},{\"do\":\"invalidate\",\"catch\":true},"
      + "{\"do\":\"swap\",\"layout\":\"flow\",\"catch\":true}"
    let output = try session(
      Array(repeating: round, count: 5).joined(separator: ","), layout: "flow", home: home)
    #expect(output.split(separator: "SIGILL").count > 3, "\(output)")
    let listed = try layouthost(["quarantine", "list"], home: home).output
    #expect(listed.contains(PluginFile(judging: path).hash), "\(output)")
    #expect(output.contains("layouthost quarantine lift"), "\(output)")
  }
}
