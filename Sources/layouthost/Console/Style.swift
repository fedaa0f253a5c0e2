// SPDX-License-Identifier: Apache-2.0
//
// Colours of the terminal, and when they are used.

import Glibc

/// The look of a piece of text on a terminal.
enum Style: String {
  case strong = "1"
  case faint = "2"
  case bad = "31"
  case good = "32"
  case notable = "33"
}

/// Colours text for one of the standard streams.
struct Paint {
  /// False for files, pipes and terminals without colours, and where the user wants none.
  let isOn: Bool

  /// Paint for what is written to `descriptor`.
  ///
  /// It is on when the descriptor is a terminal, `NO_COLOR` is unset or empty (https://no-color.org)
  /// and `TERM` is not `dumb`.
  init(for descriptor: CInt) {
    isOn = isatty(descriptor) == 1 && Self.value("NO_COLOR").isEmpty && Self.value("TERM") != "dumb"
  }

  /// Returns the text in a style. The text must not hold control characters.
  func callAsFunction(_ text: String, _ style: Style?) -> String {
    guard isOn, let style, !text.isEmpty else { return text }
    return "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m"
  }

  private static func value(_ name: String) -> String {
    getenv(name).map { String(cString: $0) } ?? ""
  }
}
