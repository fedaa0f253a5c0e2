// SPDX-License-Identifier: Apache-2.0
//
// New versions of a plugin come while the host runs; what cannot go stays for good.

import LayoutLoading

struct LoadUnloads: FileRule {
  let id = "load-unloads"
  let sentence =
    "The image leaves the process when it is closed, unless the file says that it stays."

  func check(_ file: Specimen) throws(Finding) {
    guard case .loads(true, _) = file.verdict else {
      throw .skipped("the file says that it stays")
    }
    var path = ""
    do { path = try file.load().path }
    try require(
      !ProcessState.isMapped(path),
      "the image is still mapped after it was closed, and nothing in the file says why")
  }
}
