// SPDX-License-Identifier: Apache-2.0
//
// Another version, or another layout, beside the one on screen: same data, same input.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

/// Something that the session can be compared with.
struct Counterpart: Equatable {
  /// The name by which a session finds it.
  var name: String
  /// For people.
  var title: String
}

/// A second session that hears every step of the first.
final class Comparison {
  let counterpart: Counterpart
  let session: LiveSession
  let history = SessionHistory(budget: 32 << 20)
  /// The message of a step that failed; nil when all ran.
  private(set) var failure: String?
  /// The difference of frame numbers between the two histories.
  private var shift = 0

  /// Steps that make the data and the settings what they are.
  private static let lasting: Set<String> = [
    "batch", "data", "apply", "configure", "resize", "select", "deselect",
  ]

  /// Makes a session with the data and settings of `first`, at the same place.
  ///
  /// - Throws: What the counterpart gave.
  init(
    _ counterpart: Counterpart, beside first: LiveSession, number: Int, in project: StudioProject
  ) throws {
    self.counterpart = counterpart
    var scenario = first.recording
    let steps = scenario["steps"]?.array ?? []
    scenario["steps"] = nil
    scenario["layout"] = .string(counterpart.name)
    scenario["properties"] = nil
    session = try project.open(scenario)
    for step in steps where Self.lasting.contains(step.object?["do"]?.string ?? "") {
      perform(step)
    }
    let properties = (try? first.layout.changedProperties()) ?? JSONObject()
    let known = Set(session.layout.descriptor.properties.map(\.name))
    for member in properties.members where known.contains(member.key) {
      perform(["do": "set", "property": .string(member.key), "value": member.value])
    }
    let offset = first.view.contentOffset
    perform(["do": "scroll", "to": [.number(offset.x), .number(offset.y)]])
    perform(["do": "advance", "to": .number(first.clock), "frames": 1])
    failure = nil
    record(as: number)
  }

  /// Runs the steps of a frame of the first session.
  func run(_ steps: [JSONValue], as number: Int) {
    failure = nil
    for step in steps { perform(step) }
    record(as: number)
  }

  /// The frame that belongs to one of the first session, as far as it is kept.
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
