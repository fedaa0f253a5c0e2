// SPDX-License-Identifier: Apache-2.0
//
// Layouts without memory for their answers, at one allocation after the other.

import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutEngine
@testable import LayoutHost

extension SimulationTests {
  @Test("no memory at each allocation for a new layout: the old one stays, and no plugin is blamed")
  func eachAllocation() throws {
    guard Asked.seed == nil else { return }
    var count = 0
    // Two sessions in this process and two with workers.
    for seed: UInt64 in [8, 14, 6, 18] {
      let world = SimulatedWorld(of: "each allocation, seed \(seed)")
      try onOneProcessor {
        try world.inside {
          defer { world.end() }
          count += try SimulatedSession(seed: seed, in: world).failAll()
        }
      }
    }
    #expect(count > 0, "no allocation failed")
  }
}

extension SimulatedSession {
  /// Shows layouts with each of their allocations failing once.
  ///
  /// - Returns: The number of allocations that failed.
  fileprivate func failAll() throws -> Int {
    let choices = [
      LayoutChoice(plugin: "FlowPlugin", id: "flow"),
      LayoutChoice(plugin: "CompositionalPlugin", id: "compositional"),
      LayoutChoice(
        plugin: "SectionsPlugin", id: "sections",
        settings: [("layouts", .text("flow,mosaic,waterfall"))]),
    ]
    var failureCount = 0
    for choice in choices {
      var count = 0
      while try fail(choice, after: count) { count += 1 }
      failureCount += count
    }
    return failureCount
  }

  /// Shows a new layout while one allocation fails, and then again.
  ///
  /// - Returns: False if there are fewer allocations.
  private func fail(_ choice: LayoutChoice, after count: Int) throws -> Bool {
    let place = "allocation \(count) of \(choice.id), in a worker: \(isRemote)"
    let layout = isRemote ? try choice.make(in: world) : try choice.make()
    try own(layout, choice)
    let (old, before) = (view.shownLayout, view.visibleElements.map(\.attributes))
    let failedBefore = world.memory.failedCount
    world.memory.planFailure(after: count)
    var failure: LayoutError?
    do throws(LayoutError) { try view.setLayout(layout) } catch { failure = error }
    world.memory.cancelFailure()
    let hasFailed = world.memory.failedCount > failedBefore
    if let failure {
      try require(
        hasFailed && isFaultOfRoom(failure), "error of memory", "\(failure), \(place)")
      try require(
        view.shownLayout === old && view.visibleElements.map(\.attributes) == before,
        "without memory nothing changes", place)
      try view.setLayout(layout)
    }
    world.tidy()
    try view.layoutIfNeeded()
    try require(!view.isFrameDue && view.shownLayout === layout, "it heals", place)
    try require(
      world.strikes.isEmpty && world.records.isEmpty, "no plugin is blamed for memory",
      "\(world.strikes), \(world.records), \(place)")
    try look(after: place)
    if isQuiet { try lookAtFresh(view.visibleElements, place) }
    return hasFailed
  }
}
