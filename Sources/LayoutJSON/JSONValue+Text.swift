// SPDX-License-Identifier: Apache-2.0
//
// JSON read from text, by jansson, and written as text.

import CJansson
import LayoutModel

// MARK: - Reading

extension JSONValue {
  /// Reads one JSON value, of any type, from the whole of `text`.
  ///
  /// - Throws: `bad-json` with line, column and jansson's reason. Refused are, among others:
  ///   duplicate members, invalid UTF-8, integers beyond 64 bits, numbers beyond `Double`, nesting
  ///   deeper than 2048.
  /// - Complexity: O(`text`).
  public init(parsing text: String) throws(LayoutError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// Reads one JSON value, of any type, from the whole of `bytes`, which are UTF-8.
  ///
  /// - Throws: `bad-json`, like the form that takes text.
  public init(parsing bytes: [UInt8]) throws(LayoutError) {
    guard !bytes.isEmpty else { throw LayoutError(.badJson, "JSON: the text is empty") }
    do throws(JSONFault) {
      self = try Self.parse(bytes)
    } catch {
      throw LayoutError(
        .badJson, "JSON, line \(error.line), column \(error.column): \(error.reason)")
    }
  }

  /// Reads one JSON value from a line of a file.
  ///
  /// - Parameters:
  ///   - number: The number of the line, from 1.
  ///   - file: The file named in the error; nil for standard input.
  /// - Throws: `bad-json` with file, line, column and jansson's reason.
  package init(parsing line: String, number: Int, of file: String?) throws(LayoutError) {
    do throws(JSONFault) {
      self = try Self.parse(Array(line.utf8))
    } catch {
      let file = file.map { "\($0), " } ?? ""
      throw LayoutError(
        .badJson,
        "JSON, \(file)line \(number + error.line - 1), column \(error.column): \(error.reason)")
    }
  }

  /// Reads one JSON value, for readers with their own message about the place of a fault.
  package static func parse(_ bytes: [UInt8]) throws(JSONFault) -> JSONValue {
    var failure = json_error_t()
    let flags = Int(JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL)
    let root = bytes.withUnsafeBytes { json_loadb($0.baseAddress, $0.count, flags, &failure) }
    guard let root else { throw JSONFault(failure) }
    defer { json_decref(root) }
    return JSONValue(copying: root)
  }

  /// Copies a value of jansson's, whose nesting the parser has bounded.
  fileprivate init(copying value: UnsafeMutablePointer<json_t>) {
    switch value.pointee.type {
    case JSON_OBJECT: self = .object(JSONObject(copying: value))
    case JSON_ARRAY:
      self = .array(
        (0..<json_array_size(value)).compactMap { index in
          json_array_get(value, index).map(JSONValue.init(copying:))
        })
    case JSON_STRING:
      self = .string(String(jansson: json_string_value(value), json_string_length(value)))
    case JSON_INTEGER: self = .integer(Int64(json_integer_value(value)))
    case JSON_REAL: self = .number(json_real_value(value))
    case JSON_TRUE: self = .bool(true)
    case JSON_FALSE: self = .bool(false)
    default: self = .null
    }
  }
}

/// The place at which a text stops being JSON, and the reason.
package struct JSONFault: Error {
  /// Counted from 1.
  package let line: Int
  /// The end of the fault, in characters from 1; 0 before the first.
  package let column: Int
  /// jansson's words.
  package let reason: String

  fileprivate init(_ failure: json_error_t) {
    line = Int(failure.line)
    column = Int(failure.column)
    reason = withUnsafeBytes(of: failure.text) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

extension JSONObject {
  /// jansson keeps the members in the order of the text.
  fileprivate init(copying object: UnsafeMutablePointer<json_t>) {
    var members: [Member] = []
    var place = json_object_iter(object)
    while let here = place {
      if let value = json_object_iter_value(here) {
        let key = String(jansson: json_object_iter_key(here), json_object_iter_key_len(here))
        members.append(Member(key, JSONValue(copying: value)))
      }
      place = json_object_iter_next(object, here)
    }
    self.init(members)
  }
}

extension String {
  /// Text that may hold a NUL; jansson has checked that it is UTF-8.
  fileprivate init(jansson bytes: UnsafePointer<CChar>?, _ count: Int) {
    let raw = UnsafeRawBufferPointer(UnsafeBufferPointer(start: bytes, count: count))
    self = String(decoding: raw, as: UTF8.self)
  }
}

// MARK: - Writing
//
// Writing JSON. Not jansson's: its numbers have 17 digits (0.1 becomes 0.10000000000000001), while
// Swift writes the shortest that reads back to the same value.

extension JSONValue {
  /// One line of JSON, or indented lines.
  ///
  /// Numbers are the shortest decimal that reads back to the same `Double`; a whole one prints
  /// without a point (`320`), so it reads back as an integer; −0 prints as `0`. JSON has no word for
  /// NaN and the infinities: they print as `null`.
  ///
  /// - Complexity: O(output).
  public func serialised(indented: Bool = false) -> String {
    var writer = Writer(indent: indented ? 0 : nil)
    writer.write(self)
    return writer.text
  }

  /// `value` as JSON writes it.
  public static func text(of value: Double) -> String {
    guard value.isFinite else { return "null" }
    // Below 2^53 every whole number is exact, and an integer's digits are the shortest.
    if value == value.rounded(), value.magnitude < 0x1p53 { return String(Int64(value)) }
    return value.description
  }
}

/// Writes a value as text, member by member.
private struct Writer {
  var text = ""
  /// The depth of the line under way; nil when all is one line.
  var indent: Int?

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += JSONValue.text(of: value)
    case .string(let string): write(quoted: string)
    case .array(let values):
      // Arrays of numbers stay on one line, so that a frame is easy to read.
      let isFlat = values.allSatisfy { $0.double != nil }
      list("[", values, "]", isFlat: isFlat) { writer, value in writer.write(value) }
    case .object(let object):
      list("{", object.members, "}", isFlat: false) { writer, member in
        writer.write(quoted: member.key)
        writer.text += writer.indent == nil ? ":" : ": "
        writer.write(member.value)
      }
    }
  }

  private mutating func list<Element>(
    _ open: String, _ elements: [Element], _ close: String, isFlat: Bool,
    _ body: (inout Writer, Element) -> Void
  ) {
    text += open
    let outer = indent
    if let outer, !isFlat { indent = outer + 1 }
    for (index, element) in elements.enumerated() {
      if index > 0 { text += isFlat && outer != nil ? ", " : "," }
      if !isFlat { breakLine() }
      body(&self, element)
    }
    indent = outer
    if !isFlat && !elements.isEmpty { breakLine() }
    text += close
  }

  private mutating func breakLine() {
    if let indent { text += "\n" + String(repeating: "  ", count: indent) }
  }

  private mutating func write(quoted string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..<" ", "\u{7f}"..."\u{9f}", "\u{2028}"..."\u{202e}", "\u{2066}"..."\u{2069}",
        "\u{61c}", "\u{200e}", "\u{200f}":
        // JSON requires the escape of the first of these; the others are terminal controls, or
        // change the direction of text.
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
