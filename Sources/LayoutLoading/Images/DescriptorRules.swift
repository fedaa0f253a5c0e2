// SPDX-License-Identifier: Apache-2.0
//
// Rules for every descriptor, from a plugin's table in this process or from a worker, whose
// messages are untrusted.

import LayoutABI
import LayoutModel

/// Checks descriptors. Every error names the member: `layouts[0].properties[2].name`.
package enum DescriptorRules {
  /// More entries than any plugin has: a larger count is invalid.
  static let listLimit = 4096
  /// The longest text of a table, in bytes.
  static let textLimit = 65536

  /// The types with a fixed place in a payload block, or as the result of a call.
  private static let plainTypes: [ValueType] = [
    .bool, .integer, .number, .enumeration, .point, .size, .insets,
  ]
  /// The types of arguments and results: an enumeration needs cases, which calls do not have.
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

  /// - Parameter place: The place of the layout, for messages.
  /// - Throws: `bad-table`.
  package static func check(
    _ layout: LayoutDescriptor, _ place: String = "layout"
  ) throws(LayoutError) {
    try check(name: layout.id, place + ".id", Grammar.isLayoutID, "[a-z][a-z0-9.-]*")
    try check(texts: [layout.name, layout.help, layout.stateSchema], place)
    try check(layout.properties, place)
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

  /// - Parameter place: The place of the layout that declares them, for messages.
  /// - Throws: `bad-table`.
  package static func check(
    _ properties: [PropertyDescriptor], _ place: String
  ) throws(LayoutError) {
    try checkEach(properties, \.name, place + ".properties", check)
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
    try check(cases: field.cases, of: field.type, in: [.enumeration], place + ".cases")
  }

  private static func check(
    _ property: PropertyDescriptor, _ place: String
  ) throws(LayoutError) {
    try check(member: property.name, help: property.help, place)
    try check(texts: [property.unit], place + ".unit")
    try check(property.type, isOneOf: plainTypes + [.text, .array], place + ".type")
    try check(
      cases: property.cases, of: property.type, in: [.enumeration, .array], place + ".cases")
    // False for NaN too.
    guard property.minimum <= property.maximum else {
      throw bad(
        place + ".minimum", "is \(property.minimum), beyond the maximum \(property.maximum)")
    }
    try check(default: property.defaultValue, of: property, place + ".default_value")
  }
}

// MARK: - Parts
//
// The rules for the parts of descriptors: counts, texts, names, types, cases, default values.

extension DescriptorRules {
  /// The error for a member that breaks the headers' rules.
  static func bad(_ place: String, _ what: String) -> LayoutError {
    LayoutError(.badTable, "its table is wrong: \(place) \(what)", call: LAYOUT_PLUGIN_ENTRY)
  }

  /// The error for a reserved member that is not zero, or for unknown flags.
  static func used(_ place: String, _ what: String, _ known: String) -> LayoutError {
    LayoutError(
      .reservedUsed,
      "\(place) \(what), of which this host knows \(known); start tables from zeros, or use a newer host",
      call: LAYOUT_PLUGIN_ENTRY)
  }

  static func check(count: Int, _ place: String) throws(LayoutError) {
    guard count <= listLimit else {
      throw bad(place, "has \(count) entries; at most \(listLimit) are allowed")
    }
  }

  static func check(byteCount count: Int, _ place: String) throws(LayoutError) {
    guard count <= textLimit else {
      throw bad(place, "has \(count) bytes; at most \(textLimit) are allowed")
    }
  }

  static func check(texts: [String], _ place: String) throws(LayoutError) {
    for text in texts { try check(byteCount: text.utf8.count, place) }
  }

  /// Text that follows a grammar.
  static func check(
    name: String, _ place: String, _ isValid: (String) -> Bool, _ grammar: String
  ) throws(LayoutError) {
    try check(byteCount: name.utf8.count, place)
    guard isValid(name) else {
      throw bad(place, "is \"\(name)\"; it has to be \(grammar), at most 64 bytes")
    }
  }

  /// The name of a property, query, action, event or field, and its help text.
  static func check(member name: String, help: String, _ place: String) throws(LayoutError) {
    try check(name: name, place + ".name", Grammar.isMemberName, "camelCase")
    try check(texts: [help], place + ".help")
  }

  static func checkUnique(
    _ names: [String], _ place: String, _ what: String
  ) throws(LayoutError) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw bad(place, "has the \(what) \"\(name)\" twice")
    }
  }

  /// A list whose entries have names that are unique in it.
  static func checkEach<Entry>(
    _ entries: [Entry], _ name: (Entry) -> String, _ place: String,
    _ check: (Entry, String) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    try self.check(count: entries.count, place)
    for (index, entry) in entries.enumerated() { try check(entry, "\(place)[\(index)]") }
    try checkUnique(entries.map(name), place, "name")
  }

  static func check(
    _ type: ValueType, isOneOf allowed: [ValueType], _ place: String
  ) throws(LayoutError) {
    guard !allowed.contains(type) else { return }
    let names = allowed.map(\.name).joined(separator: ", ")
    throw bad(place, "is \(type.rawValue); it has to be one of \(names)")
  }

  /// - Parameter allowed: The types that may have cases there.
  static func check(
    cases: [String], of type: ValueType, in allowed: [ValueType], _ place: String
  ) throws(LayoutError) {
    try check(count: cases.count, place)
    try check(texts: cases, place)
    guard cases.isEmpty || allowed.contains(type) else {
      let names = allowed.map(\.name).joined(separator: ", ")
      throw bad(place, "is not empty; cases are for \(names), not for \(type.name)")
    }
    guard type == .enumeration else { return }
    guard !cases.isEmpty else { throw bad(place, "is empty; an enum has cases") }
    try checkUnique(cases, place, "case")
  }

  /// A default value must be in the property's own range.
  static func check(
    default value: LayoutValue, of property: PropertyDescriptor, _ place: String
  ) throws(LayoutError) {
    if value == .none && property.isOptional { return }
    guard value.type == property.type else {
      throw bad(place, "is \(value.type.name); the property is \(property.type.name)")
    }
    switch value {
    case .enumeration(let index) where !property.cases.indices.contains(index):
      throw bad(place, "is case \(index); there are \(property.cases.count) cases")
    case .text(let text): try check(texts: [text], place)
    case .array(let values):
      try check(count: values.count, place)
      // The last member may be a list, so there may be more numbers than members.
      guard values.count >= property.cases.count else {
        throw bad(
          place, "has \(values.count) numbers; its object has \(property.cases.count) members")
      }
    default: break
    }
    for number in value.numbers where !(property.minimum...property.maximum ~= number) {
      throw bad(
        place,
        "holds \(property.text(of: number)), outside \(property.text(of: property.minimum)) to "
          + property.text(of: property.maximum))
    }
  }
}

// MARK: - The note
//
// Comparing a plugin's descriptor with the note in its file.

extension DescriptorRules {
  /// The note was judged before the plugin ran, so the table must agree with it.
  ///
  /// - Throws: `note-mismatch`.
  package static func compare(
    _ table: PluginDescriptor, _ note: PluginNote
  ) throws(LayoutError) {
    func check(_ what: String, _ table: String, _ note: String) throws(LayoutError) {
      guard table != note else { return }
      throw LayoutError(
        .noteMismatch,
        "its note gives \"\(note)\" as \(what), its table \"\(table)\"; make them equal")
    }
    try check("id", table.id, note.id)
    try check("name", table.name, note.name)
    try check("version", table.version, note.version)
    let layouts = table.layouts.map(\.id).joined(separator: ", ")
    try check("layouts", layouts, note.layouts.joined(separator: ", "))
  }
}
