// SPDX-License-Identifier: Apache-2.0
//
// Steps of a wheel and of keys, and the way to an item.

import LayoutHost
import LayoutLoading
import LayoutModel

/// Brings an item to a place in the viewport.
struct ScrollToItemStep: ScenarioStep {
  static let name = "scrollToItem"
  static let positions: [(name: String, position: ScrollPosition)] = [
    ("top", .top), ("centeredVertically", .centeredVertically), ("bottom", .bottom),
    ("left", .left), ("centeredHorizontally", .centeredHorizontally), ("right", .right),
    ("nearest", .nearest),
  ]
  let path: ItemPath
  let position: ScrollPosition
  let isAnimated: Bool

  init(from reader: inout ObjectReader) throws(LayoutError) {
    path = try reader.require("path", Read.path)
    let name = try reader.take("position", Read.word(of: Self.positions.map(\.name)))
    position = Self.positions.first { $0.name == name }?.position ?? .nearest
    isAnimated = try reader.take("animated", Read.bool) ?? false
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.view.scrollToItem(at: path, position: position, animated: isAnimated)
    return session.offsetResult
  }
}

/// Turns the wheel.
struct WheelStep: ScenarioStep {
  static let name = "wheel"
  let movement: Vector
  let place: Point?

  init(from reader: inout ObjectReader) throws(LayoutError) {
    movement = try reader.require("by", Read.vector)
    place = try reader.take("at", Read.point)
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.view.scrollWheel(by: movement, at: place)
    return session.offsetResult
  }
}

/// Presses a key.
struct KeyStep: ScenarioStep {
  static let name = "key"
  static let names: [(name: String, modifier: KeyModifiers)] = [
    ("shift", .shift), ("control", .control), ("alt", .alt), ("command", .command),
  ]
  let key: Key
  let modifiers: KeyModifiers

  init(from reader: inout ObjectReader) throws(LayoutError) {
    let name = try reader.require("name", Read.word(of: Key.allCases.map(\.rawValue)))
    key = Key(rawValue: name) ?? .escape
    let held = try reader.take("modifiers", Read.each(Read.word(of: Self.names.map(\.name))))
    modifiers = (held ?? []).reduce(into: []) { modifiers, name in
      modifiers.formUnion(Self.names.first { $0.name == name }?.modifier ?? [])
    }
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.view.press(key, modifiers: modifiers)
    try session.runFrame()
    return session.offsetResult
  }
}
