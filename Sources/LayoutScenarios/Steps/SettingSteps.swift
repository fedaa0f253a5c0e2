// SPDX-License-Identifier: Apache-2.0
//
// Steps that change settings of the layout or of the host, and actions of the layout.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

/// Sets a property of the layout.
struct SetStep: ScenarioStep {
  static let name = "set"
  let property: String
  let value: JSONValue

  init(from reader: inout ObjectReader) throws(LayoutError) {
    property = try reader.require("property", Read.string)
    value = try reader.require("value", Read.value)
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.set(property, to: value)
    try session.runFrame()
    return JSONObject()
  }
}

/// Changes any of the host's keys.
struct ConfigureStep: ScenarioStep {
  static let name = "configure"
  let settings: HostSettings

  init(from reader: inout ObjectReader) throws(LayoutError) {
    settings = try HostSettings(from: &reader)
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    try session.apply(settings)
    try session.runFrame()
    return JSONObject()
  }
}

/// Runs an action that the layout offers.
struct CallStep: ScenarioStep {
  static let name = "call"
  let action: String
  let arguments: [JSONValue]

  init(from reader: inout ObjectReader) throws(LayoutError) {
    action = try reader.require("action", Read.string)
    arguments = try reader.take("arguments", Read.array) ?? []
  }

  func run(in session: ScenarioSession) throws(LayoutError) -> JSONObject {
    let layout = session.layout
    guard let descriptor = layout.descriptor.actions.first(where: { $0.name == action }) else {
      let names = layout.descriptor.actions.map(\.name).joined(separator: ", ")
      throw LayoutError(
        .unknownAction,
        "layout '\(layout.id)' has no action '\(action)'; "
          + (names.isEmpty ? "it offers none" : "it offers \(names)"))
    }
    let value = try layout.call(action, try read(arguments, as: descriptor))
    try session.runFrame()
    return JSONObject([
      .init("value", value.json()), .init("events", .array(session.takeEvents())),
    ])
  }

  private func read(
    _ values: [JSONValue], as action: ActionDescriptor
  ) throws(LayoutError) -> [LayoutValue] {
    guard values.count == action.arguments.count else {
      throw LayoutError(
        .badValue,
        "action '\(action.name)' takes \(action.arguments.count) arguments ("
          + action.arguments.map { "\($0.name): \($0.type.name)" }.joined(separator: ", ")
          + "), found \(values.count)")
    }
    var result: [LayoutValue] = []
    for (value, argument) in zip(values, action.arguments) {
      let place = "action '\(action.name)', argument '\(argument.name)'"
      result.append(try LayoutValue(json: value, type: argument.type, place: place))
    }
    return result
  }
}
