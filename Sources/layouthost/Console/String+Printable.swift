// SPDX-License-Identifier: Apache-2.0
//
// Text from outside made harmless: what a terminal would obey is written out instead.

extension String {
  /// The text with control characters (C0, DEL, C1), ends of lines and what turns the direction of
  /// text around written as Swift escapes: `\n`, `\u{1b}`, `\u{202e}`.
  ///
  /// File names, names and help of plugins and error messages may hold any; sent to a terminal they
  /// could move its cursor, forge a line of output or show a name backwards.
  var printable: String {
    guard unicodeScalars.contains(where: \.commandsTerminal) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\t": text += "\\t"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case _ where scalar.commandsTerminal: text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// C0, DEL and C1; U+2028 and U+2029; the marks, embeddings, overrides and isolates of the
  /// bidirectional algorithm (UAX #9).
  fileprivate var commandsTerminal: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }
}
