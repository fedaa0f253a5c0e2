// SPDX-License-Identifier: Apache-2.0
//
// Indices do not fit 16 bits, and work per item adds up.

struct DataLarge: LayoutRule {
  let id = "data-large"
  let sentence = "A section of 100,000 items is laid out."

  func check(_ subject: Subject) throws(Finding) {
    try subject.requireSound(World([100_000]), "100,000 items in one section")
  }
}
