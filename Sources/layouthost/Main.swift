// SPDX-License-Identifier: Apache-2.0
//
// The entry of the command: finds the subcommand, parses, runs, and turns errors into exit codes.

import Glibc
import LayoutModel

@main
enum Main {
  static let commands: [any Command.Type] = [
    ListCommand.self, InfoCommand.self, RenderCommand.self, FilmCommand.self, SwapCommand.self,
    SessionCommand.self, ProbeCommand.self, CompareCommand.self,
    CheckCommand.self, NewCommand.self, BenchCommand.self, DemoCommand.self, TrustCommand.self,
    QuarantineCommand.self,
  ]

  static func main() {
    // Whoever reads may stop to read: that is an error like a full disk, and no end in the middle.
    signal(SIGPIPE, SIG_IGN)
    let console = Console()
    let code = run(Array(CommandLine.arguments.dropFirst()), on: console)
    exit(code)
  }

  private static func run(_ words: [String], on console: Console) -> Int32 {
    do {
      let code = try dispatch(words, on: console)
      try console.flush()
      return code
    } catch {
      console.complain("layouthost: \(error)")
      return ExitCode.failed
    }
  }

  private static func dispatch(_ words: [String], on console: Console) throws -> Int32 {
    guard let first = words.first else {
      console.complain(text: overview)
      return ExitCode.usage
    }
    if ["--help", "-h", "help"].contains(first) {
      let topic = words.dropFirst().first.flatMap { word in commands.first { $0.name == word } }
      if let topic { return try run(topic, with: ["--help"], on: console) }
      try console.print(text: overview)
      return ExitCode.done
    }
    guard let command = commands.first(where: { $0.name == first }) else {
      let names = commands.map { $0.name }.joined(separator: ", ")
      console.complain("layouthost: there is no command '\(first)'; there are \(names)")
      return ExitCode.usage
    }
    return try run(command, with: Array(words.dropFirst()), on: console)
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
      return try command.run(arguments, on: console) ? ExitCode.done : ExitCode.failed
    } catch let error as UsageError {
      console.complain("layouthost \(command.name): \(error.message)")
      console.complain("Try 'layouthost \(command.name) --help'.")
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

      Commands:
      \(table.lines.joined(separator: "\n"))

      'layouthost COMMAND --help' tells the options of a command.
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
