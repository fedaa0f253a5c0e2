// SPDX-License-Identifier: Apache-2.0
//
// Directories for what a command leaves behind.

import Glibc
import LayoutModel

/// Makes a directory and those above it; one that is there is fine.
/// - Throws: `output-unwritable` with the path and the system's reason.
func makeFolder(_ path: String, mode: mode_t = 0o777) throws(LayoutError) {
  var prefix = path.hasPrefix("/") ? "/" : ""
  for part in path.split(separator: "/") {
    prefix += part
    guard mkdir(prefix, mode) == 0 || errno == EEXIST else {
      throw LayoutError(
        .outputUnwritable,
        "\(path) cannot be made: \(prefix): \(String(cString: strerror(errno)))")
    }
    prefix += "/"
  }
}
