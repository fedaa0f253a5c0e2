// SPDX-License-Identifier: Apache-2.0
//
// The step of a section that scrolls across.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Tells where a section stands along its track; with an offset, brings it there first.
struct CrossScrollStep: ScenarioStep {
  static let name = "crossScroll"
  let section: Int
  let offset: Double?
  let isAnimated: Bool

  init(from reader: inout ObjectReader) throws(LayoutError) {
    section = try reader.require("section", Read.count)
    offset = try reader.take("to", Read.number)
    isAnimated = try reader.take("animated", Read.bool) ?? false
  }

  /// The keys of a step that goes to an offset.
  static func keys(_ offset: Double, ofSection section: Int) -> JSONObject {
    ["section": .integer(Int64(section)), "to": .number(offset)]
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    if let offset {
      try session.view.setCrossOffset(offset, ofSection: section, animated: isAnimated)
    }
    return ["crossOffset": .number(session.view.crossOffset(ofSection: section))]
  }
}
