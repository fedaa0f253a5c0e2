// SPDX-License-Identifier: Apache-2.0
//
// Help, usage errors and exit codes.

import Testing

@Suite("help and usage")
struct HelpTests {
  static let commands = [
    "list", "info", "render", "film", "swap", "session", "studio", "view", "probe", "compare",
    "check", "new", "bench", "demo", "trust", "completion",
  ]

  @Test("--help of the command lists every subcommand", arguments: ["--help", "-h", "help"])
  func overview(word: String) throws {
    let run = try layouthost(word)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    for command in Self.commands { #expect(run.output.contains("\n  \(command) "), "\(command)") }
  }

  @Test("every subcommand has --help with its usage line", arguments: commands)
  func help(command: String) throws {
    let run = try layouthost(command, "--help")
    #expect(run.status == 0)
    #expect(run.output.contains("Usage: layouthost \(command) [OPTION...]"))
    #expect(run.output.contains("-h, --help"))
    #expect(try layouthost("help", command).output == run.output)
  }

  @Test(
    "a wrong command line exits with 2 and names the argument",
    arguments: [
      (["nonsense"], "no command 'nonsense'"),
      (["list", "--bogus"], "--bogus"),
      (["list", "stray"], "'stray' is one argument too many"),
      (["list", "--plugins"], "--plugins"),
      (["info"], "PLUGIN is missing"),
      (["info", "a", "b"], "'b' is one argument too many"),
      (["render", "unicode", "--layout", "flow"], "--output"),
      (["render", "--layout", "flow", "-o", "x.png"], "SOURCE is missing"),
      (["render", "unicode", "--layout", "flow", "-o", "x.png", "--size", "big"], "'big'"),
      (["render", "unicode", "--layout", "flow", "-o", "x.png", "--scale", "0"], "--scale"),
      (["render", "unicode", "--layout", "flow", "-o", "x.png", "--tier", "moon"], "'moon'"),
      (["render", "unicode", "--layout", "flow", "-o", "x.png", "--set", "novalue"], "'novalue'"),
      (["film", "unicode", "-l", "flow"], "--output"),
      (["swap", "unicode", "-o", "x"], "--layouts"),
      (["bench", "no/such"], "no/such"),
    ])
  func usage(words: [String], names: String) throws {
    let run = try layouthost(words)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(names), "\(run.errors)")
    #expect(run.errors.contains("--help") || words == ["nonsense"], "\(run.errors)")
  }

  @Test("without a command the overview goes to standard error, exit code 2")
  func nothing() throws {
    let run = try layouthost()
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("Usage: layouthost COMMAND"))
  }

  @Test("output that cannot be written is an error, and no line is lost silently")
  func fullDevice() throws {
    let run = try layouthost(["--help"], redirection: ">/dev/full")
    #expect(run.status == 1)
    #expect(run.errors.contains("[unwritable]"))
  }
}
