// SPDX-License-Identifier: Apache-2.0
//
// The end of an animation, the calls of its completion, and the same animation in another process.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Ends of animations")
struct CompletionTests {
  @Test("B6: a completion says whether its animation ran to its end")
  func interrupted() throws {
    for change in 0..<3 {
      let gallery = try Mover.app([3])
      let view = gallery.view!
      var outcomes: [String] = []
      gallery.counts = [4]
      try view.performBatchUpdates({ $0.insertItem(at: ItemPath(0, 0)) }) {
        outcomes.append("first \($0)")
      }
      try view.advance(to: 0.1)
      switch change {
      case 0:
        gallery.counts = [5]
        try view.performBatchUpdates({ $0.insertItem(at: ItemPath(0, 0)) }) {
          outcomes.append("second \($0)")
        }
      case 1: try view.reloadData()
      default: try view.setLayout(try Mover.layout("other"))
      }
      #expect(outcomes == (change == 0 ? [] : ["first false"]))
      #expect(view.isAnimating == (change == 0))
      try view.advance(to: 0.3)
      if change == 0 { #expect(outcomes == ["first true"]) }
      try view.advance(to: 0.4)
      if change == 0 { #expect(outcomes == ["first true", "second true"]) }
      #expect(gallery.leavingCount == 0 && !view.isAnimating)
    }
  }

  @Test(
    "B6: a change that moves nothing completes at once, and a completion may begin the next batch")
  func nothing() throws {
    let gallery = try Mover.app([3])
    let view = gallery.view!
    var outcomes: [Bool] = []
    try view.performBatchUpdates({ _ in }) { outcomes.append($0) }
    gallery.counts = [3, 0]
    try view.performBatchUpdates({ $0.insertSection(at: 1) }) { outcomes.append($0) }
    #expect(outcomes == [true, true] && !view.isAnimating)
    gallery.counts = [4, 0]
    try view.performBatchUpdates({ $0.insertItem(at: ItemPath(0, 0)) }) { _ in
      gallery.counts = [5, 0]
      #expect(throws: Never.self) { try view.insertItems(at: [ItemPath(0, 0)]) }
    }
    try view.advance(to: 0.3)
    #expect(view.isAnimating && view.visibleCells.count == 4)
    try view.advance(to: 0.6)
    #expect(!view.isAnimating)
  }

  @Test("a refused batch animates nothing, and its completion is not called")
  func refused() throws {
    let gallery = try Mover.app([3])
    let view = gallery.view!
    #expect(throws: LayoutError.self) {
      try view.performBatchUpdates({ $0.insertItem(at: ItemPath(0, 0)) }) { _ in
        Issue.record("completion of a refused batch")
      }
    }
    #expect(!view.isAnimating)
    try view.advance(to: 1)
  }

  @Test("a spring overshoots and returns, in its own time")
  func spring() throws {
    let gallery = try Mover.app([2])
    let view = gallery.view!
    let spring = SpringCurve(dampingRatio: 0.4, response: 0.4)
    try view.performBatchUpdates(timing: .spring(spring)) {
      $0.moveItem(from: ItemPath(0, 0), to: ItemPath(0, 1))
    }
    var farthest = 0.0
    for frame in 1...40 {
      let time = Double(frame) / 60
      try view.advance(to: time)
      let x = try gallery.shown(ItemPath(0, 1)).frame.x
      #expect(abs(x - 100 * (1 - spring.remaining(at: time))) < 1e-9)
      farthest = max(farthest, x)
    }
    // e^(−πζ/√(1−ζ²)) of the way: 25.4 %.
    #expect(farthest > 124 && farthest < 126)
    try view.advance(to: spring.settlingDuration)
    #expect(!view.isAnimating)
    #expect(try gallery.shown(ItemPath(0, 1)).frame.x == 100)
  }

  @Test("the same animation looks the same in both tiers, bit for bit")
  func tiers() throws {
    func session(_ tier: LayoutTier) throws -> [[LayoutAttributes]] {
      func layout(_ id: String) throws -> CollectionLayout {
        let plugin = id == "flow" ? "FlowPlugin" : "MosaicPlugin"
        return try .make(
          id: id, file: PluginFile(judging: try bundledPlugin(plugin), trust: .bundled),
          running: LayoutPolicy(tier, options: WorkerOptions(deadlines: nil)))
      }
      let gallery = try Gallery([300], layout: try layout("flow"))
      let view = gallery.view!
      view.animation.isEnabled = true
      var seen: [[LayoutAttributes]] = []
      func frames(_ count: Int) throws {
        for _ in 0..<count {
          try view.advance(to: view.clock + 0.02)
          seen.append(view.visibleElements.map(\.attributes))
        }
      }
      try view.performBatchUpdates { batch in
        gallery.counts = [301]
        batch.deleteItem(at: ItemPath(0, 2))
        batch.insertItem(at: ItemPath(0, 0))
        batch.insertItem(at: ItemPath(0, 7))
      }
      try frames(8)
      try view.setLayout(try layout("mosaic"), animated: true)
      try frames(8)
      try view.resize(to: Size(width: 700, height: 500), animated: true)
      try frames(20)
      return seen
    }
    let near = try session(.inProcess)
    let far = try session(.worker)
    #expect(near.count == 36)
    #expect(near.map(\.count) == far.map(\.count))
    for (a, b) in zip(near, far) {
      #expect(a.map(\.frame) == b.map(\.frame) && a.map(\.alpha) == b.map(\.alpha))
    }
  }
}
