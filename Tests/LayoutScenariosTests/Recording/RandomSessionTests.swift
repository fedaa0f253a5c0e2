// SPDX-License-Identifier: Apache-2.0
//
// Checks that any session of an app is replayed by its recording, frame by frame and bit for bit.

import Foundation
import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutScenarios

@Suite("random sessions")
struct RandomSessionTests {
  private static var maker: LayoutMaker {
    LayoutMaker(
      library: library, hasDeadlines: false)
  }

  private static let library = PluginLibrary(SearchPath.standard())

  private static let seeds = Soak.seeds(short: 200, long: 10_000)

  @Test("a random app is replayed from its recording, and the recording of that is the same")
  func replay() throws {
    var failures = 0
    for seed in Self.seeds where failures < 5 {
      Soak.playing(seed: seed)
      let session = try RandomSession(seed: UInt64(seed), maker: Self.maker)
      session.play(24)
      let text = JSONValue.object(session.recorder.recording).serialised()
      if Self.seeds.count == 1 { print(text) }
      if let difference = try Self.difference(session, text, tier: nil) {
        Issue.record("seed \(seed): \(difference)")
        failures += 1
      }
    }
  }

  @Test("the same in a sandboxed worker")
  func sandboxed() throws {
    // An app whose answers depend on the width breaks a rule on which workers rely: answers change only with the
    // data.
    for seed in UInt64(0)..<16 where seed % 4 != 1 {
      let session = try RandomSession(seed: seed, maker: Self.maker)
      session.play(24)
      let text = JSONValue.object(session.recorder.recording).serialised()
      let difference = try Self.difference(session, text, tier: "sandboxed")
      #expect(difference == nil, "seed \(seed)")
    }
  }

  @Test(
    "a recording without one kind of answers, or of steps, shows something else",
    arguments: [
      "delegate", "answers", "preferred", "bound", "instance", "frame", "do move", "do data",
      "do transition", "do configure", "do invalidate", "do layoutIfNeeded", "do touch",
    ])
  func forgetful(_ what: String) throws {
    let isNoticed = try (UInt64(0)..<60).contains { seed in
      let session = try RandomSession(seed: seed, maker: Self.maker)
      session.play(24)
      let json = Self.without(what, session.recorder.recording)
      return try Self.difference(session, JSONValue.object(json).serialised(), tier: nil) != nil
    }
    #expect(isNoticed, "nothing shows that '\(what)' is missing")
  }

  /// Returns the recording without a key of its steps; with `do` before it, without the steps of this name.
  private static func without(_ what: String, _ recording: JSONObject) -> JSONObject {
    let steps = recording["steps"]?.array?.compactMap(\.object) ?? []
    let left = steps.map { step -> JSONValue in
      if "do \(step["do"]?.string ?? "")" == what { return ["do": "trace"] }
      return .object(JSONObject(step.members.filter { $0.key != what }))
    }
    return recording.with("steps", .array(left))
  }

  /// Runs the text, looks at the same times as the session, and records it again.
  ///
  /// - Returns: The first difference.
  static func difference(
    _ session: RandomSession, _ text: String, tier: JSONValue?
  ) throws -> String? {
    var json = try #require(try JSONValue(parsing: text).object)
    if let tier { json["tier"] = tier }
    let scenario = try Scenario(.object(json))
    var second: ScenarioRecorder?
    let replay = try ScenarioSession(scenario, maker: maker) { view throws(LayoutError) in
      second = try ScenarioRecorder(view, layout: scenario.layout)
    }
    let recorder = try #require(second)
    var next = 0
    for (number, look) in session.looks.enumerated() {
      while next < look.stepCount {
        do { _ = try replay.perform(scenario.steps[next], number: next) } catch {
          return "step \(next) \(scenario.steps[next].serialised()): \(error)"
        }
        next += 1
      }
      let sight = Sight(replay.view)
      guard sight != look.sight else { continue }
      let steps = scenario.steps[max(0, next - 3)..<next].map { $0.serialised() }
      return "action \(number), \(look.action), after \(steps.joined(separator: "\n  ")):\n  "
        + sight.difference(to: look.sight)
    }
    let again = JSONValue.object(recorder.recording).serialised()
    guard again != text, tier == nil else { return nil }
    let place = zip(text.utf8, again.utf8).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
    let around = max(0, place - 200)
    return
      "recorded again, at \(place): \(again.dropFirst(around).prefix(400))\n  instead of\n  "
      + "\(text.dropFirst(around).prefix(400))"
  }
}
