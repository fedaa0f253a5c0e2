// SPDX-License-Identifier: Apache-2.0
//
// Steps of a touch, of the selection, and of an item's menu.

import LayoutHost
import LayoutJSON
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
  /// The position to scroll each one to; nil does not scroll.
  let position: ScrollPosition?
  let isAnimated: Bool

  init(from reader: inout ObjectReader) throws(LayoutError) {
    paths = try reader.require("paths", Read.each(Read.path))
    position = try reader.take("position", ScrollToItemStep.position)
    isAnimated = try reader.take("animated", Read.bool) ?? false
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.checkItems(paths)
    for path in paths {
      try session.view.selectItem(at: path, animated: isAnimated, scrollPosition: position)
    }
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

/// Selects every item, as the app does.
struct SelectAllStep: ScenarioStep {
  static let name = "selectAll"

  init(from reader: inout ObjectReader) throws(LayoutError) {}

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.view.selectAllItems()
    return try session.selectedResult()
  }
}

/// Deselects every item, as the app does.
struct DeselectAllStep: ScenarioStep {
  static let name = "deselectAll"

  init(from reader: inout ObjectReader) throws(LayoutError) {}

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.view.deselectAllItems()
    return try session.selectedResult()
  }
}

extension ScenarioSession {
  /// Refuses the whole list for one wrong path, so that a step is done completely or not at all.
  fileprivate func checkItems(_ paths: [ItemPath]) throws(LayoutError) {
    // The view refuses a single path, after it showed a due frame.
    for path in paths where paths.count > 1 && !view.hasItem(at: path) {
      throw LayoutError(.unknownPath, "there is no item \(path)")
    }
  }

  fileprivate func selectedResult() throws(LayoutError) -> JSONObject {
    try runFrame()
    return JSONObject([
      .init("selected", .array(view.indexPathsForSelectedItems.map(\.json)))
    ])
  }
}

// MARK: - Menus

/// Opens an item's menu, and performs an action of it; with a phase, only one of the two, or
/// neither.
struct MenuStep: ScenarioStep {
  static let name = "menu"
  /// A phase of a menu.
  private enum Phase: String, CaseIterable {
    case opened, performed, closed
  }

  private let phase: Phase?
  private let path: ItemPath?
  private let action: MenuAction?

  init(from reader: inout ObjectReader) throws(LayoutError) {
    let phases = Read.word(of: Phase.allCases.map(\.rawValue))
    phase = try reader.take("phase", phases).flatMap(Phase.init)
    path = try reader.take("path", Read.path)
    action = try reader.take("action", Read.string).map { MenuAction($0) }
    let isWhole = phase == nil || phase == .opened
    guard isWhole == (path != nil), phase != .performed || action != nil else {
      let key = phase == .performed ? "action" : "path"
      throw LayoutError(.missingKey, "\(reader.place): '\(key)' is missing, or is not meant")
    }
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    let view = session.view
    switch (phase, path) {
    case (nil, let path?): return try runWhole(path, in: session)
    case (.opened, let path?): _ = try view.openMenu(forItemAt: path)
    case (.performed, _): if let action { try view.performMenuAction(action) }
    default: view.closeMenu()
    }
    _ = session.takeTouchCalls()
    try session.runFrame()
    return result(view.editMenu, performed: phase == .performed ? action : nil)
  }

  private func runWhole(
    _ path: ItemPath, in session: ScenarioSession
  ) throws(LayoutError) -> JSONObject {
    let view = session.view
    let known = [.cut, .copy, .paste] + view.customMenuActions
    if let action, !known.contains(action) {
      let names = known.map(\.name).joined(separator: ", ")
      throw LayoutError(.badValue, "menu: expected an action of \(names), found \(action)")
    }
    let menu = try view.openMenu(forItemAt: path)
    // A delegate that refuses an action is not an error of the scenario: no action runs then.
    let chosen = action.flatMap { menu?.actions.contains($0) == true ? $0 : nil }
    if let chosen { try view.performMenuAction(chosen) }
    view.closeMenu()
    _ = session.takeTouchCalls()
    try session.runFrame()
    return result(menu, performed: chosen)
  }

  private func result(_ menu: EditMenu?, performed: MenuAction?) -> JSONObject {
    JSONObject([
      .init("actions", .array((menu?.actions ?? []).map { .string($0.name) })),
      .init("performed", performed.map { .string($0.name) } ?? .null),
    ])
  }
}
