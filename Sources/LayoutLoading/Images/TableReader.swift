// SPDX-License-Identifier: Apache-2.0
//
// Converts a plugin's static tables to descriptors without pointers. Everything is checked here,
// once, so that the rest of the host never sees an invalid table: memory-level errors while
// reading, the rest by ``DescriptorRules``.

import LayoutABI
import LayoutModel

/// Reads and checks tables. Every error names the member: `layouts[0].properties[2].name`.
///
/// It cannot check that a pointer is valid: a table with a wild pointer crashes the process. So an
/// untrusted file is opened in a worker.
struct TableReader {
  /// The whole plugin.
  func plugin(_ table: UnsafePointer<layout_plugin>) throws(LayoutError) -> PluginDescriptor {
    try checkSize(table.pointee.struct_size, atLeast: LAYOUT_1_0_SIZE_plugin, "plugin")
    try checkReserved(table.pointee.reserved, "plugin")
    guard table.pointee.create != nil else { throw bad("plugin.create", "is null") }
    let descriptor = PluginDescriptor(
      id: try text(table.pointee.id, "plugin.id"),
      name: try text(table.pointee.name, "plugin.name"),
      version: try text(table.pointee.version, "plugin.version"),
      layouts: try list(table.pointee.layouts, table.pointee.layout_count, "layouts", layout))
    try DescriptorRules.check(descriptor)
    return descriptor
  }

  /// One layout, without its lists' entries.
  private func layout(
    _ table: UnsafePointer<layout_descriptor>, _ place: String
  ) throws(LayoutError) -> LayoutDescriptor {
    try checkSize(table.pointee.struct_size, atLeast: LAYOUT_1_0_SIZE_descriptor, place)
    try checkFlags(table.pointee.flags, known: LAYOUT_DESCRIPTOR_HOST_MIRRORS, place)
    return LayoutDescriptor(
      id: try text(table.pointee.id, place + ".id"),
      name: try text(table.pointee.name, place + ".name"),
      help: try text(table.pointee.help, place + ".help"),
      properties: try list(
        table.pointee.properties, table.pointee.property_count, place + ".properties", property),
      queries: try list(
        table.pointee.queries, table.pointee.query_count, place + ".queries", query),
      actions: try list(
        table.pointee.actions, table.pointee.action_count, place + ".actions", action),
      events: try list(table.pointee.events, table.pointee.event_count, place + ".events", event),
      kinds: try list(table.pointee.kinds, table.pointee.kind_count, place + ".kinds", kind),
      stateSchema: try text(table.pointee.state_schema, place + ".state_schema"),
      stateVersion: table.pointee.state_version,
      hostMirrors: table.pointee.flags & LAYOUT_DESCRIPTOR_HOST_MIRRORS != 0)
  }
}

// MARK: - Entries
//
// The entries of a layout's lists: queries, actions, events, kinds and fields.

extension TableReader {
  func query(
    _ table: UnsafePointer<layout_query>, _ place: String
  ) throws(LayoutError) -> QueryDescriptor {
    try checkSize(table.pointee.struct_size, atLeast: LAYOUT_1_0_SIZE_query, place)
    guard let scope = QueryDescriptor.Scope(rawValue: table.pointee.scope) else {
      throw unknown(table.pointee.scope, "LAYOUT_SCOPE_…", place + ".scope")
    }
    return QueryDescriptor(
      name: try text(table.pointee.name, place + ".name"),
      help: try text(table.pointee.help, place + ".help"),
      scope: scope, result: try type(table.pointee.result_type, place + ".result_type"),
      arguments: try types(table.pointee.argument_types, table.pointee.argument_count, place),
      argumentNames: try texts(
        table.pointee.argument_names, table.pointee.argument_count, place + ".argument_names"))
  }

  func action(
    _ table: UnsafePointer<layout_action>, _ place: String
  ) throws(LayoutError) -> ActionDescriptor {
    try checkSize(table.pointee.struct_size, atLeast: LAYOUT_1_0_SIZE_action, place)
    try checkReserved(table.pointee.reserved, place)
    guard table.pointee.function != nil else { throw bad(place + ".function", "is null") }
    return ActionDescriptor(
      name: try text(table.pointee.name, place + ".name"),
      help: try text(table.pointee.help, place + ".help"),
      arguments: try arguments(
        table.pointee.argument_types, table.pointee.argument_names, table.pointee.argument_count,
        place),
      result: try type(table.pointee.result_type, place + ".result_type"))
  }

