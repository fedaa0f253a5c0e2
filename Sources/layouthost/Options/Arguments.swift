// SPDX-License-Identifier: Apache-2.0
//
// The options that a command declares, and the parsed command line, with accessors that throw usage
// errors.

import LayoutHost
import LayoutModel

// MARK: - Options
//
// One option of a command, declared as a value; `OptionParser` hands them to popt.

/// An option of a command.
struct Option: Equatable {
  /// The name without the dashes.
  let name: String
  /// The one-letter form, or nil.
  let letter: Character?
  /// The placeholder of the argument in `--help`; nil makes the option a flag.
  let placeholder: String?
  /// The allowed words of the argument; empty if it is not limited to words.
  let words: [String]
  let help: String

  /// A flag.
  init(_ name: String, letter: Character? = nil, help: String) {
    self.init(name, letter: letter, taking: nil, help: help)
  }

  /// Makes an option with an argument. It may be given several times; a command with one value
  /// takes the last.
  ///
  /// - Parameter words: The allowed words of the argument; empty if it is not limited to words.
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
  /// The form of the option for commands whose output is always JSON.
  static let jsonErrors = Option("json", help: "Print errors as JSON too")
  static let plugins = Option(
    "plugins", letter: "p", taking: "DIR",
    help: "Search DIR for plugins before all others (repeatable)")
  static let tier = Option(
    "tier", taking: "TIER", of: LayoutTier.allCases.map(\.rawValue),
    help:
      "The process of layouts: auto (bundled and trusted ones here, all others sandboxed), in-process, worker, sandboxed"
  )
  static let trustOnce = Option(
    "trust-once",
    help: "Run all plugins in this process this time, not only bundled and trusted ones")
}

// MARK: - Arguments

/// The options and operands of one call, in the order given.
struct Arguments {
  /// The words that are no options.
  var operands: [String] = []
  /// Every option with its argument; a flag has an empty one.
  var values: [(name: String, value: String)] = []

  /// Returns true when the option was given.
  func has(_ option: Option) -> Bool { values.contains { $0.name == option.name } }

  /// Every argument given to the option, in order.
  func all(_ option: Option) -> [String] {
    values.compactMap { $0.name == option.name ? $0.value : nil }
  }

  /// The last argument given to the option.
  func last(_ option: Option) -> String? { all(option).last }

  /// The option's argument.
  /// - Throws: A usage error that names the option when it is missing.
  func required(_ option: Option) throws(UsageError) -> String {
    guard let value = last(option) else {
      let letter = option.letter.map { " (-\($0))" } ?? ""
      throw UsageError("--\(option.name)\(letter) \(option.placeholder ?? "") is missing")
    }
    return value
  }

  /// Returns the only operand.
  /// - Throws: A usage error that names the expected operand, or the first one too many.
  func onlyOperand(_ what: String) throws(UsageError) -> String {
    guard let first = operands.first else { throw UsageError("\(what) is missing") }
    try refuseOperands(after: 1)
    return first
  }

  /// Refuses operands beyond those of the command.
  func refuseOperands(after count: Int = 0) throws(UsageError) {
    guard operands.count > count else { return }
    throw UsageError("'\(operands[count])' is one argument too many")
  }

  /// The option's argument as a finite number within bounds.
  func number(_ option: Option, default fallback: Double, in range: ClosedRange<Double>)
    throws(UsageError) -> Double
  {
    guard let text = last(option) else { return fallback }
    guard let value = Double(text), value.isFinite, range.contains(value) else {
      throw UsageError(
        "--\(option.name): '\(text)' is not a number from \(plain(range.lowerBound)) to "
          + "\(plain(range.upperBound))")
    }
    return value
  }

  /// The option's argument as a whole number within bounds.
  func count(_ option: Option, default fallback: Int, in range: ClosedRange<Int>)
    throws(UsageError) -> Int
  {
    guard let text = last(option) else { return fallback }
    guard let value = Int(text), range.contains(value) else {
      throw UsageError(
        "--\(option.name): '\(text)' is not a whole number from \(range.lowerBound) to "
          + "\(range.upperBound)")
    }
    return value
  }

  /// The option's argument as an extent, `1200x800`, in points.
  func size(_ option: Option, default fallback: Size) throws(UsageError) -> Size {
    guard let text = last(option) else { return fallback }
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
      .map { Double(String($0)) }
    let bounds = 1.0...100_000
    guard parts.count == 2, let width = parts[0], let height = parts[1], bounds.contains(width),
      bounds.contains(height)
    else {
      throw UsageError(
        "--\(option.name): '\(text)' is not a size such as 1200x800 (each side 1 to 100000)")
    }
    return Size(width: width, height: height)
  }

  /// The option's argument as one of its words.
  func choice(_ option: Option, default fallback: String) throws(UsageError) -> String {
    guard let text = last(option) else { return fallback }
    let words = option.words
    guard words.contains(text) else {
      throw UsageError(
        "--\(option.name): '\(text)' is none of \(words.joined(separator: ", "))"
          + (NearNames.question(for: text, among: words).map { "; \($0)" } ?? ""))
    }
    return text
  }
}

/// A number without a trailing ".0".
func plain(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
}
