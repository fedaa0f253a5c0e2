// SPDX-License-Identifier: Apache-2.0
//
// What a session was made by hand, for another one over the same source.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

/// The data, the settings and the place of a session, as steps for another one.
struct Carried {
  let steps: [JSONValue]

  /// Steps that make the data and the settings what they are.
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
