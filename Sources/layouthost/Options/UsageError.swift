// SPDX-License-Identifier: Apache-2.0
//
// A command line that makes no sense: exit code 2, and where the help is.

import LayoutJSON
import LayoutLoading

/// A mistake in the command line, in words that name the argument and what would do.
struct UsageError: Error, CustomStringConvertible {
  let message: String

  init(_ message: String) { self.message = message }

  var description: String { message }

  /// The form of `LayoutError`'s JSON, with the code `usage`.
  var json: JSONObject {
    JSONObject([.init("code", "usage"), .init("message", .string(message))])
  }
}
