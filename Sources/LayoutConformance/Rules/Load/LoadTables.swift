// SPDX-License-Identifier: Apache-2.0
//
// Tables that are not as the headers say cannot be read, so nothing could be said of what is behind.

import LayoutLoading

struct LoadTables: FileRule {
  let id = "load-tables"
  let sentence =
    "The static tables are as the headers say: sizes, names, types, defaults inside their ranges."
  let isGate = true

  func check(_ file: Specimen) throws(Finding) {
    try file.requireLoading(without: ["table-too-short", "bad-table"])
  }
}
