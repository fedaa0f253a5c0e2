// SPDX-License-Identifier: Apache-2.0
//
// Copies a part of the checkout with cp: Foundation's copy keeps the group of each file, which fails for a user who
// is not in that group.

import Foundation
import LayoutTesting
import Testing

/// Copies a file or folder of the checkout, by its path in the checkout.
func copyTree(_ path: String, to target: URL) throws {
  let source = repository.appending(path: path).path(percentEncoded: false)
  let copy = try Command.run(["cp", "-r", source, target.path()])
  try #require(copy.status == 0, "\(copy.errors)")
}
