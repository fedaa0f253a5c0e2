// SPDX-License-Identifier: Apache-2.0
//
// Rules about queries and the services of a host.

import LayoutABI

/// An app binds some queries, or none.
struct QueryUnbound: LayoutRule {
  let id = "query-unbound"
  let sentence = "A layout uses its properties if the app does not answer its queries."

  func check(_ subject: Subject) throws(Finding) {
    try skip(subject.descriptor.queries.isEmpty, "the layout asks nothing")
    var world = World.ordinary
    world.answers = .unbound
    try subject.requireSound(world, "with no query bound")
    let expected = try Trial.ready(subject, world).elements()
    world.answers = .unanswered
    try subject.requireSound(world, "with bound queries that answer nothing")
    try subject.requireSame(
      try Trial.ready(subject, world).elements(), as: expected,
      "with queries that answer LAYOUT_UNANSWERED, unlike queries that are not bound")
  }
}

/// The host answers a range in the form that is cheapest for it.
struct QueryForms: LayoutRule {
  let id = "query-forms"
  let sentence = "One answer for a whole range has the same effect as that answer for each item."

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

/// The app fixes its mistake, and the next frame must come.
struct QueryFails: LayoutRule {
  let id = "query-fails"
  let sentence =
    "After a failed query, a prepare whose queries succeed gives the result of a first prepare."

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

/// Every service of a host can fail.
struct HostRefuses: LayoutRule {
  let id = "host-refuses"
  let sentence = "After a refusal of any host function, a layout continues or fails with a status."

  func check(_ subject: Subject) throws(Finding) {
    for refusal in HostRefusal.allCases {
      // A layout may also refuse in `create`.
      guard let trial = try? Trial(subject, spoil: refusal.spoil) else { continue }
      let status = trial.prepare()
      try require(status <= 0, "without \(refusal.rawValue) prepare gives the status \(status)")
      guard status == LAYOUT_OK else { continue }
      try trial.ok(trial.contentSize().status, "content_size without \(refusal.rawValue)")
      _ = try trial.answer(in: trial.world.bounds)
    }
  }
}

/// A service that the host does not give.
enum HostRefusal: String, CaseIterable {
  case query, registerDecoration = "register_decoration", registerReuse = "register_reuse"
  case mapPaths = "map_paths", postEvent = "post_event", extensions = "extension"

  /// Puts a function that refuses into the table.
  func spoil(_ table: UnsafeMutablePointer<layout_host>) {
    switch self {
    case .query: table.pointee.query = { _, _ in nil }
    case .registerDecoration:
      table.pointee.register_decoration = { _, _, _ in LAYOUT_ERROR_ARGUMENT }
    case .registerReuse: table.pointee.register_reuse = { _, _, _ in LAYOUT_ERROR_ARGUMENT }
    case .mapPaths: table.pointee.map_paths = { _, _, _, _ in LAYOUT_ERROR_MEMORY }
    case .postEvent: table.pointee.post_event = { _, _, _, _ in LAYOUT_ERROR_MEMORY }
    case .extensions: table.pointee.extension = { _, _ in nil }
    }
  }
}
