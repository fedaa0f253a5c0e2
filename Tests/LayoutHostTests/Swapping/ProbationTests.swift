// SPDX-License-Identifier: Apache-2.0
//
// A new version that fails soon after the swap, data that change during a swap, and the end of
// probation.

import Foundation
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("Hot swap: probation")
struct ProbationTests {
  private final class Ends {
    var all: [SwapEnd] = []
  }

  private func session() throws -> (Versions, Gallery) {
    let versions = try Versions(of: try FakeLayout.path())
    let gallery = try Gallery(
      [900], layout: try versions.layout("fake"), viewportSize: Size(width: 500, height: 300))
    try gallery.view.setContentOffset(Point(x: 0, y: 777))
    return (versions, gallery)
  }

  private func request(_ versions: Versions, _ ends: Ends) throws -> SwapRequest {
    var request = SwapRequest(
      file: try versions.replace(by: try FakeLayout.path()), layoutID: "fake")
    request.onEnd = { ends.all.append($0) }
    return request
  }

  @Test(
    "a layout that fails on probation is replaced by the old one: the same frame, bit for bit",
    arguments: [FakeLayout.Behaviour.error, .nanFrame, .duplicate], [0.0, 40.0])
  func rollback(_ behaviour: FakeLayout.Behaviour, moved: Double) throws {
    let (versions, gallery) = try session()
    let (view, old) = (gallery.view!, gallery.view.collectionViewLayout)
    let sight = FailureTests.Sight.of(view)
    let ends = Ends()
    #expect(LayoutSwapper(try request(versions, ends), on: view).run().receipt != nil)
    let new = view.collectionViewLayout
    for frame in 1...20 { try view.setContentOffset(Point(x: 0, y: 777 + Double(frame))) }
    try view.setContentOffset(Point(x: 0, y: 777))
    #expect(ends.all.isEmpty && view.isOnProbation)
    try new.set("call", to: FakeLayout.Call.attributesInRect.value)
    try new.set("behaviour", to: behaviour.value)
    // The frame in which it fails shows the old layout, at the offset that the app set.
    if moved > 0 {
      try view.setContentOffset(Point(x: 0, y: 777 + moved))
    } else {
      try view.layoutIfNeeded()
    }
    #expect(view.collectionViewLayout === old)
    #expect(view.contentOffset == Point(x: 0, y: 777 + moved))
    guard case .rolledBack(let refusal)? = ends.all.first, ends.all.count == 1 else {
      Issue.record("\(ends.all)")
      return
    }
    #expect(refusal.stage == .probation)
    #expect(refusal.error.plugin == "test.fake" && refusal.error.call != nil)
    try view.setContentOffset(Point(x: 0, y: 777))
    #expect(FailureTests.Sight.of(view).map(\.attributes) == sight.map(\.attributes))
    #expect(FailureTests.Sight.of(view).map(\.content) == sight.map(\.content))
    #expect(!view.isOnProbation)
  }

  @Test("probation ends after 60 frames, or before the first frame with other data")
  func ends() throws {
    let (versions, gallery) = try session()
    let view = gallery.view!
    let ends = Ends()
    weak var old = view.collectionViewLayout
    #expect(LayoutSwapper(try request(versions, ends), on: view).run().receipt != nil)
    for frame in 1...59 { try view.setContentOffset(Point(x: 0, y: 700 + Double(frame))) }
    #expect(view.isOnProbation && old != nil)
    try view.setContentOffset(Point(x: 0, y: 700))
    #expect(!view.isOnProbation && ends.all == [.retired])
    #expect(old == nil, "the old layout is released")

    old = view.collectionViewLayout
    #expect(LayoutSwapper(try request(versions, ends), on: view).run().receipt != nil)
    let new = view.collectionViewLayout
    try view.performBatchUpdates(animated: false) { batch in
      gallery.counts = [899]
      batch.deleteItem(at: ItemPath(0, 0))
    }
    #expect(!view.isOnProbation && ends.all.count == 2 && old == nil)
    try new.set("behaviour", to: FakeLayout.Behaviour.error.value)
    #expect(throws: LayoutError.self) { try view.setContentOffset(Point(x: 0, y: 600)) }
    #expect(view.collectionViewLayout === new, "a later failure does not bring the old one back")
  }

