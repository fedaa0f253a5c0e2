// SPDX-License-Identifier: Apache-2.0
//
// The entry is the first code of a plugin that a host calls.

import LayoutLoading

struct LoadEntry: FileRule {
  let id = "load-entry"
  let sentence = "The entry gives a host of this ABI its table, and the same one each time."
  let isGate = true

  func check(_ file: Specimen) throws(Finding) {
    try file.requireLoading(without: ["entry-missing", "abi-refused"])
    guard let first = try? file.open(), let second = try? file.open() else {
      return
    }
    try require(first.table == second.table, "a second call of the entry gives another table")
  }
}
