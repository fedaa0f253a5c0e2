// SPDX-License-Identifier: Apache-2.0
//
// The entry of the command: finds the subcommand, parses, runs, and turns errors into exit codes.

import Glibc
import LayoutABI
import LayoutModel

@main
enum Main {
  static let commands: [any Command.Type] = [
    ListCommand.self, InfoCommand.self, RenderCommand.self, FilmCommand.self, SwapCommand.self,
    SessionCommand.self, StudioCommand.self, ViewCommand.self, ProbeCommand.self,
    CompareCommand.self,
    CheckCommand.self, NewCommand.self, BenchCommand.self, DemoCommand.self, TrustCommand.self,
    QuarantineCommand.self, CompletionCommand.self,
  ]

  static func main() {
    Surroundings.prepare()
    let console = Console(reportsJSON: Surroundings.hasWord("--\(Option.json.name)"))
    exit(run(on: console))
  }

  private static func run(on console: Console) -> Int32 {
    do {
      let code = try dispatch(Surroundings.words(), on: console)
      try console.flush()
      return code
    } catch let error as UsageError {
      console.report(error)
      return ExitCode.usage
    } catch {
      console.report(error)
      return ExitCode.failed
    }
  }

  private static func dispatch(_ words: [String], on console: Console) throws -> Int32 {
    switch words.first {
    case nil:
      console.complain(text: overview)
      return ExitCode.usage
    case "--version", "-V":
      try console.print(Version.line)
      return ExitCode.done
    case "--help", "-h", "help":
      if let topic = words.dropFirst().first, topic != "--\(Option.json.name)" {
        return try run(try command(topic), with: ["--help"], on: console)
      }
      try console.print(text: overview)
      return ExitCode.done
    case let name?:
      return try run(try command(name), with: Array(words.dropFirst()), on: console)
    }
  }

  private static func command(_ name: String) throws(UsageError) -> any Command.Type {
    if let command = commands.first(where: { $0.name == name }) { return command }
    throw UsageError(
      "there is no command '\(name)'; " + NearNames.hint(for: name, among: commands.map { $0.name })
    )
  }

  /// Parses the rest of the line with the command's options and runs it.
  private static func run(
    _ command: any Command.Type, with words: [String], on console: Console
  ) throws -> Int32 {
    do {
      let (arguments, help) = try parse(words, for: command)
      if arguments.has(.help) {
        try console.print(text: help)
        return ExitCode.done
      }
      try Surroundings.check(for: command)
      return try command.run(arguments, on: console) ? ExitCode.done : ExitCode.failed
    } catch let error as UsageError {
      console.report(error, about: command.name)
      if !console.reportsJSON { console.complain("Try 'layouthost \(command.name) --help'.") }
      return ExitCode.usage
    }
  }

  private static func parse(
    _ words: [String], for command: any Command.Type
  ) throws(UsageError) -> (Arguments, help: String) {
    guard
      let parser = OptionParser(
        program: "layouthost \(command.name)", form: command.form, options: command.options,
        arguments: words)
    else { throw UsageError("the command line could not be read: out of memory") }
    let arguments = try parser.parse()
    let notes = command.notes.isEmpty ? "" : "\n\n" + command.notes
    let table = parser.helpText()
    return (arguments, "\(command.summary).\n\n\(table.trimmedEnd)\(notes)")
  }

  private static var overview: String {
    var table = Table(indent: "  ")
    for command in commands { table.add(command.name, command.summary) }
    return """
      layouthost: a collection view whose layouts are plugins.

      Usage: layouthost COMMAND [OPTION…]
             layouthost --version

      Commands:
      \(table.lines.joined(separator: "\n"))

      'layouthost COMMAND --help' lists the options of a command.

      Exit codes: 0 when all went well; 1 when something failed, broke a rule or differs from what was
      expected; 2 when the command line makes no sense. With --json errors are objects too, one a line
      on standard error. Colours are used on terminals, unless NO_COLOR is set.
      """
  }
}

extension String {
  /// Without line ends at the end.
  fileprivate var trimmedEnd: String {
    var text = self[...]
    while text.last == "\n" { text = text.dropLast() }
    return String(text)
  }
}

// MARK: - Subcommands
//
// What a subcommand is, and how the first word of the command line finds it.

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
  /// True when the command measures or draws text, which needs threads.
  static var drawsText: Bool { get }

  /// Runs the command.
  /// - Returns: True when everything went well; false makes the exit code 1 after the command has
  ///   reported the reason.
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

// MARK: - The version
//
// The version of this program.

enum Version {
  /// The version of the next release in the changelog; `-dev` until it is released.
  static let number = "0.1.0-dev"

  /// The line that `layouthost --version` prints.
  static var line: String { "layouthost \(number) (plugin ABI \(LAYOUT_ABI))" }
}
