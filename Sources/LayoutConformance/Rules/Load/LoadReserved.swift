// SPDX-License-Identifier: Apache-2.0
//
// What is not zero today could not get a meaning tomorrow.

import LayoutLoading

struct LoadReserved: FileRule {
  let id = "load-reserved"
  let sentence = "Reserved members of the static tables are zero, and only declared flags are set."
  let isGate = true

  func check(_ file: Specimen) throws(Finding) {
    try file.requireLoading(without: ["reserved-used"])
  }
}
