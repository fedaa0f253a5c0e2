// SPDX-License-Identifier: Apache-2.0
//
// Steps that change the data, the room or the layout itself.

import LayoutHost
import LayoutLoading
import LayoutModel

/// Reads all data anew.
struct ReloadStep: ScenarioStep {
  static let name = "reload"

  init(from reader: inout ObjectReader) throws(LayoutError) {}

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.view.reloadData()
    return session.offsetResult
  }
}

/// Gives the view another room.
struct ResizeStep: ScenarioStep {
  static let name = "resize"
  let container: Size
  let animation: UpdateAnimation

  init(from reader: inout ObjectReader) throws(LayoutError) {
    container = try reader.require("container", Read.size)
    animation = try UpdateAnimation(from: &reader, isAnimated: false)
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.resize(to: container, animation)
    return session.offsetResult
  }
}

/// Tells the calls since the last time.
struct TraceStep: ScenarioStep {
  static let name = "trace"

  init(from reader: inout ObjectReader) throws(LayoutError) {}

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    JSONObject([.init("calls", .array(session.trace.take().map(JSONValue.string)))])
  }
}
