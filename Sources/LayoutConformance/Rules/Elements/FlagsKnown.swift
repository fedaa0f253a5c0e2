// SPDX-License-Identifier: Apache-2.0
//
// A bit without a meaning today may get one tomorrow.

import LayoutABI

struct FlagsKnown: LayoutRule {
  let id = "flags-known"
  let sentence = "Only declared flags are set."

  func check(_ subject: Subject) throws(Finding) {
    try subject.inspectRecords { (record, inspection) throws(Finding) in
      try require(
        record.flags & ~(LAYOUT_HIDDEN | LAYOUT_PINNED) == 0,
        "\(inspection.name(record)) has the flags 0x\(String(record.flags, radix: 16))")
    }
  }
}
