// SPDX-License-Identifier: Apache-2.0
//
// What every descriptor keeps, whether it was read out of a plugin's table in this process or came
// over from a worker, which may say anything.

import LayoutABI
import LayoutModel

/// Checks descriptors. Every error names the member: `layouts[0].properties[2].name`.
package enum DescriptorRules {
  /// More entries than any plugin has: a count beyond it is taken for garbage.
  static let listLimit = 4096
  /// The longest text of a table, in bytes.
  static let textLimit = 65536

  /// The types that take a fixed place in a payload block, or come back from a call.
  private static let plainTypes: [ValueType] = [
    .bool, .integer, .number, .enumeration, .point, .size, .insets,
  ]
  /// The types of what is passed in calls: an enumeration has its cases in the descriptor, and calls
  /// have none.
  private static let resultTypes = plainTypes.filter { $0 != .enumeration }
  private static let argumentTypes = ValueType.allCases.filter { $0 != .none && $0 != .enumeration }

  /// - Throws: `bad-table`.
  package static func check(_ plugin: PluginDescriptor) throws(LayoutError) {
    guard !plugin.layouts.isEmpty else {
      throw bad("layouts", "is empty; a plugin offers at least one")
    }
    try check(count: plugin.layouts.count, "layouts")
    try checkUnique(plugin.layouts.map(\.id), "layouts", "id")
    try check(texts: [plugin.id, plugin.name, plugin.version], "plugin")
    for (index, layout) in plugin.layouts.enumerated() { try check(layout, "layouts[\(index)]") }
  }

  /// - Parameter place: Of the layout, for messages.
  /// - Throws: `bad-table`.
  package static func check(
    _ layout: LayoutDescriptor, _ place: String = "layout"
  ) throws(LayoutError) {
    try check(name: layout.id, place + ".id", Grammar.isLayoutID, "[a-z][a-z0-9.-]*")
    try check(texts: [layout.name, layout.help, layout.stateSchema], place)
    try checkEach(layout.properties, \.name, place + ".properties", check)
    try checkEach(layout.queries, \.name, place + ".queries", check)
    try checkEach(layout.actions, \.name, place + ".actions", check)
    try checkEach(layout.events, \.name, place + ".events", check)
    try checkEach(layout.kinds, \.name, place + ".kinds", check)
    guard layout.kinds.first?.category == .cell else {
      throw bad(place + ".kinds[0]", "is not a cell; kind 0 of every layout is its cell")
    }
    for (index, kind) in layout.kinds.enumerated().dropFirst() where kind.category == .cell {
      throw bad(place + ".kinds[\(index)]", "is a second cell; kind 0 is the only one")
    }
    guard layout.stateSchema.isEmpty == (layout.stateVersion == 0) else {
      throw bad(place + ".state_schema", "and state_version do not agree; set both or neither")
    }
  }

  // MARK: Entries

  private static func check(_ query: QueryDescriptor, _ place: String) throws(LayoutError) {
    try check(member: query.name, help: query.help, place)
    try check(query.result, isOneOf: resultTypes, place + ".result_type")
    guard query.argumentNames.count == query.arguments.count else {
      throw bad(place + ".argument_names", "are not as many as the arguments")
    }
    let arguments = zip(query.argumentNames, query.arguments)
    try check(arguments: arguments.map { ArgumentDescriptor(name: $0, type: $1) }, place)
  }

  private static func check(_ action: ActionDescriptor, _ place: String) throws(LayoutError) {
    try check(member: action.name, help: action.help, place)
    try check(arguments: action.arguments, place)
    try check(action.result, isOneOf: [.none] + resultTypes, place + ".result_type")
  }

  private static func check(_ event: EventDescriptor, _ place: String) throws(LayoutError) {
    try check(member: event.name, help: event.help, place)
    try check(arguments: event.arguments, place)
  }

  private static func check(
    arguments: [ArgumentDescriptor], _ place: String
  ) throws(LayoutError) {
    try check(arguments: arguments.map(\.type), place)
    let names = arguments.map(\.name)
    try check(texts: names, place + ".argument_names")
    try checkUnique(names, place, "argument name")
  }

  private static func check(arguments: [ValueType], _ place: String) throws(LayoutError) {
    let place = place + ".argument_types"
    try check(count: arguments.count, place)
    for (index, type) in arguments.enumerated() {
      try check(type, isOneOf: argumentTypes, "\(place)[\(index)]")
    }
  }

  private static func check(_ kind: KindDescriptor, _ place: String) throws(LayoutError) {
    try check(name: kind.name, place + ".name", Grammar.isKindName, "[A-Za-z][A-Za-z0-9._-]*")
    try checkEach(kind.fields, \.name, place + ".fields", check)
  }

  private static func check(_ field: FieldDescriptor, _ place: String) throws(LayoutError) {
    try check(member: field.name, help: field.help, place)
    try check(texts: [field.unit], place + ".unit")
    try check(field.type, isOneOf: plainTypes, place + ".type")
    try check(cases: field.cases, of: field.type, place + ".cases")
  }

  private static func check(
    _ property: PropertyDescriptor, _ place: String
  ) throws(LayoutError) {
    try check(member: property.name, help: property.help, place)
    try check(texts: [property.unit], place + ".unit")
    try check(property.type, isOneOf: plainTypes + [.text, .array], place + ".type")
    try check(cases: property.cases, of: property.type, place + ".cases")
    // False for NaN too.
    guard property.minimum <= property.maximum else {
      throw bad(
        place + ".minimum", "is \(property.minimum), beyond the maximum \(property.maximum)")
    }
    try check(default: property.defaultValue, of: property, place + ".default_value")
  }
}
