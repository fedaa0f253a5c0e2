// SPDX-License-Identifier: Apache-2.0
//
// A command line that makes no sense: exit code 2, and where the help is.

/// What is wrong with the command line, in words that name the argument and what would do.
struct UsageError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
