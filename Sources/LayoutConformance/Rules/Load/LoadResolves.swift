// SPDX-License-Identifier: Apache-2.0
//
// A plugin is one file: what it needs is in it or in the system's libraries.

import LayoutLoading

struct LoadResolves: FileRule {
  let id = "load-resolves"
  let sentence = "The dynamic loader finds every library and symbol that the file needs."
  let isGate = true

  func check(_ file: Specimen) throws(Finding) {
    try file.requireLoading(without: ["load-failed"])
  }
}
