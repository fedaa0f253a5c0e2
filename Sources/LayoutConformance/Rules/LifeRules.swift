// SPDX-License-Identifier: Apache-2.0
//
// Rules about the life of an instance.

import Glibc
import LayoutABI
import LayoutModel
import LayoutRuntime

/// No other rule can run without an instance.
struct CreateWorks: LayoutRule {
  let id = "create-works"
  let sentence = "An instance can be made, its table is long enough and every slot is set."
  let isGate = true

  func check(_ subject: Subject) throws(Finding) {
    _ = try Trial(subject)
  }
}

/// No answers can be judged without a first frame.
struct FrameRuns: LayoutRule {
  let id = "frame-runs"
  let sentence = "A first frame over a few sections of ordinary data succeeds."
  let isGate = true

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial.ready(subject)
    _ = try trial.answer(in: trial.world.bounds)
  }
}

/// Hosts switch layouts often, for hours.
struct DestroyClean: LayoutRule {
  let id = "destroy-clean"
  let sentence = "The end of a layout releases its memory, threads and descriptors."

  func check(_ subject: Subject) throws(Finding) {
    let roundCount = 40
    func live() throws(Finding) {
      let trial = try Trial(subject)
      try trial.prepareFrame()
      _ = try trial.answer(in: trial.world.bounds)
    }
    for _ in 0..<10 { try live() }
    let (threads, open) = (ProcessState.threadCount, ProcessState.descriptors)
    // Memory that grows once is a cache; memory that grows each time is a leak.
    var growths: [Int] = []
    let limit = roundCount * 8
    // Tables of the host grow in steps, so one span without growth is enough.
    repeat {
      let before = ProcessState.heapBytes
      for _ in 0..<roundCount { try live() }
      growths.append(ProcessState.heapBytes - before)
    } while growths.last! >= limit && growths.count < 6
    let least = growths.min() ?? 0
    try require(
      least < limit, "\(roundCount) lives leave \(least) bytes behind, each time")
    try require(
      ProcessState.threadCount == threads,
      "a life leaves threads behind: \(threads) became "
        + "\(ProcessState.threadCount)")
    if let line = ProcessState.difference(open, ProcessState.descriptors) {
      throw .broken("a life leaves a descriptor behind: \(line)")
    }
  }
}

/// Two views in one app may have the same layout.
struct InstancesApart: LayoutRule {
  let id = "instances-apart"
  let sentence = "Instances do not affect each other."

  func check(_ subject: Subject) throws(Finding) {
    let first = try Trial(subject)
    let size = try first.makeReady()
    let before = try first.elements()
    do {
      let second = try Trial(subject, World([30, 2]))
      try second.makeReady()
      _ = try second.elements()
      try requireSame(first, before, size, "beside another instance with other data")
    }
    try requireSame(first, before, size, "after the end of another instance")
  }

  private func requireSame(
    _ trial: Trial, _ elements: [Element], _ size: Size, _ what: String
  ) throws(Finding) {
    let now = trial.contentSize().size
    try require(now == size, "\(what), the content is \(now), it was \(size)")
    try trial.subject.requireSame(try trial.elements(), as: elements, what)
  }
}

/// A host prepares again when it is not sure about its state.
struct PrepareTwice: LayoutRule {
  let id = "prepare-twice"
  let sentence = "A repeated prepare for the same data gives the same result."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    try subject.skipDynamics(trial)
    let size = try trial.makeReady()
    let before = try trial.elements()
    for _ in 0..<3 {
      let next = try trial.makeReady()
      try require(next == size, "prepared again, the content is \(next) and no longer \(size)")
      try subject.requireSame(
        try trial.elements(), as: before, "prepared again for the same data and room")
    }
  }
}

/// LAYOUT_MARK_EVERYTHING means: drop all caches and start again.
struct PrepareAnew: LayoutRule {
  let id = "prepare-anew"
  let sentence = "After LAYOUT_MARK_EVERYTHING a layout equals a new one."