  @Test("a swap in the completion of another one begins its own probation, and ends the other")
  func swapInCompletion() throws {
    let (versions, gallery) = try session()
    let view = gallery.view!
    let (ends, nestedEnds) = (Ends(), Ends())
    var first = try request(versions, ends)
    // A file of its own, because the one of the first swap may not change until that is over.
    let others = try Versions(of: try FakeLayout.path())
    let second = try request(others, nestedEnds)
    var nested: SwapAnswer?
    first.completion = { _ in nested = LayoutSwapper(second, on: view).run() }
    #expect(LayoutSwapper(first, on: view).run().receipt != nil)
    try withExtendedLifetime(others) { _ = try #require(nested?.receipt) }
    #expect(ends.all == [.retired] && nestedEnds.all.isEmpty && view.isOnProbation)
    for frame in 1...59 { try view.setContentOffset(Point(x: 0, y: 700 + Double(frame))) }
    #expect(view.isOnProbation)
    try view.setContentOffset(Point(x: 0, y: 700))
    #expect(nestedEnds.all == [.retired] && ends.all.count == 1 && !view.isOnProbation)
  }

  @Test("a layout that fails in the notices of its own swap gives way to its own predecessor")
  func failsInCompletion() throws {
    let (versions, gallery) = try session()
    let view = gallery.view!
    let (ends, nextEnds) = (Ends(), Ends())
    #expect(LayoutSwapper(try request(versions, ends), on: view).run().receipt != nil)
    let first = view.collectionViewLayout
    var next = try request(versions, nextEnds)
    next.completion = { _ in
      try? view.collectionViewLayout.set("call", to: FakeLayout.Call.attributesInRect.value)
      try? view.collectionViewLayout.set("behaviour", to: FakeLayout.Behaviour.error.value)
      try? view.setContentOffset(Point(x: 0, y: 900))
    }
    #expect(LayoutSwapper(next, on: view).run().receipt != nil)
    #expect(view.collectionViewLayout === first && view.contentOffset.y == 900)
    #expect(ends.all == [.retired])
    guard case .rolledBack(let refusal)? = nextEnds.all.first else {
      Issue.record("\(nextEnds.all)")
      return
    }
    #expect(refusal.stage == .probation && nextEnds.all.count == 1 && !view.isOnProbation)
  }

  @Test("an interactive transition to another layout ends the probation of the one that leaves")
  func transition() throws {
    let (versions, gallery) = try session()
    let view = gallery.view!
    let ends = Ends()
    #expect(LayoutSwapper(try request(versions, ends), on: view).run().receipt != nil)
    let other = try TestLayout.bundled("FlowPlugin", "flow")
    try view.startInteractiveTransition(to: other)
    #expect(view.isOnProbation && ends.all.isEmpty)
    try view.finishInteractiveTransition(animated: false)
    #expect(!view.isOnProbation && ends.all == [.retired])
    #expect(view.collectionViewLayout === other)
  }

  @Test("an error of the app's data does not count against the layout")
  func appFails() throws {
    let (versions, gallery) = try session()
    let view = gallery.view!
    let ends = Ends()
    #expect(LayoutSwapper(try request(versions, ends), on: view).run().receipt != nil)
    let new = view.collectionViewLayout
    gallery.mistake = { _ in throw FailureTests.Oops() }
    #expect(throws: LayoutError.self) { try view.setContentOffset(Point(x: 0, y: 5)) }
    #expect(view.collectionViewLayout === new && view.isOnProbation && ends.all.isEmpty)
  }

  @Test("data that change between stages are prepared for again, three times at most")
  func busy() throws {
    for changeCount in [3, 4] {
      let (versions, gallery) = try session()
      let (view, old) = (gallery.view!, gallery.view.collectionViewLayout)
      let swapper = LayoutSwapper(try request(versions, Ends()), on: view)
      var changed = 0
      while swapper.answer == nil {
        if swapper.stage == .commit, changed < changeCount {
          changed += 1
          try view.performBatchUpdates(animated: false) { batch in
            gallery.counts[0] -= 1
            batch.deleteItem(at: ItemPath(0, 1))
          }
        }
        swapper.step()
      }
      if changeCount == 3 {
        #expect(swapper.answer?.receipt != nil)
        #expect(view.collectionViewLayout !== old)
        #expect(view.numberOfItems(inSection: 0) == 897)
      } else {
        #expect(swapper.answer?.refusal?.stage == .commit)
        #expect(swapper.answer?.refusal?.error.code == "busy")
        #expect(view.collectionViewLayout === old)
      }
    }
  }

  @Test("a commit waits for the end of a batch, and the scroll offset between stages is kept")
  func waits() throws {
    let (versions, gallery) = try session()
    let view = gallery.view!
    let swapper = LayoutSwapper(try request(versions, Ends()), on: view)
    while swapper.stage != .commit { swapper.step() }
    try view.setContentOffset(Point(x: 0, y: 900))
    try view.performBatchUpdates(animated: false) { _ in
      #expect(swapper.isWaiting)
      #expect(swapper.step() == nil)
      #expect(swapper.stage == .commit)
    }
    let before = view.counters
    let sight = FailureTests.Sight.of(view)
    #expect(swapper.step()?.receipt != nil)
    #expect((view.counters - before).prepares == 0, "it was already prepared")
    #expect(FailureTests.Sight.of(view) == sight, "the same version looks the same")
    #expect(view.contentOffset.y == 900)
  }
}
