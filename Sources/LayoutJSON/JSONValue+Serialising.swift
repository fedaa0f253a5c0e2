// SPDX-License-Identifier: Apache-2.0
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

/// Puts a value into text, member by member.
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
      // Numbers side by side stay on a line: a frame reads better so.
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
        // JSON needs the first of these escaped; the others are commands to a terminal, or turn the
        // direction of its text around.
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
