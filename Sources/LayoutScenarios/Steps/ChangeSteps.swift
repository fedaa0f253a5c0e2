// SPDX-License-Identifier: Apache-2.0
//
// Steps that change the data, the room or the layout itself.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Puts other data in the place of all, of which the view hears nothing before it is told to reload.
struct DataStep: ScenarioStep {
  static let name = "data"
  let contents: [SectionContent]
  /// Those of the new items that are items selected before.
  let selected: [ItemPath]

  init(from reader: inout ObjectReader) throws(LayoutError) {
    contents = try reader.require("sections") { (value, place) throws(LayoutError) in
      try ScenarioData.contents(value, place)
    }
    selected = try reader.take("selected", Read.each(Read.path)) ?? []
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    session.source.replace(contents, selected: selected)
    return session.offsetResult
  }
}

/// Reads all data anew.
struct ReloadStep: ScenarioStep {
  static let name = "reload"

  init(from reader: inout ObjectReader) throws(LayoutError) {}

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.view.reloadData()
    return session.offsetResult
  }
}

/// Fills the cells of items anew in place.
struct ReconfigureStep: ScenarioStep {
  static let name = "reconfigure"
  let paths: [ItemPath]

  init(from reader: inout ObjectReader) throws(LayoutError) {
    paths = try reader.require("paths", Read.each(Read.path))
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.view.reconfigureItems(at: paths)
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

/// Makes a new instance of the layout, after a breach or a crash.
struct RestartStep: ScenarioStep {
  static let name = "restart"

  init(from reader: inout ObjectReader) throws(LayoutError) {}

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.layout.restart()
    try session.runFrame()
    return session.offsetResult
  }
}

/// Says anew which queries of the layout are answered.
struct BindStep: ScenarioStep {
  static let name = "bind"
  let queries: [String]

  init(from reader: inout ObjectReader) throws(LayoutError) {
    queries = try reader.require("queries", Read.each(Read.string))
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.rebind(queries)
    try session.runFrame()
    return session.offsetResult
  }
}
