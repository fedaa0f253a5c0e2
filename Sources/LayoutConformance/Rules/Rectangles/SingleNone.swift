// SPDX-License-Identifier: Apache-2.0
//
// A host may ask for what there is not: after a delete, for a kind that a section lacks.

import LayoutABI

struct SingleNone: LayoutRule {
  let id = "single-none"
  let sentence = "Asked for an element that there is not, the layout answers none."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial.ready(subject)
    var names: [layout_element] = []
    for (section, count) in trial.world.counts.enumerated() {
      names.append(
        layout_element(
          category: UInt16(LAYOUT_CELL), kind: 0, section: UInt32(section), item: count))
      names.append(
        layout_element(
          category: UInt16(LAYOUT_CELL), kind: 0, section: UInt32(section), item: LAYOUT_PATH_NONE))
    }
    let beyond = UInt32(trial.world.counts.count)
    names.append(layout_element(category: UInt16(LAYOUT_CELL), kind: 0, section: beyond, item: 0))
    for (kind, one) in subject.descriptor.kinds.enumerated() where one.category == .supplementary {
      names.append(
        layout_element(
          category: UInt16(LAYOUT_SUPPLEMENTARY), kind: UInt16(kind), section: beyond, item: 0))
    }
    for name in names {
      let count = try trial.single(name).records.count
      try require(
        count == 0,
        "attributes_for \(name.text(subject.descriptor)) gives \(count) element; it is not in the data of "
          + "\(trial.world.counts) items, so the answer is LAYOUT_OK with a count of 0")
    }
  }
}
