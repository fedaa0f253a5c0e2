// SPDX-License-Identifier: Apache-2.0
//
// Values of properties as people type them on a command line.

import LayoutJSON
import LayoutLoading
import LayoutModel

extension PropertyDescriptor {
  /// Reads what a person typed: `12`, `#FF8800`, `0xFF8800FF`, `true`, `horizontal`, `50x50` or `50,50`, `1,2,3,4`, `none`,
  /// and JSON for arrays and objects.
  ///
  /// - Throws: `bad-value` with the property, the text and what would do.
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

  /// Numbers between commas or crosses; nil when anything else stands there.
  private static func numbers(_ text: String) -> [Double]? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "x" }
    let numbers = parts.compactMap { Double(String($0)) }
    return numbers.count == parts.count ? numbers : nil
  }
}
