// SPDX-License-Identifier: Apache-2.0
//
// A library linked with -ffast-math sets the processor to flush small numbers to zero for everybody.

import CConformance
import LayoutLoading

struct LoadFloatMode: FileRule {
  let id = "load-float-mode"
  let sentence = "Loading leaves rounding and floating-point exceptions as they were."

  func check(_ file: Specimen) throws(Finding) {
    try file.requireUnchanged(
      ["mode 0x\(String(layout_conformance_float_mode(), radix: 16))"],
      by: "loading changes how the processor computes")
  }
}
