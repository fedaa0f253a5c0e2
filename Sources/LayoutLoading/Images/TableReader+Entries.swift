// SPDX-License-Identifier: Apache-2.0
//
// The entries of a layout's lists: queries, actions, events, kinds and fields.

import LayoutABI
import LayoutModel

extension TableReader {
  func query(
    _ table: UnsafePointer<layout_query>, _ place: String
  ) throws(LayoutError) -> QueryDescriptor {
    try checkSize(table.pointee.struct_size, atLeast: LAYOUT_1_0_SIZE_query, place)
    guard let scope = QueryDescriptor.Scope(rawValue: table.pointee.scope) else {
      throw bad(place + ".scope", "is \(table.pointee.scope); it has to be LAYOUT_SCOPE_…")
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
      throw bad(
        place + ".category",
        "is \(table.pointee.category), which is no category of this host; the plugin may need a newer one"
      )
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
