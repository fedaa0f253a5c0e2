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

  init(from reader: inout ObjectReader) throws(LayoutError) {
    container = try reader.require("container", Read.size)
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.resize(to: container)
    return session.offsetResult
  }
}

/// Puts another layout on the live view.
struct SwapStep: ScenarioStep {
  static let name = "swap"
  let layout: String
  /// Set before it is shown, so that it never shows without them.
  let properties: JSONObject

  init(from reader: inout ObjectReader) throws(LayoutError) {
    layout = try reader.require("layout", Read.string)
    properties = try reader.take("properties", AnswerReading.object) ?? JSONObject()
    if try reader.take("animated", Read.bool) == true {
      throw LayoutError(
        "not-yet",
        "step 'swap': 'animated' is not available yet: the collection view has no "
          + "transitions; leave it out or give false")
    }
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    let anchor = try session.swap(to: layout, properties: properties)
    var result = session.offsetResult
    result["anchor"] =
      anchor.map {
        .object(
          JSONObject([
            .init("path", $0.path.json),
            .init("offset", Point(x: $0.offset.dx, y: $0.offset.dy).json),
          ]))
      } ?? .null
    return result
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
