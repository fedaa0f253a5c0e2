// SPDX-License-Identifier: Apache-2.0
//
// The host answers a range in the form that is cheapest for it.

struct QueryForms: LayoutRule {
  let id = "query-forms"
  let sentence = "One answer for a whole range is as good as the same answer for each item of it."

  func check(_ subject: Subject) throws(Finding) {
    try skip(subject.descriptor.queries.isEmpty, "the layout asks nothing")
    func elements(_ answers: World.Answers) throws(Finding) -> [Element] {
      var world = World.ordinary
      world.answers = answers
      return try Trial.ready(subject, world).elements()
    }
    try subject.requireSame(
      try elements(.uniform), as: try elements(.same),
      "with LAYOUT_ANSWERED_UNIFORM, unlike the same answer for each item")
  }
}
