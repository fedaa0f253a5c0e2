// SPDX-License-Identifier: Apache-2.0
//
// Values of properties, fields, answers and arguments as JSON, by their declared type.

import LayoutJSON
import LayoutLoading
import LayoutModel

extension LayoutValue {
  /// Reads a value of a declared type.
  ///
  /// Sizes and points are `[a, b]`, insets `[top, left, bottom, right]`; one number stands for all
  /// of theirs. An enumeration is the name of its case. An array whose members are named may be an
  /// object: its members are laid end to end in the declared order, nested arrays flattened.
  ///
  /// - Parameters:
  ///   - cases: The case names of an enumeration, or the member names of an array.
  ///   - place: What the value is for, for messages.
  /// - Throws: `bad-value` with the place, what was expected and what was found.
  public init(
    json: JSONValue, type: ValueType, cases: [String] = [], place: String
  ) throws(LayoutError) {
    switch type {
    case .none:
      guard json == .null else { throw Read.expected("null", json, place) }
      self = .none
    case .bool: self = .bool(try Read.bool(json, place))
    case .integer: self = .integer(try Self.integer(json, place))
    case .number: self = .number(try Read.number(json, place))
    case .enumeration: self = .enumeration(try Self.caseIndex(json, cases, place))
    case .point:
      let pair = try Self.spread(json, 2, "a point [x, y]", place)
      self = .point(Point(x: pair[0], y: pair[1]))
    case .size:
      let pair = try Self.spread(json, 2, "a size [width, height]", place)
      self = .size(Size(width: pair[0], height: pair[1]))
    case .insets:
      let edges = try Self.spread(json, 4, "insets [top, left, bottom, right]", place)
      self = .insets(Insets(top: edges[0], left: edges[1], bottom: edges[2], right: edges[3]))
    case .text: self = .text(try Read.string(json, place))
    case .array: self = .array(try Self.flat(json, cases, place))
    case .index: self = .index(UInt32(try Read.count(json, place)))
    }
  }

  /// The value as JSON: the form that ``init(json:type:cases:place:)`` reads.
  public func json(cases: [String] = []) -> JSONValue {
    switch self {
    case .none: .null
    case .bool(let flag): .bool(flag)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .enumeration(let index):
      cases.indices.contains(index) ? .string(cases[index]) : .integer(Int64(index))
    case .text(let text): .string(text)
    case .index(let value): .integer(Int64(value))
    case .point, .size, .insets, .array: .array(numbers.map(JSONValue.number))
    }
  }

  private static func integer(_ json: JSONValue, _ place: String) throws(LayoutError) -> Int64 {
    guard let number = json.double, let value = json.integer ?? Int64(exactly: number) else {
      throw Read.expected("an integer", json, place)
    }
    return value
  }

  private static func caseIndex(
    _ json: JSONValue, _ cases: [String], _ place: String
  ) throws(LayoutError) -> Int {
    guard let name = json.string, let index = cases.firstIndex(of: name) else {
      throw Read.expected("one of " + cases.joined(separator: ", "), json, place)
    }
    return index
  }

  /// `count` numbers, or one for all.
  private static func spread(
    _ json: JSONValue, _ count: Int, _ form: String, _ place: String
  ) throws(LayoutError) -> [Double] {
    if let number = json.double { return Array(repeating: number, count: count) }
    return try Read.numbers(json, count, form + " or one number for all", place)
  }

  /// The numbers of an array, or of an object with the declared members, laid end to end.
  private static func flat(
    _ json: JSONValue, _ members: [String], _ place: String
  ) throws(LayoutError) -> [Double] {
    if let number = json.double { return [number] }
    if let values = json.array {
      var numbers: [Double] = []
      for value in values { numbers += try flat(value, [], place) }
      return numbers
    }
    guard json.object != nil, !members.isEmpty else {
      throw Read.expected("an array of numbers", json, place)
    }
    var reader = try ObjectReader(json, place: place)
    var numbers: [Double] = []
    for member in members {
      numbers += try reader.require(member) { (value, place) throws(LayoutError) in
        try flat(value, [], place)
      }
    }
    try reader.finish()
    return numbers
  }
}

extension PropertyDescriptor {
  /// Reads a value of this property; null unsets an optional one. Colours are `"#RRGGBB"`,
  /// `"#RRGGBBAA"` or a number.
  /// - Throws: `bad-value` with the property's name, what was expected and what was found.
  public func value(json: JSONValue) throws(LayoutError) -> LayoutValue {
    if json == .null && isOptional { return .none }
    if isColor, let text = json.string {
      if let rgba = ColorText.rgba(text) { return .integer(rgba) }
      throw LayoutError(
        .badValue, "property '\(name)': '\(text)' cannot be read; \(expectation)")
    }
    return try LayoutValue(json: json, type: type, cases: cases, place: "property '\(name)'")
  }
}
