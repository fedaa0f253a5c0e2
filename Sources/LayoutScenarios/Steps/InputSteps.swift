// SPDX-License-Identifier: Apache-2.0
//
// Steps of a wheel and of keys, and scrolling to an item.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Scrolls an item to a place in the viewport.
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

// MARK: - Items moved by hand

/// Starts to move an item, moves it through places of the viewport, and drops it or cancels; with a
/// phase, only one of these, so that time passes and other steps run during the movement.
struct MoveStep: ScenarioStep {
  static let name = "move"
  /// A part of the movement.
  private enum Phase: String, CaseIterable {
    case began, moved, ended, cancelled
  }

  private let phase: Phase?
  private let path: ItemPath?
  private let place: Point?
  private let places: [Point]
  private let isDropped: Bool

  init(from reader: inout ObjectReader) throws(LayoutError) {
    let phases = Read.word(of: Phase.allCases.map(\.rawValue))
    phase = try reader.take("phase", phases).flatMap(Phase.init)
    let needsPath = phase == nil || phase == .began
    path =
      needsPath
      ? try reader.require("from", Read.path) : try reader.take("from", Read.path)
    place = try reader.take("at", Read.point)
    places = try reader.take("through", Read.each(Read.point)) ?? []
    isDropped = try reader.take("drop", Read.bool) ?? true
    guard phase != .moved || place != nil else {
      throw LayoutError(.missingKey, "\(reader.place): 'at' is missing")
    }
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try move(session.view)
    try session.runFrame()
    return JSONObject([.init("order", session.source.order)])
  }

  private func move(_ view: CollectionView) throws(LayoutError) {
    switch phase {
    case .moved: if let place { try view.updateInteractiveMovement(to: place) }
    case .ended: try view.endInteractiveMovement()
    case .cancelled: try view.cancelInteractiveMovement()
    case .began:
      if let path { _ = try view.beginInteractiveMovement(at: path, pointer: place) }
    case nil:
      // An item that may not be moved stays; that is an answer, not an error of the scenario.
      guard let path, try view.beginInteractiveMovement(at: path, pointer: place) else { return }
      do { try lead(view) } catch {
        try view.cancelInteractiveMovement()
        throw error
      }
    }
  }

  private func lead(_ view: CollectionView) throws(LayoutError) {
    for place in places { try view.updateInteractiveMovement(to: place) }
    if isDropped { try view.endInteractiveMovement() } else { try view.cancelInteractiveMovement() }
  }
}

extension ScenarioSource {
  /// The identities of all items, one list per section.
  fileprivate var order: JSONValue {
    .array(
      data.sections.map { section in
        .array((0..<section.runs.count).map { .string(data.id(of: section.runs[$0])) })
      })
  }
}
