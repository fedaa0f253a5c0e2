// SPDX-License-Identifier: Apache-2.0
//
// Values of properties, fields, answers and arguments as JSON, by their declared type.

import LayoutJSON
import LayoutLoading
import LayoutModel

extension LayoutValue {
  /// Reads a value of a declared type.
  ///
  /// Sizes and points are `[a, b]`, insets `[top, left, bottom, right]`; a single number is used
  /// for all members. An enumeration is the name of its case. An array whose members are named may
  /// be an object: its members are concatenated in the declared order, nested arrays flattened.
  ///
  /// - Parameters:
  ///   - cases: The case names of an enumeration, or the member names of an array.
  ///   - place: The purpose of the value, for messages.
  /// - Throws: `bad-value` with the place, the expected and the actual value.
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

  /// The numbers of an array, or of an object with the declared members, concatenated.
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
  /// - Throws: `bad-value` with the property's name, the expected and the actual value.
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

// MARK: - As people type them
//
// Values of properties on a command line.

extension PropertyDescriptor {
  /// Reads a typed text: `12`, `#FF8800`, `0xFF8800FF`, `true`, `horizontal`, `50x50` or `50,50`,
  /// `1,2,3,4`, `none`, and JSON for arrays and objects.
  ///
  /// - Throws: `bad-value` with the property, the text and the expected form.
  public func value(text: String) throws(LayoutError) -> LayoutValue {
    if isOptional && (text == "none" || text == "null") { return .none }
    switch type {
    case .text: return .text(text)
    case .integer where isColor && text.hasPrefix("#"): return try value(json: .string(text))
    case .integer where text.hasPrefix("0x"):
      if let bits = Int64(text.dropFirst(2), radix: 16) { return .integer(bits) }
    case .enumeration: return try value(json: .string(text))
    case .point, .size, .insets, .array:
      if let numbers = Self.numbers(text) {
        return try value(
          json: numbers.count == 1 ? .number(numbers[0]) : .array(numbers.map(JSONValue.number)))
      }
    default: break
    }
    guard let json = try? JSONValue(parsing: text) else {
      throw LayoutError(
        .badValue, "property '\(name)': '\(text)' cannot be read; \(expectation)")
    }
    return try value(json: json)
  }

  /// The form of a value, for messages and for help: "a number from 0 to 100".
  public var expectation: String {
    let form =
      switch type {
      case .none: "nothing"
      case .bool: "true or false"
      case .integer where isColor: "a colour such as #C6C6C8 or #80808020"
      case .integer: "an integer"
      case .number: "a number"
      case .enumeration: "one of " + cases.joined(separator: ", ")
      case .point: "a point such as 10,20"
      case .size: "a size such as 50x50"
      case .insets: "insets such as 1,2,3,4 (top, left, bottom, right)"
      case .text: "text"
      case .array:
        cases.isEmpty ? "numbers such as 1,2,3" : "JSON with " + cases.joined(separator: ", ")
      case .index: "an index"
      }
    return "expected \(form)" + (isOptional ? ", or none" : "")
  }

  /// Numbers separated by commas or crosses; nil for any other text.
  private static func numbers(_ text: String) -> [Double]? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "x" }
    let numbers = parts.compactMap { Double(String($0)) }
    return numbers.count == parts.count ? numbers : nil
  }
}

// MARK: - Colours
//
// Colours in the forms #RRGGBB and #RRGGBBAA.

/// The text form of colours, which plugins have as integers 0xRRGGBBAA.
enum ColorText {
  /// Reads `#RRGGBB`, which is opaque, or `#RRGGBBAA`; nil for anything else.
  static func rgba(_ text: String) -> Int64? {
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      return nil
    }
    switch digits.count {
    case 6: return Int64(digits, radix: 16).map { $0 << 8 | 0xFF }
    case 8: return Int64(digits, radix: 16)
    default: return nil
    }
  }

  /// Writes `#RRGGBB` for an opaque colour, else `#RRGGBBAA`; nil for a number that is not a
  /// colour.
  static func text(_ rgba: Int64) -> String? {
    guard (0...0xFFFF_FFFF).contains(rgba) else { return nil }
    let digits = String(rgba | 1 << 32, radix: 16, uppercase: true).dropFirst()
    return "#" + (digits.hasSuffix("FF") ? digits.dropLast(2) : digits)
  }
}

extension PropertyDescriptor {
  /// True when the property is a colour: an integer with the unit `0xRRGGBBAA`.
  public var isColor: Bool { type == .integer && unit == "0xRRGGBBAA" }

  /// The value as JSON, in the form that ``value(json:)`` reads: colours are `"#RRGGBB"` or
  /// `"#RRGGBBAA"`.
  public func json(of value: LayoutValue) -> JSONValue {
    if isColor, case .integer(let rgba) = value, let text = ColorText.text(rgba) {
      return .string(text)
    }
    return value.json(cases: cases)
  }
}