  func event(
    _ table: UnsafePointer<layout_event>, _ place: String
  ) throws(LayoutError) -> EventDescriptor {
    try checkSize(table.pointee.struct_size, atLeast: LAYOUT_1_0_SIZE_event, place)
    return EventDescriptor(
      name: try text(table.pointee.name, place + ".name"),
      help: try text(table.pointee.help, place + ".help"),
      arguments: try arguments(
        table.pointee.argument_types, table.pointee.argument_names, table.pointee.argument_count,
        place))
  }

  func kind(
    _ table: UnsafePointer<layout_kind>, _ place: String
  ) throws(LayoutError) -> KindDescriptor {
    try checkSize(table.pointee.struct_size, atLeast: LAYOUT_1_0_SIZE_kind, place)
    try checkReserved(table.pointee.reserved, place)
    guard let category = UInt16(exactly: table.pointee.category).flatMap(ElementCategory.init)
    else {
      throw unknown(table.pointee.category, "category", place + ".category")
    }
    return KindDescriptor(
      name: try text(table.pointee.name, place + ".name"), category: category,
      fields: try list(table.pointee.fields, table.pointee.field_count, place + ".fields", field))
  }

  func field(
    _ table: UnsafePointer<layout_field>, _ place: String
  ) throws(LayoutError) -> FieldDescriptor {
    try checkSize(table.pointee.struct_size, atLeast: LAYOUT_1_0_SIZE_field, place)
    try checkReserved(table.pointee.reserved, place)
    return FieldDescriptor(
      name: try text(table.pointee.name, place + ".name"),
      help: try text(table.pointee.help, place + ".help"),
      unit: try text(table.pointee.unit, place + ".unit"),
      type: try type(table.pointee.type, place + ".type"),
      cases: try texts(table.pointee.cases, table.pointee.case_count, place + ".cases"))
  }

  private func arguments(
    _ types: UnsafePointer<UInt32>?, _ names: UnsafePointer<layout_text>?, _ count: UInt32,
    _ place: String
  ) throws(LayoutError) -> [ArgumentDescriptor] {
    let types = try self.types(types, count, place)
    let names = try texts(names, count, place + ".argument_names")
    return zip(names, types).map { ArgumentDescriptor(name: $0, type: $1) }
  }

  /// The types of arguments.
  private func types(
    _ values: UnsafePointer<UInt32>?, _ count: UInt32, _ place: String
  ) throws(LayoutError) -> [ValueType] {
    let place = place + ".argument_types"
    try checkCount(count, isNull: values == nil, place)
    guard let values else { return [] }
    var types: [ValueType] = []
    for index in 0..<Int(count) {
      types.append(try type(values[index], "\(place)[\(index)]"))
    }
    return types
  }
}

// MARK: - Properties
//
// A property with its default value.

extension TableReader {
  func property(
    _ table: UnsafePointer<layout_property>, _ place: String
  ) throws(LayoutError) -> PropertyDescriptor {
    try checkSize(table.pointee.struct_size, atLeast: LAYOUT_1_0_SIZE_property, place)
    try checkFlags(table.pointee.flags, known: LAYOUT_PROPERTY_OPTIONAL, place)
    return PropertyDescriptor(
      name: try text(table.pointee.name, place + ".name"),
      help: try text(table.pointee.help, place + ".help"),
      unit: try text(table.pointee.unit, place + ".unit"),
      type: try type(table.pointee.type, place + ".type"),
      defaultValue: try value(table.pointee.default_value, place + ".default_value"),
      minimum: table.pointee.minimum, maximum: table.pointee.maximum,
      cases: try texts(table.pointee.cases, table.pointee.case_count, place + ".cases"),
      isOptional: table.pointee.flags & LAYOUT_PROPERTY_OPTIONAL != 0)
  }

  /// A value in the C form.
  func value(_ value: layout_value, _ place: String) throws(LayoutError) -> LayoutValue {
    try checkReserved(value.reserved, place)
    switch try type(value.type, place + ".type") {
    case .none: return .none
    case .bool:
      guard 0...1 ~= value.as.integer else { throw bad(place, "is a bool beyond 0 and 1") }
      return .bool(value.as.integer == 1)
    case .integer: return .integer(value.as.integer)
    case .number: return .number(value.as.number)
    case .enumeration:
      guard let index = Int(exactly: value.as.integer), index >= 0 else {
        throw bad(place, "is a negative case")
      }
      return .enumeration(index)
    case .point: return .point(value.as.point)
    case .size: return .size(value.as.size)
    case .insets: return .insets(value.as.insets)
    case .text: return .text(try text(value.as.text, place))
    case .array:
      let array = value.as.array
      try checkReserved(array.reserved, place)
      try checkCount(array.count, isNull: array.values == nil, place)
      return .array(Array(UnsafeBufferPointer(start: array.values, count: Int(array.count))))
    case .index:
      guard let index = UInt32(exactly: value.as.integer) else {
        throw bad(place, "is a u32 out of its range")
      }
      return .index(index)
    }
  }
}

