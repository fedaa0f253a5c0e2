// SPDX-License-Identifier: Apache-2.0
//
// The step of an item's menu.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Opens an item's menu, and performs an action of it; with a phase, one of the two, or neither.
struct MenuStep: ScenarioStep {
  static let name = "menu"
  /// A part of what happens to a menu.
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
    // A delegate that refuses an action is no mistake of the scenario: nothing is performed then.
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
