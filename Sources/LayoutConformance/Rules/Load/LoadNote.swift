// SPDX-License-Identifier: Apache-2.0
//
// A host judges by the note before it runs any code, so the table may not say otherwise.

import LayoutLoading

struct LoadNote: FileRule {
  let id = "load-note"
  let sentence = "The note and the table agree on id, name, version and layouts."
  let isGate = true

  func check(_ file: Specimen) throws(Finding) {
    try file.requireLoading(without: ["note-mismatch"])
  }
}
