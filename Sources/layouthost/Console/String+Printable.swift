// SPDX-License-Identifier: Apache-2.0
//
// Text from outside made harmless: what a terminal would obey is written out instead.

extension String {
  /// The text with control characters (C0, DEL, C1) written as Swift escapes: `\n`, `\u{1b}`.
  ///
  /// File names, names and help of plugins and error messages may hold any; sent to a terminal they
  /// could move its cursor or forge a line of output.
  var printable: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\t": text += "\\t"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case _ where scalar.isControl: text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// C0, DEL and C1.
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}
