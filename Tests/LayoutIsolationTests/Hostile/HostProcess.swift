// SPDX-License-Identifier: Apache-2.0
//
// A host that is observed from outside: the cost of plugins for it, by the kernel's counts.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

/// A `layouthost session` over 500 items in 1000 × 800 points.
final class HostProcess {
  /// The cost of a piece of work for the host.
  struct Cost {
    /// The processor time of the frame thread in the longest step, seconds.
    var seconds = 0.0
    /// The largest growth, bytes.
    var growth = 0
    /// The growth that was left after the layout was gone, bytes.
    var kept = 0
  }

  private let scratch: TemporaryDirectory
  private let running: Running

  /// - Parameters:
  ///   - command: The program; nil for the one that was built with the tests.
  ///   - isTrusting: True if untrusted plugins run in the host itself.
  init(isTrusting: Bool = false, command: String? = nil) throws {
    scratch = try TemporaryDirectory()
    let scenario = """
      {"layout":"flow","tier":"auto","container":[1000,800],"sections":[{"count":300,\
      "size":[60,40],"preferred":[70,50]},{"count":200,"size":[50,50]}]}
      """
    let file = try scratch.write(Array(scenario.utf8), to: "hostile.scenario")
    running = try Running(
      ["session", file] + (isTrusting ? ["--trust-once"] : []), home: scratch.path,
      takesInput: true, command: command)
    for offset in [40, 400, 40] { _ = try step(Self.scroll(offset)) }
  }

  static func scroll(_ offset: Int) -> String { #"{"do":"scroll","to":[0,\#(offset)]}"# }

  static func swap(_ layout: String) -> String { #"{"do":"swap","layout":"\#(layout)"}"# }

  /// The outcome of a step.
  struct Done {
    /// The line that the step printed.
    let line: JSONObject
    /// The errors of swaps that ended before it: they have lines of their own.
    let endings: [JSONObject]
    /// The processor time of the frame thread.
    let seconds: Double

    var error: JSONObject? { line["error"]?.object }
  }

  /// Runs a step.
  func step(_ step: String) throws -> Done {
    let start = try running.mainThreadTime()
    try running.write(step)
    var endings: [JSONObject] = []
    while true {
      let text = try #require(running.nextLine(), "the host ended in \(step)")
      let line = try #require(try JSONValue(parsing: text).object)
      guard line["stage"] != nil else {
        return Done(
          line: line, endings: endings, seconds: try running.mainThreadTime() - start)
      }
      if let error = line["error"]?.object { endings.append(error) }
    }
  }

  /// Shows a plugin's layout, runs steps on it and shows the host's own layout again.
  ///
  /// - Returns: The total cost, and the first error.
  func meet(_ layout: String, _ steps: [String]) throws -> (cost: Cost, error: JSONObject?) {
    _ = try step(Self.swap("flow"))
    _ = try step(Self.scroll(40))
    let before = try running.memory("VmRSS")
    try running.forgetMostMemory()
    var (cost, error): (Cost, JSONObject?) = (Cost(), nil)
    for text in [Self.swap(layout)] + steps {
      let done = try step(text)
      cost.seconds = max(cost.seconds, done.seconds)
      // A late answer comes with a later frame.
      let failures = (done.endings + [done.error].compactMap(\.self)).filter {
        $0["code"]?.string != "worker-late"
      }
      error = error ?? failures.first
    }
    cost.growth = try running.memory("VmHWM") - before
    let resize = #"{"do":"resize","container":[1000,800]}"#
    for text in [Self.swap("flow"), resize, Self.scroll(80), Self.scroll(40)] {
      let done = try step(text)
      cost.seconds = max(cost.seconds, done.seconds)
      error = error ?? done.endings.first
      #expect(done.error == nil, "the session continues: \(done.line)")
    }
    cost.kept = try kept(over: before)
    return (cost, error)
  }

  /// The growth in bytes. A worker needs a moment to end, and the host keeps the shared memory that long.
  private func kept(over before: Int) throws -> Int {
    var kept = try running.memory("VmRSS") - before
    for _ in 0..<500 where kept > HostileCostTests.keptLimit {
      usleep(10_000)
      kept = try running.memory("VmRSS") - before
    }
    return kept
  }

  /// Ends it by closing its input.
  func end() throws {
    try running.closeInput()
    _ = running.exitCode()
  }
}
