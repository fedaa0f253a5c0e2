// SPDX-License-Identifier: Apache-2.0
//
// The tree that assistive technology reads, and what it was told.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Tells the tree of what is on screen, and the notices since the last time.
struct AccessibilityStep: ScenarioStep {
  static let name = "accessibility"

  init(from reader: inout ObjectReader) throws(LayoutError) {}

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    let notices = session.view.takeAccessibilityNotices()
    return JSONObject([
      .init("tree", .object(session.view.accessibilityTree.json)),
      .init("notices", .array(notices.map { .string($0.rawValue) })),
    ])
  }
}

extension AccessibilityElement {
  /// `value`, `row`, `column`, `selected` and `path` only where there is one to tell.
  fileprivate var json: JSONObject {
    var object = JSONObject([
      .init("role", .string(role.rawValue)),
      .init("label", label.map(JSONValue.string) ?? .null),
      .init("index", index.map { .integer(Int64($0)) } ?? .null),
      .init("count", .integer(Int64(count))),
      .init("frame", frame.json),
      .init("actions", .array(actions.map { .string($0.name) })),
      .init("children", .array(children.map { .object($0.json) })),
    ])
    if let value { object["value"] = .string(value) }
    if let row { object["row"] = .integer(Int64(row)) }
    if let column { object["column"] = .integer(Int64(column)) }
    if isSelected { object["selected"] = .bool(true) }
    if let path { object["path"] = path.json }
    return object
  }
}
