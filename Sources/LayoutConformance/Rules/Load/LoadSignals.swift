// SPDX-License-Identifier: Apache-2.0
//
// Signal handlers belong to the whole process.

import LayoutLoading

struct LoadSignals: FileRule {
  let id = "load-signals"
  let sentence = "Loading changes no signal handler and no signal mask."

  func check(_ file: Specimen) throws(Finding) {
    try file.requireUnchanged(ProcessState.signals, by: "loading changes a signal's handling")
  }
}
