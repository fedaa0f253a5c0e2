// SPDX-License-Identifier: Apache-2.0
//
// A host that is looked at from outside: what plugins cost it, as the kernel counts.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

/// `layouthost session` over 500 items in 1000 × 800 points.
final class HostProcess {
  /// The cost of a piece of work to the host.
  struct Cost {
    /// Processor time of the thread of the frames in the longest step, seconds.
    var seconds = 0.0
    /// The most by which it grew, bytes.
    var growth = 0
    /// By how much it was larger after the layout was gone, bytes.
    var kept = 0
  }

  private let scratch: TemporaryDirectory
  private let running: Running

  /// - Parameters:
  ///   - command: The program; nil for the one that was built with the tests.
  ///   - isTrusting: Whether strangers run in the host itself.
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

  /// Runs a step.
  ///
  /// - Returns: Its line, and the processor time of the thread of the frames, seconds.
  func step(_ step: String) throws -> (line: JSONObject, seconds: Double) {
    let start = try running.mainThreadTime()
    try running.write(step)
    let line = try #require(running.nextLine(), "the host has ended in \(step)")
    return (
      try #require(try JSONValue(parsing: line).object), try running.mainThreadTime() - start
    )
  }

  /// Shows a plugin's layout, runs steps on it and shows the host's own layout again.
  ///
  /// - Returns: What all that cost, and the first error.
  func meet(_ layout: String, _ steps: [String]) throws -> (cost: Cost, error: JSONObject?) {
    _ = try step(Self.swap("flow"))
    _ = try step(Self.scroll(40))
    let before = try running.memory("VmRSS")
    try running.forgetMostMemory()
    var (cost, error): (Cost, JSONObject?) = (Cost(), nil)
    for text in [Self.swap(layout)] + steps {
      let done = try step(text)
      cost.seconds = max(cost.seconds, done.seconds)
      let failure = done.line["error"]?.object
      // Its answer comes with a later frame.
      if failure?["code"]?.string != "worker-late" { error = error ?? failure }
    }
    cost.growth = try running.memory("VmHWM") - before
    let resize = #"{"do":"resize","container":[1000,800]}"#
    for text in [Self.swap("flow"), resize, Self.scroll(80), Self.scroll(40)] {
      let done = try step(text)
      cost.seconds = max(cost.seconds, done.seconds)
      #expect(done.line["error"] == nil, "the session goes on: \(done.line)")
    }
    cost.kept = try kept(over: before)
    return (cost, error)
  }

  /// By how much it is larger, bytes. A worker has a moment for its end, and its host the memory that they share
  /// for as long.
  private func kept(over before: Int) throws -> Int {
    var kept = try running.memory("VmRSS") - before
    for _ in 0..<500 where kept > HostileCostTests.keptLimit {
      usleep(10_000)
      kept = try running.memory("VmRSS") - before
    }
    return kept
  }

  /// Ends it by the end of its input.
  func end() throws {
    try running.closeInput()
    _ = running.exitCode()
  }
}
