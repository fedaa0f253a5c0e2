// SPDX-License-Identifier: Apache-2.0
//
// What a subcommand is, and how the first word of the command line finds it.

import LayoutModel

/// A subcommand of `layouthost`.
protocol Command: SendableMetatype {
  static var name: String { get }
  /// One line, for the list of commands.
  static var summary: String { get }
  /// The operands, for the usage line.
  static var form: String { get }
  static var options: [Option] { get }
  /// Printed after the options in `--help`.
  static var notes: String { get }
  /// True when it measures or draws text, which takes threads.
  static var drawsText: Bool { get }

  /// Does the work.
  /// - Returns: Whether everything went well; false makes the exit code 1 after the command said why.
  /// - Throws: ``UsageError`` for exit code 2, `LayoutError` for 1.
  static func run(_ arguments: Arguments, on console: Console) throws -> Bool
}

extension Command {
  static var notes: String { "" }
  static var drawsText: Bool { false }
}

/// Exit codes of the command.
enum ExitCode {
  static let done: Int32 = 0
  static let failed: Int32 = 1
  static let usage: Int32 = 2
}
