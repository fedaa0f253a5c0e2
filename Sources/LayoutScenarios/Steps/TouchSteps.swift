// SPDX-License-Identifier: Apache-2.0
//
// Steps of a finger that rests, of the selection, and of an item's menu.

import LayoutHost
import LayoutLoading
import LayoutModel

/// One phase of a touch.
struct TouchStep: ScenarioStep {
  static let name = "touch"
  let phase: TouchPhase
  let path: ItemPath?
  let place: Point?

  init(from reader: inout ObjectReader) throws(LayoutError) {
    let phases = TouchPhase.allCases.map(\.rawValue)
    phase = TouchPhase(rawValue: try reader.require("phase", Read.word(of: phases))) ?? .began
    path = try reader.take("path", Read.path)
    place = try reader.take("at", Read.point)
    guard (path == nil) != (place == nil) else {
      throw LayoutError(
        path == nil ? "missing-key" : "bad-value",
        "\(reader.place): a touch is on an item, 'path', or at a place in the viewport, 'at'")
    }
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    _ = session.takeTouchCalls()
    var touched = path
    if let path {
      try session.view.touch(phase, itemAt: path)
    } else if let place {
      touched = try session.view.touch(phase, at: place)
    }
    let calls = session.takeTouchCalls()
    try session.runFrame()
    return JSONObject([
      .init("path", touched?.json ?? .null),
      .init("delegate", .array(calls.map(JSONValue.string))),
    ])
  }
}

/// Selects items, as the app does.
struct SelectStep: ScenarioStep {
  static let name = "select"
  let paths: [ItemPath]

  init(from reader: inout ObjectReader) throws(LayoutError) {
    paths = try reader.require("paths", Read.each(Read.path))
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.checkItems(paths)
    for path in paths { try session.view.selectItem(at: path) }
    return try session.selectedResult()
  }
}

/// Deselects items, as the app does.
struct DeselectStep: ScenarioStep {
  static let name = "deselect"
  let paths: [ItemPath]

  init(from reader: inout ObjectReader) throws(LayoutError) {
    paths = try reader.require("paths", Read.each(Read.path))
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.checkItems(paths)
    for path in paths { try session.view.deselectItem(at: path) }
    return try session.selectedResult()
  }
}

/// Opens an item's menu, and performs an action of it.
struct MenuStep: ScenarioStep {
  static let name = "menu"
  let path: ItemPath
  let action: String?

  init(from reader: inout ObjectReader) throws(LayoutError) {
    path = try reader.require("path", Read.path)
    action = try reader.take("action", Read.word(of: ["cut", "copy", "paste"]))
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    let menu = try session.view.openMenu(forItemAt: path)
    // A delegate that refuses an action is no mistake of the scenario: nothing is performed then.
    let chosen = action.map { MenuAction($0) }.flatMap { action in
      menu?.actions.contains(action) == true ? action : nil
    }
    if let chosen { try session.view.performMenuAction(chosen) }
    session.view.closeMenu()
    _ = session.takeTouchCalls()
    try session.runFrame()
    return JSONObject([
      .init("actions", .array((menu?.actions ?? []).map { .string($0.name) })),
      .init("performed", chosen.map { .string($0.name) } ?? .null),
    ])
  }
}

extension ScenarioSession {
  /// Refuses the whole list for one path that is wrong, so that a step is done or not done.
  fileprivate func checkItems(_ paths: [ItemPath]) throws(LayoutError) {
    for path in paths where !view.hasItem(at: path) {
      throw LayoutError("unknown-path", "there is no item \(path)")
    }
  }

  fileprivate func selectedResult() throws(LayoutError) -> JSONObject {
    try runFrame()
    return JSONObject([
      .init("selected", .array(view.indexPathsForSelectedItems.map(\.json)))
    ])
  }
}
