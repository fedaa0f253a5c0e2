// SPDX-License-Identifier: Apache-2.0
//
// An app binds the answers that it has, or none.

struct QueryUnbound: LayoutRule {
  let id = "query-unbound"
  let sentence = "Without answers from the app a layout goes by its properties."

  func check(_ subject: Subject) throws(Finding) {
    try skip(subject.descriptor.queries.isEmpty, "the layout asks nothing")
    var world = World.ordinary
    world.answers = .unbound
    try subject.requireSound(world, "with no query bound")
    let expected = try Trial.ready(subject, world).elements()
    world.answers = .unanswered
    try subject.requireSound(world, "with queries bound that answer nothing")
    try subject.requireSame(
      try Trial.ready(subject, world).elements(), as: expected,
      "with queries that answer LAYOUT_UNANSWERED, unlike queries that are not bound")
  }
}
