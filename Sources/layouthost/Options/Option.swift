// SPDX-License-Identifier: Apache-2.0
//
// One option of a command, declared as a value; `OptionParser` hands them to popt.

import LayoutHost

/// An option that a command understands.
struct Option: Equatable {
  /// Without the dashes.
  let name: String
  /// The one-letter form, or nil.
  let letter: Character?
  /// The placeholder of the argument in `--help`; nil makes the option a flag.
  let placeholder: String?
  /// The words of which the argument is one; empty where it is not one of a few.
  let words: [String]
  let help: String

  /// A flag.
  init(_ name: String, letter: Character? = nil, help: String) {
    self.init(name, letter: letter, taking: nil, help: help)
  }

  /// An option with an argument. It may be given several times; a command that wants one takes the
  /// last.
  ///
  /// - Parameter words: The words of which the argument is one; empty where it is not one of a few.
  init(
    _ name: String, letter: Character? = nil, taking placeholder: String?, of words: [String] = [],
    help: String
  ) {
    self.name = name
    self.letter = letter
    self.placeholder = placeholder
    self.words = words
    self.help = help
  }
}

extension Option {
  static let help = Option("help", letter: "h", help: "Show this help and stop")
  static let json = Option("json", help: "Print JSON")
  /// For commands whose output is JSON anyway.
  static let jsonErrors = Option("json", help: "Print errors as JSON too")
  static let plugins = Option(
    "plugins", letter: "p", taking: "DIR",
    help: "Search DIR for plugins before all others (repeatable)")
  static let tier = Option(
    "tier", taking: "TIER", of: LayoutTier.allCases.map(\.rawValue),
    help:
      "Where layouts run: auto (bundled and trusted ones here, all others sandboxed), in-process, worker, sandboxed"
  )
  static let trustOnce = Option(
    "trust-once",
    help: "Run all plugins in this process, this time, not only bundled and trusted ones")
}
