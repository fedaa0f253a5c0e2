// SPDX-License-Identifier: Apache-2.0
//
// Rules about the life of an instance.

import LayoutABI
import LayoutModel

/// Without an instance nothing else can be asked.
struct CreateWorks: LayoutRule {
  let id = "create-works"
  let sentence = "An instance can be made, its table is long enough and every slot is set."
  let isGate = true

  func check(_ subject: Subject) throws(Finding) {
    _ = try Trial(subject)
  }
}

/// Without a first frame nothing can be said of the layout's answers.
struct FrameRuns: LayoutRule {
  let id = "frame-runs"
  let sentence = "A first frame over a few sections of ordinary data succeeds."
  let isGate = true

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial.ready(subject)
    _ = try trial.answer(in: trial.world.bounds)
  }
}

/// Hosts change layouts at will, for hours.
struct DestroyClean: LayoutRule {
  let id = "destroy-clean"
  let sentence = "A layout's end gives back its memory, its threads and its descriptors."

  func check(_ subject: Subject) throws(Finding) {
    let roundCount = 40
    func live() throws(Finding) {
      let trial = try Trial(subject)
      try trial.prepareFrame()
      _ = try trial.answer(in: trial.world.bounds)
    }
    for _ in 0..<10 { try live() }
    let (threads, open) = (ProcessState.threadCount, ProcessState.descriptors)
    // What grows once is a cache of somebody's; what grows each time leaks.
    var growths: [Int] = []
    let limit = roundCount * 8
    // Tables of the host grow by leaps, so one span in which nothing stays is enough.
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
  let sentence = "Instances do not touch each other."

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

/// A host prepares again when it is not sure.
struct PrepareTwice: LayoutRule {
  let id = "prepare-twice"
  let sentence = "Preparing twice for the same gives the same as once."

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

/// "Forget all and start over" is what LAYOUT_MARK_EVERYTHING says.
struct PrepareAnew: LayoutRule {
  let id = "prepare-anew"
  let sentence = "Told to forget everything, a layout is as good as a new one."

  func check(_ subject: Subject) throws(Finding) {
    let fresh = try Trial(subject)
    try subject.skipDynamics(fresh)
    let size = try fresh.makeReady()
    let expected = try fresh.elements()
    let trial = try Trial(subject, World([200, 3]))
    try trial.makeReady()
    var wide = World([1, 1, 90])
    wide.container = Size(width: 1000, height: 700)
    wide.edition = 5
    trial.turn(to: wide)
    try trial.makeReady()
    trial.turn(to: .ordinary)
    let next = try trial.makeReady()
    try require(next == size, "after other data the content is \(next); a new one says \(size)")
    try subject.requireSame(
      try trial.elements(), as: expected,
      "told LAYOUT_MARK_EVERYTHING after other data, unlike a new layout")
  }
}

/// The last good frame stays on screen, and is scrolled on.
struct ErrorLeavesLayout: LayoutRule {
  let id = "error-leaves-layout"
  let sentence = "A prepare that fails leaves the layout as it was."

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
        // It does not ask this query: the new data are laid out.
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
