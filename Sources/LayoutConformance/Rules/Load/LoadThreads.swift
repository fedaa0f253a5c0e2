// SPDX-License-Identifier: Apache-2.0
//
// A thread that runs code of an image makes it crash when the image is unmapped.

import LayoutLoading

struct LoadThreads: FileRule {
  let id = "load-threads"
  let sentence = "Loading starts no thread."

  func check(_ file: Specimen) throws(Finding) {
    try file.requireUnchanged(
      ["\(ProcessState.threadCount) threads"], by: "loading changes the number of threads")
  }
}
