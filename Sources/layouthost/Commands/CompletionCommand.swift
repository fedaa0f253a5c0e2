// SPDX-License-Identifier: Apache-2.0
//
// `layouthost completion`: what a shell needs to complete command lines of this program.

enum CompletionCommand: Command {
  static let name = "completion"
  static let summary = "Print what bash, zsh or fish need to complete command lines"
  static let form = "bash | zsh | fish"
  static let options: [Option] = []
  static let notes = """
    Packages and 'make install' put the scripts where the shells find them. For this session alone:
      source <(layouthost completion bash)
      source <(layouthost completion zsh)
      layouthost completion fish | source

    Commands, options, ids of layouts and files are completed; ids are those that 'layouthost list' finds.
    """

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    let word = arguments.operands.first
    if word == "words" {
      let line = Array(arguments.operands.dropFirst())
      for line in Completer(Main.commands).candidates(for: line).lines {
        try console.print(text: line)
      }
      return true
    }
    let shells = Shell.allCases.map(\.rawValue).joined(separator: ", ")
    guard let word else { throw UsageError("a shell is missing: \(shells)") }
    guard let shell = Shell(rawValue: word) else {
      throw UsageError("'\(word)' is none of \(shells)")
    }
    try arguments.refuseOperands(after: 1)
    try console.print(text: shell.script)
    return true
  }
}
