// SPDX-License-Identifier: Apache-2.0
//
// The entries of a layout's lists: queries, actions, events, kinds and fields.

import LayoutABI
import LayoutModel

extension TableReader {
  func query(
    _ table: UnsafePointer<layout_query>, _ place: String
  ) throws(LayoutError) -> QueryDescriptor {
    try checkSize(table.pointee.struct_size, of: layout_query.self, place)
    let query = table.pointee
    guard let scope = QueryDescriptor.Scope(rawValue: query.scope) else {
      throw bad(place + ".scope", "is \(query.scope); it has to be LAYOUT_SCOPE_…")
    }
    return QueryDescriptor(
      name: try text(query.name, place + ".name"), help: try text(query.help, place + ".help"),
      scope: scope, result: try type(query.result_type, place + ".result_type"),
      arguments: try types(query.argument_types, query.argument_count, place))
  }

  func action(
    _ table: UnsafePointer<layout_action>, _ place: String
  ) throws(LayoutError) -> ActionDescriptor {
    try checkSize(table.pointee.struct_size, of: layout_action.self, place)
    let action = table.pointee
    guard action.function != nil else { throw bad(place + ".function", "is null") }
    return ActionDescriptor(
      name: try text(action.name, place + ".name"), help: try text(action.help, place + ".help"),
      arguments: try arguments(
        action.argument_types, action.argument_names, action.argument_count, place),
      result: try type(action.result_type, place + ".result_type"))
  }

  func event(
    _ table: UnsafePointer<layout_event>, _ place: String
  ) throws(LayoutError) -> EventDescriptor {
    try checkSize(table.pointee.struct_size, of: layout_event.self, place)
    let event = table.pointee
    return EventDescriptor(
      name: try text(event.name, place + ".name"), help: try text(event.help, place + ".help"),
      arguments: try arguments(
        event.argument_types, event.argument_names, event.argument_count, place))
  }

  func kind(
    _ table: UnsafePointer<layout_kind>, _ place: String
  ) throws(LayoutError) -> KindDescriptor {
    try checkSize(table.pointee.struct_size, of: layout_kind.self, place)
    let kind = table.pointee
    guard let category = UInt16(exactly: kind.category).flatMap(ElementCategory.init) else {
      throw bad(place + ".category", "is \(kind.category); it has to be LAYOUT_CELL and so on")
    }
    return KindDescriptor(
      name: try text(kind.name, place + ".name"), category: category,
      fields: try list(kind.fields, kind.field_count, place + ".fields", field))
  }

  func field(
    _ table: UnsafePointer<layout_field>, _ place: String
  ) throws(LayoutError) -> FieldDescriptor {
    try checkSize(table.pointee.struct_size, of: layout_field.self, place)
    let field = table.pointee
    return FieldDescriptor(
      name: try text(field.name, place + ".name"), help: try text(field.help, place + ".help"),
      unit: try text(field.unit, place + ".unit"), type: try type(field.type, place + ".type"),
      cases: try texts(field.cases, field.case_count, place + ".cases"))
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
