// SPDX-License-Identifier: Apache-2.0
//
// Runs the command that was built beside the tests.

import LayoutJSON
import LayoutLoading
import LayoutTesting

/// Runs `layouthost` with a home of its own, so that no plugin of the person who tests takes part.
///
/// - Parameters:
///   - home: Holds what is kept from one run to the next; gone after the run when none is given.
///   - redirection: In the shell's words: "<file", ">/dev/full".
///   - before: A line of the shell before it: "ulimit -f 0".
///   - variables: Further variables, as `NAME=value`.
///   - timeLimit: Seconds after which it is killed: for what must end by itself, and would
///     hang the test where it does not.
///   - directory: Where it runs.
///   - program: Another build of the command than the one that was built with the tests.
func layouthost(
  _ arguments: [String], home: TemporaryDirectory? = nil, redirection: String? = nil,
  before: String? = nil, variables: [String] = [], timeLimit: Int? = nil,
  in directory: String? = nil, program: String? = nil
) throws -> Command {
  let home = try home ?? TemporaryDirectory()
  var words = [
    "-u", "LAYOUTHOST_PATH", "XDG_DATA_HOME=\(home.path)", "XDG_CONFIG_HOME=\(home.path)",
    "XDG_STATE_HOME=\(home.path)",
  ]
  words += variables
  if let timeLimit { words += ["timeout", "-s", "KILL", "\(timeLimit)"] }
  if redirection != nil || before != nil {
    let start = before.map { $0 + "; " } ?? ""
    // bash, since the shell of Debian has no limit of processes.
    words += ["bash", "-c", "\(start)exec \"$0\" \"$@\" \(redirection ?? "")"]
  }
  words.append(try program ?? Executables.find("layouthost"))
  return try Command.run(words + arguments, in: directory)
}

func layouthost(_ arguments: String...) throws -> Command { try layouthost(arguments) }

extension Command {
  /// The output as one JSON value.
  func json() throws -> JSONValue { try JSONValue(parsing: output) }
}
