// SPDX-License-Identifier: Apache-2.0
//
// What a layout is made of may be gone, or not be allowed.

import LayoutABI
import LayoutModel
import LayoutRuntime

struct ChildrenRefused: LayoutRule {
  let id = "children-refused"
  let sentence = "A layout whose children cannot be opened fails with a status, or does without."

  func check(_ subject: Subject) throws(Finding) {
    try skip(subject.findChild == nil, "its note says nothing of layout.children/1")
    let refuse: ChildFinder = { id throws(LayoutError) in
      throw LayoutError(.unknownLayout, "there is no layout \(id)")
    }
    // Not to be made at all is a way to fail too.
    guard let trial = try? Trial(subject, findChild: refuse) else { return }
    for (index, property) in subject.descriptor.properties.enumerated() {
      guard property.type == .text else { continue }
      let status = trial.setProperty(index, .text("nothing"))
      try require(status <= 0, "\(property.name) for no layout gives the status \(status)")
    }
    let status = trial.prepare()
    try require(status <= 0, "without children prepare gives the status \(status)")
    guard status == LAYOUT_OK else { return }
    try trial.ok(trial.contentSize().status, "content_size without children")
    _ = try trial.answer(in: trial.world.bounds)
  }
}
