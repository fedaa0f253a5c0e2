// SPDX-License-Identifier: Apache-2.0
//
// A second session with another version or another layout: same data, same input.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

/// A layout to compare the session with.
struct Counterpart: Equatable {
  /// The name by which a session finds it.
  var name: String
  /// The name shown to the user.
  var title: String
}

/// A second session that runs every step of the first.
final class Comparison {
  let counterpart: Counterpart
  let session: LiveSession
  let history = SessionHistory(budget: 32 << 20)
  /// The error of a failed step; nil when all ran.
  private(set) var failure: String?
  /// The difference of frame numbers between the two histories.
  private var shift = 0

  /// Makes a session with the data and settings of `first`, at the same place.
  ///
  /// - Throws: The error of the counterpart.
  init(
    _ counterpart: Counterpart, beside first: LiveSession, number: Int, in project: StudioProject
  ) throws {
    self.counterpart = counterpart
    session = try Self.open(counterpart, beside: first, in: project)
    session.keepsCalls = false
    for step in Carried(from: first, with: session).steps { perform(step) }
    perform(["do": "advance", "to": .number(first.clock), "frames": 1])
    failure = nil
    record(as: number)
  }

  /// Opens a session of the counterpart over the same data.
  private static func open(
    _ counterpart: Counterpart, beside first: LiveSession, in project: StudioProject
  ) throws -> LiveSession {
    var scenario = first.recording
    (scenario["steps"], scenario["properties"]) = (nil, nil)
    let own = scenario
    scenario["layout"] = .string(counterpart.name)
    do {
      return try project.open(scenario)
    } catch let error as LayoutError where error.code == .unknownQuery {
      // The counterpart may ask other queries than the data answer. As after a switch of layouts,
      // known queries are answered, and its properties decide the rest.
      let session = try project.open(own)
      let (result, _) = session.perform(["do": "swap", "layout": .string(counterpart.name)])
      if result["error"] != nil { throw error }
      return session
    }
  }

  /// Runs the steps of a frame of the first session.
  func run(_ steps: [JSONValue], as number: Int) {
    failure = nil
    for step in steps { perform(step) }
    record(as: number)
  }

  /// Returns the frame that belongs to one of the first session, if it is still kept.
  func number(for number: Int) -> Int {
    let numbers = history.numbers
    return min(max(number - shift, numbers.lowerBound), numbers.upperBound - 1)
  }

  private func record(as number: Int) {
    shift = number - history.record(session.view, FrameFigures(time: session.clock))
  }

  private func perform(_ step: JSONValue) {
    let error = session.perform(step).result["error"]?.object
    failure = failure ?? error?["message"]?.string
  }
}

// MARK: - Carried over
//
// The manual changes of a session, for another one over the same source.

/// The data, the settings and the offset of a session, as steps for another one.
struct Carried {
  let steps: [JSONValue]

  /// The kinds of steps that make the data and the settings.
  private static let lasting: Set<String> = [
    "batch", "data", "apply", "configure", "resize", "select", "deselect",
  ]

  init(from first: LiveSession, with other: LiveSession) {
    var steps = (first.recording["steps"]?.array ?? []).filter {
      Self.lasting.contains($0.object?["do"]?.string ?? "")
    }
    let properties = (try? first.layout.changedProperties()) ?? JSONObject()
    let known = Set(other.layout.descriptor.properties.map(\.name))
    for member in properties.members where known.contains(member.key) {
      steps.append(
        ["do": "set", "property": .string(member.key), "value": member.value, "catch": true])
    }
    let offset = first.view.contentOffset
    steps.append(["do": "scroll", "to": [.number(offset.x), .number(offset.y)], "catch": true])
    self.steps = steps
  }
}
