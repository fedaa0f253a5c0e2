// SPDX-License-Identifier: Apache-2.0
//
// Runs the command that was built beside the tests.

import LayoutLoading
import LayoutTesting

/// Runs `layouthost` with a home of its own, so that no plugin of the person who tests takes part.
///
/// - Parameters:
///   - home: Holds what is kept from one run to the next; gone after the run when none is given.
///   - redirection: In the shell's words: "<file", ">/dev/full".
///   - patience: Seconds after which it is killed: for what must end by itself, and would
///     hang the test where it does not.
func layouthost(
  _ arguments: [String], home: TemporaryDirectory? = nil, redirection: String? = nil,
  patience: Int? = nil
) throws -> Command {
  let home = try home ?? TemporaryDirectory()
  var words = [
    "-u", "LAYOUTHOST_PATH", "XDG_DATA_HOME=\(home.path)", "XDG_CONFIG_HOME=\(home.path)",
    "XDG_STATE_HOME=\(home.path)",
  ]
  if let patience { words += ["timeout", "-s", "KILL", "\(patience)"] }
  if let redirection { words += ["sh", "-c", "exec \"$0\" \"$@\" \(redirection)"] }
  words.append(try Executables.find("layouthost"))
  return try Command.run(words + arguments)
}

func layouthost(_ arguments: String...) throws -> Command { try layouthost(arguments) }

extension Command {
  /// The output as one JSON value.
  func json() throws -> JSONValue { try JSONValue(parsing: output) }
}
