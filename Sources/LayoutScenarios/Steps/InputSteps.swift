// SPDX-License-Identifier: Apache-2.0
//
// Steps of a wheel and of keys, and the way to an item.

import LayoutHost
import LayoutJSON
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
    position = try reader.take("position", Self.position) ?? .nearest
    isAnimated = try reader.take("animated", Read.bool) ?? false
  }

  /// One word, or one for each axis: `["top", "left"]`.
  static func position(
    _ value: JSONValue, _ place: String
  ) throws(LayoutError) -> ScrollPosition {
    let read = Read.word(of: positions.map(\.name))
    var position: ScrollPosition = []
    for value in value.array ?? [value] {
      let name = try read(value, place)
      position.formUnion(positions.first { $0.name == name }?.position ?? [])
    }
    return position
  }

  /// The form that ``position(_:_:)`` reads.
  static func json(_ position: ScrollPosition) -> JSONValue {
    let names = positions.filter { position.contains($0.position) }.map {
      JSONValue.string($0.name)
    }
    return names.count == 1 ? names[0] : .array(names)
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
  let isAnimated: Bool

  init(from reader: inout ObjectReader) throws(LayoutError) {
    let name = try reader.require("name", Read.word(of: Key.allCases.map(\.rawValue)))
    key = Key(rawValue: name) ?? .escape
    isAnimated = try reader.take("animated", Read.bool) ?? false
    let held = try reader.take("modifiers", Read.each(Read.word(of: Self.names.map(\.name))))
    modifiers = (held ?? []).reduce(into: []) { modifiers, name in
      modifiers.formUnion(Self.names.first { $0.name == name }?.modifier ?? [])
    }
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.view.press(key, modifiers: modifiers, animated: isAnimated)
    try session.runFrame()
    return session.offsetResult
  }
}
