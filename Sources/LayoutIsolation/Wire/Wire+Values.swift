// SPDX-License-Identifier: Apache-2.0
//
// Values, errors and descriptors on the wire, in the order of the Swift types.

import LayoutModel

// MARK: - Values and errors

extension WireWriter {
  /// Appends a value: its type, then its content.
  mutating func write(_ value: LayoutValue) {
    write(value.type.rawValue)
    switch value {
    case .none: break
    case .bool(let flag): write(flag)
    case .integer(let integer): write(integer)
    case .number(let number): write(number)
    case .enumeration(let index): write(Int64(index))
    case .point(let point): write(point)
    case .size(let size): write(size)
    case .insets(let insets): write(insets)
    case .text(let text): write(text)
    case .array(let numbers): write(numbers)
    case .index(let index): write(index)
    }
  }

  /// Appends an error with all its parts.
  mutating func write(_ error: LayoutError) {
    write(error.code.rawValue)
    write(error.message)
    write(error.plugin)
    write(error.call)
  }
}

extension WireReader {
  /// Reads the next type of a value.
  mutating func readType() throws(LayoutError) -> ValueType {
    let raw = try read(UInt32.self)
    guard let type = ValueType(rawValue: raw) else { throw .wire("a value of type \(raw)") }
    return type
  }

  /// Reads the next value.
  mutating func readValue() throws(LayoutError) -> LayoutValue {
    switch try readType() {
    case .none: .none
    case .bool: .bool(try readBool())
    case .integer: .integer(try read())
    case .number: .number(try read())
    case .enumeration: .enumeration(Int(try read(Int64.self)))
    case .point: .point(try read())
    case .size: .size(try read())
    case .insets: .insets(try read())
    case .text: .text(try readText())
    case .array: .array(try readList())
    case .index: .index(try read())
    }
  }

  /// Reads the next error, with each of its texts cut to `byteCount` bytes.
  mutating func readError(cutTo byteCount: Int = .max) throws(LayoutError) -> LayoutError {
    let code = try readText(cutTo: byteCount)
    let message = try readText(cutTo: byteCount)
    let plugin = try readOptionalText(cutTo: byteCount)
    return LayoutError(
      LayoutError.Code(rawValue: code), message, plugin: plugin,
      call: try readOptionalText(cutTo: byteCount))
  }
}

// MARK: - Descriptors
//
// Descriptors on the wire: a plugin's description of itself, in the order of the Swift types.

extension WireWriter {
  /// Appends a plugin with its layouts.
  mutating func write(_ plugin: PluginDescriptor) {
    write(plugin.id)
    write(plugin.name)
    write(plugin.version)
    write(each: plugin.layouts) { $0.write($1) }
  }

  /// Appends a layout with all its declarations.
  mutating func write(_ layout: LayoutDescriptor) {
    write(layout.id)
    write(layout.name)
    write(layout.help)
    write(each: layout.properties) { $0.write($1) }
    write(each: layout.queries) { $0.write($1) }
    write(each: layout.actions) { $0.write($1) }
    write(each: layout.events) { $0.write($1) }
    write(each: layout.kinds) { $0.write($1) }
    write(layout.stateSchema)
    write(layout.stateVersion)
    write(layout.hostMirrors)
  }

  /// Appends a property.
  mutating func write(_ property: PropertyDescriptor) {
    write(property.name)
    write(property.help)
    write(property.unit)
    write(property.type.rawValue)
    write(property.defaultValue)
    write(property.minimum)
    write(property.maximum)
    write(each: property.cases) { $0.write($1) }
    write(property.isOptional)
  }

  private mutating func write(_ query: QueryDescriptor) {
    write(query.name)
    write(query.help)
    write(query.scope.rawValue)
    write(query.result.rawValue)
    write(query.arguments.map(\.rawValue))
    write(each: query.argumentNames) { $0.write($1) }
  }

