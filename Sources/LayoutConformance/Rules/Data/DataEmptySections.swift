// SPDX-License-Identifier: Apache-2.0
//
// Headers of sections without items still have a place.

struct DataEmptySections: LayoutRule {
  let id = "data-empty-sections"
  let sentence = "Sections without items are laid out."

  func check(_ subject: Subject) throws(Finding) {
    for counts: [UInt32] in [[0, 0], [0, 0, 3, 0], [3, 0, 0]] {
      try subject.requireSound(World(counts), "\(counts) items")
    }
  }
}