  func check(_ subject: Subject) throws(Finding) {
    let fresh = try Trial(subject)
    try subject.skipDynamics(fresh)
    let size = try fresh.makeReady()
    let expected = try fresh.elements()
    let trial = try Trial(subject, World([200, 3]))
    try trial.makeReady()
    var wide = World([1, 1, 90])
    wide.viewportSize = Size(width: 1000, height: 700)
    wide.edition = 5
    trial.turn(to: wide)
    try trial.makeReady()
    trial.turn(to: .ordinary)
    let next = try trial.makeReady()
    try require(next == size, "after other data the content is \(next); a new one says \(size)")
    try subject.requireSame(
      try trial.elements(), as: expected,
      "after LAYOUT_MARK_EVERYTHING with other data, unlike a new layout")
  }
}

/// The last good frame stays on screen, and the user scrolls on.
struct ErrorLeavesLayout: LayoutRule {
  let id = "error-leaves-layout"
  let sentence = "A failed prepare leaves the layout unchanged."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    var size = try trial.makeReady()
    var before = try trial.elements()
    var didFail = false
    for query in subject.descriptor.queries {
      var world = World.ordinary
      world.answers = .failing(query.name)
      world.counts = [1, 3]
      trial.turn(to: world)
      if trial.prepare() == LAYOUT_OK {
        // The layout does not use this query: the new data are laid out.
        (size, before) = (trial.contentSize().size, try trial.elements())
        continue
      }
      didFail = true
      try require(
        trial.contentSize().size == size,
        "after a failed \(query.name) the content is \(trial.contentSize().size), it was \(size)")
      try subject.requireSame(
        try trial.elements(), as: before, "after a prepare that failed because \(query.name) did")
    }
    try skip(!didFail, "no query makes its prepare fail")
  }
}

// MARK: - Calls in any order

/// The header defines the legal orders of calls; a host may use all of them.
struct CallOrders: LayoutRule {
  let id = "call-orders"
  let sentence =
    "Every order of four legal calls succeeds, and the layout can be destroyed after each of them."

  func check(_ subject: Subject) throws(Finding) {
    var path = [0, 0, 0, 0]
    let calls = LegalCall.allCases
    for number in 0..<path.reduce(1, { product, _ in product * calls.count }) {
      var rest = number
      for place in path.indices { (path[place], rest) = (rest % calls.count, rest / calls.count) }
      let trial = try Trial(subject, World([2, 0, 9]))
      try trial.prepareFrame()
      for (place, call) in path.enumerated() {
        do throws(Finding) { try calls[call].make(on: trial) } catch {
          guard case .broken(let text) = error else { throw error }
          let before = path[..<place].map { calls[$0].rawValue }.joined(separator: ", ")
          throw .broken("\(text), after \(before.isEmpty ? "prepare" : before)")
        }
      }
    }
  }
}

/// A call, or two that always come together.
enum LegalCall: String, CaseIterable {
  case setProperty = "set_property, prepare"
  case getProperty = "get_property"
  case invalidate = "should_invalidate"
  case prepare = "prepare"
  case bulk = "attributes_in_rect"
  case single = "attributes_for"
  case settle = "extension, advance"

  /// Makes the call.
  func make(on trial: Trial) throws(Finding) {
    let properties = trial.subject.descriptor.properties
    switch self {
    case .setProperty:
      guard let property = properties.first else { return }
      try trial.ok(trial.setProperty(0, property.defaultValue), "set_property")
      // Single queries are legal before the new value takes effect.
      if let name = trial.names().first { _ = try trial.single(name) }
      try trial.prepareFrame(LAYOUT_MARK_PROPERTIES)
    case .getProperty:
      if !properties.isEmpty { try trial.ok(trial.property(0).status, "get_property") }
    case .invalidate:
      var place = trial.world.offset
      place.y += 5
      try trial.step(to: place)
    case .prepare: try trial.prepareFrame()
    case .bulk: _ = try trial.answer(in: trial.world.bounds)
    case .single: if let name = trial.names().last { _ = try trial.single(name) }
    case .settle: if let (status, _) = trial.advance(by: 0.1) { try trial.ok(status, "advance") }
    }
  }
}
