// SPDX-License-Identifier: Apache-2.0
//
// An app starts with nothing and fills up later.

struct DataNone: LayoutRule {
  let id = "data-none"
  let sentence = "No section at all is laid out."

  func check(_ subject: Subject) throws(Finding) {
    try subject.requireSound(World([]), "without a section")
  }
}
