// SPDX-License-Identifier: Apache-2.0
//
// Pages, rows and patterns break at their first and last places.

struct DataSmall: LayoutRule {
  let id = "data-small"
  let sentence = "Any small number of items is laid out: 0, 1, 2, 12, 13 and those around."

  func check(_ subject: Subject) throws(Finding) {
    for count: UInt32 in [0, 1, 2, 3, 4, 5, 11, 12, 13, 24, 25] {
      try subject.requireSound(World([count]), "\(count) items in one section")
    }
  }
}