// MARK: - Checks
//
// Checks of every part of a table during reading: sizes, counts, texts, types.

extension TableReader {
  /// The error for a member that breaks the headers' rules.
  func bad(_ place: String, _ what: String) -> LayoutError {
    DescriptorRules.bad(place, what)
  }

  /// The error for an unknown member of an open set.
  private func unknown(_ value: UInt32, _ set: String, _ place: String) -> LayoutError {
    bad(place, "is \(value), which is no \(set) of this host; the plugin may need a newer one")
  }

  /// Checks that a table has the members of ABI 1.0. Later members may be missing.
  ///
  /// - Parameter needed: `LAYOUT_1_0_SIZE_…` of the table.
  func checkSize(_ size: UInt32, atLeast needed: Int, _ place: String) throws(LayoutError) {
    guard Int(size) < needed else { return }
    throw LayoutError(
      .tableTooShort,
      "its table is too short: \(place).struct_size is \(size), ABI 1.0 needs \(needed); set it to "
        + "sizeof", call: LAYOUT_PLUGIN_ENTRY)
  }

  /// Checks that a reserved member is zero, so that it can gain a meaning.
  /// - Throws: `reserved-used`.
  func checkReserved(_ value: UInt32, _ place: String) throws(LayoutError) {
    guard value != 0 else { return }
    throw DescriptorRules.used(place + ".reserved", "is \(value)", "0")
  }

  /// Checks that only known flags are set.
  /// - Throws: `reserved-used`.
  func checkFlags(_ value: UInt32, known: UInt32, _ place: String) throws(LayoutError) {
    guard value & ~known != 0 else { return }
    throw DescriptorRules.used(
      place + ".flags", "is 0x\(String(value, radix: 16))", "0x\(String(known, radix: 16))")
  }

  func checkCount(_ count: UInt32, isNull: Bool, _ place: String) throws(LayoutError) {
    try DescriptorRules.check(count: Int(count), place)
    if isNull && count > 0 { throw bad(place, "is null, but its count is \(count)") }
  }

  /// UTF-8, copied.
  func text(_ text: layout_text, _ place: String) throws(LayoutError) -> String {
    try checkReserved(text.reserved, place)
    guard text.count > 0 else { return "" }
    try DescriptorRules.check(byteCount: Int(text.count), place)
    guard let bytes = text.bytes else {
      throw bad(place, "is null, but its count is \(text.count)")
    }
    let buffer = UnsafeRawBufferPointer(UnsafeBufferPointer(start: bytes, count: Int(text.count)))
    guard let copy = String(validating: buffer, as: UTF8.self) else {
      throw bad(place, "is not UTF-8")
    }
    return copy
  }

  func texts(
    _ list: UnsafePointer<layout_text>?, _ count: UInt32, _ place: String
  ) throws(LayoutError) -> [String] {
    try checkCount(count, isNull: list == nil, place)
    guard let list else { return [] }
    var copies: [String] = []
    for index in 0..<Int(count) { copies.append(try text(list[index], "\(place)[\(index)]")) }
    return copies
  }

  func type(_ value: UInt32, _ place: String) throws(LayoutError) -> ValueType {
    guard let type = ValueType(rawValue: value) else {
      throw unknown(value, "LAYOUT_TYPE_…", place)
    }
    return type
  }

  /// An array of pointers to tables, each read by `read`.
  func list<Table, Value>(
    _ list: UnsafePointer<UnsafePointer<Table>?>?, _ count: UInt32, _ place: String,
    _ read: (UnsafePointer<Table>, String) throws(LayoutError) -> Value
  ) throws(LayoutError) -> [Value] {
    try checkCount(count, isNull: list == nil, place)
    guard let list else { return [] }
    var values: [Value] = []
    for index in 0..<Int(count) {
      guard let entry = list[index] else { throw bad("\(place)[\(index)]", "is null") }
      values.append(try read(entry, "\(place)[\(index)]"))
    }
    return values
  }
}
