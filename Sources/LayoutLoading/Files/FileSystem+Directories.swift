// SPDX-License-Identifier: Apache-2.0
//
// Directories of the user's own.

import Glibc
import LayoutModel

extension FileSystem {
  /// Makes a directory, and those above it that are missing, for the user alone.
  ///
  /// - Throws: `unwritable` with the reason.
  package static func makeDirectory(_ path: String) throws(LayoutError) {
    guard !exists(path) else { return }
    let above = parent(of: path)
    if above != path { try makeDirectory(above) }
    // Somebody else's making it in the meantime is as good.
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw LayoutError(.unwritable, "\(path): cannot be made: \(reason())")
    }
  }
}
