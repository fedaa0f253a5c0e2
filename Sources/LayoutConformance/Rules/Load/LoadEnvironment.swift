// SPDX-License-Identifier: Apache-2.0
//
// What the process works in belongs to the app.

import LayoutLoading

struct LoadEnvironment: FileRule {
  let id = "load-environment"
  let sentence =
    "Loading changes neither the environment nor the working directory, the umask or the locale."

  func check(_ file: Specimen) throws(Finding) {
    try file.requireUnchanged(ProcessState.surroundings, by: "loading changes the surroundings")
  }
}
