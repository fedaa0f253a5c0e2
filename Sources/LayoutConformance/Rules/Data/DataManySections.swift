// SPDX-License-Identifier: Apache-2.0
//
// A section has a cost of its own.

struct DataManySections: LayoutRule {
  let id = "data-many-sections"
  let sentence = "A thousand sections are laid out."

  func check(_ subject: Subject) throws(Finding) {
    let counts = (0..<1000).map { UInt32($0 % 4) }
    try subject.requireSound(World(counts), "1000 sections")
  }
}
