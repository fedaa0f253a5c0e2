// SPDX-License-Identifier: Apache-2.0
//
// An app's mistake is mended, and the next frame has to come.

struct QueryFails: LayoutRule {
  let id = "query-fails"
  let sentence = "After a query failed, a prepare whose queries succeed is as good as a first one."

  func check(_ subject: Subject) throws(Finding) {
    try skip(subject.descriptor.queries.isEmpty, "the layout asks nothing")
    let expected = try Trial.ready(subject).elements()
    for query in subject.descriptor.queries {
      let trial = try Trial(subject)
      try trial.makeReady()
      var world = World.ordinary
      world.answers = .failing(query.name)
      trial.turn(to: world)
      let status = trial.prepare()
      try require(status <= 0, "with \(query.name) failing, prepare gives the status \(status)")
      trial.turn(to: .ordinary)
      try trial.makeReady()
      try subject.requireSame(
        try trial.elements(), as: expected,
        "prepared again after a prepare whose \(query.name) failed")
    }
  }
}
