// SPDX-License-Identifier: Apache-2.0
//
// What people do with wheel, keys and fingers, written down.

import LayoutHost
import LayoutLoading
import LayoutModel

extension ScenarioRecorder {
  /// As the view's own.
  public func scrollToItem(
    at path: ItemPath, position: ScrollPosition = .nearest, animated: Bool = false
  ) throws(LayoutError) {
    let name = ScrollToItemStep.positions.first { $0.position == position }?.name
    let keys: JSONObject = [
      "path": path.json, "position": .string(name ?? "nearest"), "animated": .bool(animated),
    ]
    try record("scrollToItem", keys) { () throws(LayoutError) in
      try view.scrollToItem(at: path, position: position, animated: animated)
    }
  }

  /// As the view's own.
  public func setCrossOffset(
    _ offset: Double, ofSection section: Int, animated: Bool = false
  ) throws(LayoutError) {
    var keys = CrossScrollStep.keys(offset, ofSection: section)
    if animated { keys["animated"] = true }
    try record("crossScroll", keys) { () throws(LayoutError) in
      try view.setCrossOffset(offset, ofSection: section, animated: animated)
    }
  }

  /// As the view's own.
  public func scrollWheel(by movement: Vector, at place: Point? = nil) throws(LayoutError) {
    var keys: JSONObject = ["by": movement.json]
    keys["at"] = place?.json
    try record("wheel", keys) { () throws(LayoutError) in
      try view.scrollWheel(by: movement, at: place)
    }
  }

  /// As the view's own, and shows it. What the app's delegate answers is not written down.
  public func press(_ key: Key, modifiers: KeyModifiers = []) throws(LayoutError) {
    let held = KeyStep.names.filter { modifiers.contains($0.modifier) }
    let keys: JSONObject = [
      "name": .string(key.rawValue), "modifiers": .array(held.map { .string($0.name) }),
    ]
    try record("key", keys) { () throws(LayoutError) in
      try view.press(key, modifiers: modifiers)
      try view.advance(to: view.clock)
    }
  }

  /// As the view's own, and shows it. What the app's delegate answers is not written down.
  @discardableResult
  public func touch(_ phase: TouchPhase, at place: Point) throws(LayoutError) -> ItemPath? {
    let keys: JSONObject = ["phase": .string(phase.rawValue), "at": place.json]
    return try record("touch", keys) { () throws(LayoutError) in
      let path = try view.touch(phase, at: place)
      try view.advance(to: view.clock)
      return path
    }
  }

  /// Selects an item and shows it.
  public func selectItem(at path: ItemPath) throws(LayoutError) {
    try record("select", ["paths": [path.json]]) { () throws(LayoutError) in
      try view.selectItem(at: path)
      try view.advance(to: view.clock)
    }
  }

  /// Deselects an item and shows it.
  public func deselectItem(at path: ItemPath) throws(LayoutError) {
    try record("deselect", ["paths": [path.json]]) { () throws(LayoutError) in
      try view.deselectItem(at: path)
      try view.advance(to: view.clock)
    }
  }
}
