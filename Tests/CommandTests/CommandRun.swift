// SPDX-License-Identifier: Apache-2.0
//
// Runs the command from the build directory of the tests.

import LayoutJSON
import LayoutLoading
import LayoutTesting

/// Runs `layouthost` with a home of its own, so that no plugin of the user who runs the tests takes
/// part.
///
/// - Parameters:
///   - home: The folder that is kept from one run to the next. Nil makes one that is removed after
///     the run.
///   - redirection: A redirection of the shell: "<file", ">/dev/full".
///   - before: A line of the shell that runs first: "ulimit -f 0".
///   - variables: Further variables, as `NAME=value`.
///   - timeLimit: The seconds after which the command is killed: for a command that must end by
///     itself and would otherwise hang the test.
///   - directory: The working directory.
///   - program: Another build of the command; nil for the one that was built with the tests.
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
    // Uses bash, since Debian's sh cannot limit the number of processes.
    words += ["bash", "-c", "\(start)exec \"$0\" \"$@\" \(redirection ?? "")"]
  }
  words.append(try program ?? Executables.find("layouthost"))
  return try Command.run(words + arguments, in: directory)
}

func layouthost(_ arguments: String...) throws -> Command { try layouthost(arguments) }

extension Command {
  /// Parses the output as one JSON value.
  func json() throws -> JSONValue { try JSONValue(parsing: output) }
}
