// SPDX-License-Identifier: Apache-2.0
//
// A value of any type that crosses the border: properties, custom fields, answers, arguments.

import LayoutABI

/// The type of a property, a field, a query or an argument.
public enum ValueType: UInt32, Sendable, CaseIterable {
  /// No value.
  case none = 0
  /// True or false.
  case bool
  /// A signed integer of 64 bits.
  case integer
  /// A double.
  case number
  /// One of the declared cases.
  case enumeration
  /// Two numbers: x and y.
  case point
  /// Two numbers: width and height.
  case size
  /// Four numbers: top, left, bottom, right.
  case insets
  /// UTF-8.
  case text
  /// Doubles in order.
  case array
  /// A section or an item: an unsigned integer of 32 bits.
  case index

  /// The name for people, in messages and in `info`.
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
  /// No value: an optional property that is unset.
  case none
  /// True or false.
  case bool(Bool)
  /// A signed integer.
  case integer(Int64)
  /// A double.
  case number(Double)
  /// An index into the declared cases.
  case enumeration(Int)
  /// A point; the declaration gives its unit.
  case point(Point)
  /// A size; the declaration gives its unit.
  case size(Size)
  /// Insets; the declaration gives their unit.
  case insets(Insets)
  /// A text.
  case text(String)
  /// Numbers in order.
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

// MARK: - Checks
//
// Checks of a value for a property, before the plugin receives it.

extension PropertyDescriptor {
  /// Checks type, case, finiteness and range.
  ///
  /// - Throws: `property-type`, `unknown-case` or `out-of-range`, naming property, value and the
  ///   allowed values.
  package func check(_ value: LayoutValue, layout: String) throws(LayoutError) {
    if value == .none {
      guard isOptional else {
        throw LayoutError(
          .propertyType, "\(layout).\(name) cannot be unset; it takes \(type.name)")
      }
      return
    }
    guard value.type == type else {
      throw LayoutError(
        .propertyType, "\(layout).\(name) takes \(type.name), not \(value.type.name)")
    }
    if case .enumeration(let index) = value {
      guard cases.indices.contains(index) else {
        throw LayoutError(
          .unknownCase,
          "\(layout).\(name) has no case \(index); it has \(cases.joined(separator: ", "))")
      }
      return
    }
    if value.type != .bool { try checkNumbers(value, layout: layout) }
  }

  private func checkNumbers(_ value: LayoutValue, layout: String) throws(LayoutError) {
    for number in value.numbers where !(number.isFinite && minimum <= number && number <= maximum) {
      throw LayoutError(
        .outOfRange, "\(layout).\(name) takes numbers \(rangeText), not \(text(of: number))")
    }
  }

  /// "from 0 to 1", "from 0", "up to 5" or "that are finite".
  package var rangeText: String {
    switch (minimum.isFinite, maximum.isFinite) {
    case (true, true): "from \(text(of: minimum)) to \(text(of: maximum))"
    case (true, false): "from \(text(of: minimum))"
    case (false, true): "up to \(text(of: maximum))"
    case (false, false): "that are finite"
    }
  }

  /// Returns a value or a bound as text; without ".0" if the property takes whole numbers.
  package func text(of number: Double) -> String {
    guard type == .integer, let whole = Int64(exactly: number) else { return "\(number)" }
    return "\(whole)"
  }
}
