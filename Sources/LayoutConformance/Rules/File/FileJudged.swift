// SPDX-License-Identifier: Apache-2.0
//
// A file that a host would not even load.

import LayoutLoading

struct FileJudged: FileRule {
  let id = "file-judged"
  let sentence =
    "The file is sound by itself: an ELF library for this machine with one layout note."
  let isGate = true

  func check(_ file: Specimen) throws(Finding) {
    if let refusal = file.verdict.refusal { throw Finding(refusal) }
  }
}
