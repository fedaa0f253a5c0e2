// SPDX-License-Identifier: Apache-2.0
//
// A property with its default value, which has to keep the property's own range.

import LayoutABI
import LayoutModel

extension TableReader {
  func property(
    _ table: UnsafePointer<layout_property>, _ place: String
  ) throws(LayoutError) -> PropertyDescriptor {
    try checkSize(table.pointee.struct_size, of: layout_property.self, place)
    let property = table.pointee
    let allowed = Self.plainTypes + [.text, .array]
    let descriptor = PropertyDescriptor(
      name: try memberName(property.name, place), help: try text(property.help, place + ".help"),
      unit: try text(property.unit, place + ".unit"),
      type: try type(property.type, allowed, place + ".type"),
      defaultValue: try value(property.default_value, place + ".default_value"),
      minimum: property.minimum, maximum: property.maximum,
      cases: try texts(property.cases, property.case_count, place + ".cases"),
      isOptional: property.flags & LAYOUT_PROPERTY_OPTIONAL != 0)
    try check(descriptor, place)
    return descriptor
  }

  /// Range, cases and default have to agree.
  private func check(_ property: PropertyDescriptor, _ place: String) throws(LayoutError) {
    // False for NaN too.
    guard property.minimum <= property.maximum else {
      throw bad(
        place + ".minimum", "is \(property.minimum), beyond the maximum \(property.maximum)")
    }
    if property.type == .enumeration { try checkCases(property.cases, place) }
    let value = property.defaultValue
    let place = place + ".default_value"
    if value == .none && property.isOptional { return }
    guard value.type == property.type else {
      throw bad(place, "is \(value.type.name); the property is \(property.type.name)")
    }
    if case .enumeration(let index) = value, !property.cases.indices.contains(index) {
      throw bad(place, "is case \(index); there are \(property.cases.count) cases")
    }
    // A member may be a list, so there may be more numbers than members.
    if case .array(let values) = value, values.count < property.cases.count {
      throw bad(
        place, "has \(values.count) numbers; its object has \(property.cases.count) members")
    }
    for number in value.numbers where !(property.minimum...property.maximum ~= number) {
      throw bad(
        place, "holds \(number), outside \(property.minimum) to \(property.maximum)")
    }
  }

  /// A value in the C form.
  func value(_ value: layout_value, _ place: String) throws(LayoutError) -> LayoutValue {
    guard let type = ValueType(rawValue: value.type) else {
      throw bad(place + ".type", "is \(value.type), which is no LAYOUT_TYPE_…")
    }
    switch type {
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