  private mutating func write(_ action: ActionDescriptor) {
    write(action.name)
    write(action.help)
    write(each: action.arguments) { $0.write($1) }
    write(action.result.rawValue)
  }

  private mutating func write(_ event: EventDescriptor) {
    write(event.name)
    write(event.help)
    write(each: event.arguments) { $0.write($1) }
  }

  private mutating func write(_ argument: ArgumentDescriptor) {
    write(argument.name)
    write(argument.type.rawValue)
  }

  private mutating func write(_ kind: KindDescriptor) {
    write(kind.name)
    write(kind.category.rawValue)
    write(each: kind.fields) { $0.write($1) }
  }

  private mutating func write(_ field: FieldDescriptor) {
    write(field.name)
    write(field.help)
    write(field.unit)
    write(field.type.rawValue)
    write(each: field.cases) { $0.write($1) }
  }
}

extension WireReader {
  /// Reads the next plugin.
  mutating func readPlugin() throws(LayoutError) -> PluginDescriptor {
    PluginDescriptor(
      id: try readText(), name: try readText(), version: try readText(),
      layouts: try readList { (reader) throws(LayoutError) in try reader.readLayout() })
  }

  /// Reads the next layout.
  mutating func readLayout() throws(LayoutError) -> LayoutDescriptor {
    LayoutDescriptor(
      id: try readText(), name: try readText(), help: try readText(),
      properties: try readList { (reader) throws(LayoutError) in try reader.readProperty() },
      queries: try readList { (reader) throws(LayoutError) in try reader.readQuery() },
      actions: try readList { (reader) throws(LayoutError) in try reader.readAction() },
      events: try readList { (reader) throws(LayoutError) in try reader.readEvent() },
      kinds: try readList { (reader) throws(LayoutError) in try reader.readKind() },
      stateSchema: try readText(), stateVersion: try read(), hostMirrors: try readBool())
  }

  /// Reads the next property.
  mutating func readProperty() throws(LayoutError) -> PropertyDescriptor {
    PropertyDescriptor(
      name: try readText(), help: try readText(), unit: try readText(), type: try readType(),
      defaultValue: try readValue(), minimum: try read(), maximum: try read(),
      cases: try readTexts(), isOptional: try readBool())
  }

  private mutating func readQuery() throws(LayoutError) -> QueryDescriptor {
    let name = try readText()
    let help = try readText()
    let rawScope = try read(UInt32.self)
    guard let scope = QueryDescriptor.Scope(rawValue: rawScope) else {
      throw .wire("a query of scope \(rawScope)")
    }
    return QueryDescriptor(
      name: name, help: help, scope: scope, result: try readType(),
      arguments: try readList { (reader) throws(LayoutError) in try reader.readType() },
      argumentNames: try readTexts())
  }

  private mutating func readArguments() throws(LayoutError) -> [ArgumentDescriptor] {
    try readList { (reader) throws(LayoutError) in
      ArgumentDescriptor(name: try reader.readText(), type: try reader.readType())
    }
  }

  private mutating func readAction() throws(LayoutError) -> ActionDescriptor {
    ActionDescriptor(
      name: try readText(), help: try readText(), arguments: try readArguments(),
      result: try readType())
  }

  private mutating func readEvent() throws(LayoutError) -> EventDescriptor {
    EventDescriptor(name: try readText(), help: try readText(), arguments: try readArguments())
  }

  private mutating func readKind() throws(LayoutError) -> KindDescriptor {
    let name = try readText()
    let rawCategory = try read(UInt16.self)
    guard let category = ElementCategory(rawValue: rawCategory) else {
      throw .wire("a kind of category \(rawCategory)")
    }
    return KindDescriptor(
      name: name, category: category,
      fields: try readList { (reader) throws(LayoutError) in try reader.readField() })
  }

  private mutating func readField() throws(LayoutError) -> FieldDescriptor {
    FieldDescriptor(
      name: try readText(), help: try readText(), unit: try readText(), type: try readType(),
      cases: try readTexts())
  }
}
