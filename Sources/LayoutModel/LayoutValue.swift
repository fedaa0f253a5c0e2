// SPDX-License-Identifier: Apache-2.0
//
// A value of any type that crosses the border: properties, custom fields, answers, arguments.

import LayoutABI

/// The type of a property, a field, a query or an argument.
public enum ValueType: UInt32, Sendable, CaseIterable {
  case none = 0
  case bool, integer, number, enumeration, point, size, insets, text, array, index

  /// The name people see, in messages and in `info`.
  public var name: String {
    switch self {
    case .none: "nothing"
    case .bool: "bool"
    case .integer: "i64"
    case .number: "f64"
    case .enumeration: "enum"
    case .point: "point"
    case .size: "size"
    case .insets: "insets"
    case .text: "text"
    case .array: "f64 array"
    case .index: "u32"
    }
  }
}

/// A value with its type.
public enum LayoutValue: Equatable, Sendable {
  case none
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  /// An index into the declared cases.
  case enumeration(Int)
  case point(Point)
  case size(Size)
  case insets(Insets)
  case text(String)
  case array([Double])
  /// A section or an item among arguments.
  case index(UInt32)

  /// The type of this value.
  public var type: ValueType {
    switch self {
    case .none: .none
    case .bool: .bool
    case .integer: .integer
    case .number: .number
    case .enumeration: .enumeration
    case .point: .point
    case .size: .size
    case .insets: .insets
    case .text: .text
    case .array: .array
    case .index: .index
    }
  }

  /// Every number in the value, in order; empty for text and nothing.
  public var numbers: [Double] {
    switch self {
    case .none, .text: []
    case .bool(let flag): [flag ? 1 : 0]
    case .integer(let value): [Double(value)]
    case .number(let value): [value]
    case .enumeration(let index): [Double(index)]
    case .point(let point): [point.x, point.y]
    case .size(let size): [size.width, size.height]
    case .insets(let insets): [insets.top, insets.left, insets.bottom, insets.right]
    case .array(let values): values
    case .index(let value): [Double(value)]
    }
  }
}
