// SPDX-License-Identifier: Apache-2.0
//
// One picture came in, and its item has another size now.

import LayoutABI
import LayoutModel

struct UpdateReload: LayoutRule {
  let id = "update-reload"
  let sentence = "After items were invalidated by name, the layout answers what a new one answers."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    try subject.skipDynamics(trial)
    try skip(subject.descriptor.queries.isEmpty, "the layout asks nothing")
    let old = Model([5, 0, 13, 40, 1])
    trial.turn(to: old.world)
    try trial.makeReady()
    var new = old
    let paths = [ItemPath(0, 1), ItemPath(3, 7), ItemPath(3, 39), ItemPath(4, 0)]
    for path in paths { new.renew(path) }
    trial.turn(to: new.world)
    let names = paths.map {
      layout_element(
        category: UInt16(LAYOUT_CELL), kind: 0, section: UInt32($0.section), item: UInt32($0.item))
    }
    try trial.makeReady(LAYOUT_MARK_ITEMS, elements: names)
    try trial.requireLikeNew(new, "after the items were invalidated")
  }
}
