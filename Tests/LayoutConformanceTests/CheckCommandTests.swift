// SPDX-License-Identifier: Apache-2.0
//
// The output of `layouthost check`, and its exit code.

import LayoutConformance
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

@Suite("layouthost check")
struct CheckCommandTests {
  @Test("a bundled plugin passes, and the last line says so", arguments: bundledPluginNames)
  func bundled(_ name: String) throws {
    let run = try check([try bundledPlugin(name), "--timeout", "60"])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.split(separator: "\n").last?.hasPrefix("pass: ") == true)
    #expect(!run.output.contains("BROKEN"))
  }

  @Test("a file that is no plugin breaks one rule, the others are not listed, the exit code is 1")
  func noPlugin() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Array("no library".utf8), to: "text.so")
    let run = try check([path])
    #expect(run.status == 1)
    #expect(run.output.contains("BROKEN"))
    #expect(!run.output.contains("not checked while"), "\(run.output)")
    #expect(run.output.split(separator: "\n").last?.hasPrefix("FAIL: ") == true)
    let json = try check([path, "--json"])
    #expect(json.output.contains("not checked while file-judged is broken"))
  }

  @Test("a crash in a plugin breaks a rule and does not end the check")
  func crash() throws {
    let run = try check([try FakeLayout.path(flags: ["-DIN_PREPARE=abort()"]), "--json"])
    #expect(run.status == 1)
    let lines = try run.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    let broken = lines.filter { $0.object?["outcome"]?.string == "BROKEN" }
    #expect(broken.first?.object?["rule"]?.string == "frame-runs")
    #expect(broken.first?.object?["reason"]?.string?.contains("Aborted") == true)
    #expect(lines.last?.object?["verdict"]?.string == "fail")
  }

  @Test("a hang in a plugin breaks a rule and does not end the check")
  func hang() throws {
    let path = try FakeLayout.path(flags: ["-DIN_PREPARE=for (volatile int on = 1; on;) continue"])
    let run = try check([path, "--only", "frame-runs", "--timeout", "1"])
    #expect(run.status == 1)
    // Either clock may end it: a busy machine may be late on the wall clock.
    #expect(run.output.contains("it was not done after "))
  }

  @Test("a layout that sleeps is not reported as computing", .waits)
  func sleeps() throws {
    let path = try FakeLayout.path(flags: ["-DIN_PREPARE=pause()", "-include", "unistd.h"])
    let run = try check([path, "--only", "frame-runs", "--timeout", "1"])
    #expect(run.status == 1)
    #expect(run.output.contains("it was not done after 6 s on the wall"), "\(run.output)")
  }

  @Test("the end of a process for another reason is not reported as a timeout")
  func killed() throws {
    let path = try FakeLayout.path(flags: ["-DIN_PREPARE=raise(SIGKILL)", "-include", "signal.h"])
    let run = try check([path, "--only", "frame-runs"])
    #expect(run.status == 1)
    #expect(run.output.contains("it crashed: Killed"), "\(run.output)")
  }

  @Test("a layout that ignores the signal of its time limit is killed at the limit")
  func deaf() throws {
    let path = try FakeLayout.path(flags: [
      "-DIN_PREPARE={ signal(SIGXCPU, SIG_IGN); for (volatile int on = 1; on;) continue; }",
      "-include", "signal.h",
    ])
    let run = try check([path, "--only", "frame-runs", "--timeout", "1"])
    #expect(run.output.contains("it was not done after "), "\(run.output)")
  }

  @Test("--timeout takes whole seconds")
  func timeout() throws {
    let run = try check([try bundledPlugin("FlowPlugin"), "--timeout", "1.9"])
    #expect(run.status == 2)
    #expect(run.errors.contains("'1.9' is not a whole number from 1 to 3600"), "\(run.errors)")
  }

  @Test("with several rules at once, results come in the rule book's order, with their times")
  func order() throws {
    let run = try check([try bundledPlugin("MosaicPlugin"), "--json"])
    let lines = try run.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    let results = lines.dropLast().compactMap(\.object)
    #expect(results.map { $0["rule"]?.string } == RuleBook.all.map(\.id))
    // Each rule ran in a process, so its time is not 0.
    #expect(results.allSatisfy { $0["milliseconds"]?.double ?? 0 > 0 })
  }

  @Test("--only checks one rule and those that it needs, and an unknown rule is a usage error")
  func only() throws {
    let plugin = try bundledPlugin("FlowPlugin")
    let run = try check([plugin, "--only", "load-threads"])
    #expect(run.status == 0)
    #expect(run.output.contains("load-threads"))
    #expect(!run.output.contains("load-signals"))
    let wrong = try check([plugin, "--only", "no-such-rule"])
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("'no-such-rule'"))
  }

  @Test("--rules lists every rule with its sentence")
  func rules() throws {
    let run = try check(["--rules"])
    #expect(run.status == 0)
    for rule in RuleBook.all { #expect(run.output.contains(rule.sentence), "\(rule.id)") }
    #expect(run.output.split(separator: "\n").last == "\(RuleBook.all.count) rules")
  }

  @Test("without a plugin the command line is a usage error")
  func nothing() throws {
    let run = try check([])
    #expect(run.status == 2)
    #expect(run.errors.contains("PLUGIN is missing"))
  }
}
