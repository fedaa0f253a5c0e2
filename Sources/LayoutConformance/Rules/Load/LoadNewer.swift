// SPDX-License-Identifier: Apache-2.0
//
// A plugin cannot know what a later host is able to do; the later host knows what the plugin needs.

import LayoutABI
import LayoutLoading

struct LoadNewer: FileRule {
  let id = "load-newer"
  let sentence = "The entry gives hosts of every later ABI the same table."

  func check(_ file: Specimen) throws(Finding) {
    let image = try file.load()
    for abi in [LAYOUT_ABI, 2, 1000, .max] {
      guard let table = image.table(forHostOf: abi) else {
        throw .broken(
          "the entry gives a host of ABI \(abi) no table; it may refuse smaller numbers only")
      }
      try require(table == image.table, "the entry gives a host of ABI \(abi) another table")
    }
  }
}
