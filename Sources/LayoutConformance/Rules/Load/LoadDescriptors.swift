// SPDX-License-Identifier: Apache-2.0
//
// A host lists what plugins there are; that alone may cost nothing that stays.

import LayoutLoading

struct LoadDescriptors: FileRule {
  let id = "load-descriptors"
  let sentence = "Loading opens and closes no file descriptor."

  func check(_ file: Specimen) throws(Finding) {
    try file.requireUnchanged(ProcessState.descriptors, by: "loading changes the open descriptors")
  }
}
