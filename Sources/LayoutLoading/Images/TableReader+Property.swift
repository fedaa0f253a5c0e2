// SPDX-License-Identifier: Apache-2.0
//
// A property with its default value.

import LayoutABI
import LayoutModel

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
