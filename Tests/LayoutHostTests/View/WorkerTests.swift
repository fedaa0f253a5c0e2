// SPDX-License-Identifier: Apache-2.0
//
// The same view over a layout in another process.

import Glibc
import LayoutHost
import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("A layout in a worker")
struct WorkerTests {
  private func layout(_ plugin: String, _ id: String, tier: LayoutTier) throws -> CollectionLayout {
    try .make(
      id: id, file: PluginFile(judging: try bundledPlugin(plugin), trust: .bundled),
      running: LayoutPolicy(tier, options: WorkerOptions(deadlines: nil)))
  }

  /// A session with every kind of change, and the screen after each.
  private func session(_ layout: CollectionLayout) throws -> [[FailureTests.Sight]] {
    let gallery = try Gallery(
      [700, 300], layout: layout, viewportSize: Size(width: 400, height: 300))
    let view = gallery.view!
    var seen = [FailureTests.Sight.of(view)]
    func note() { seen.append(FailureTests.Sight.of(view)) }
    try view.drag(by: Vector(dx: -70, dy: -130), at: Point(x: 200, y: 200))
    note()
    try view.release(velocity: Vector(dx: 900, dy: 900))
    for frame in 1...40 {
      try view.advance(to: Double(frame) / 60)
      note()
    }
    try view.resize(to: Size(width: 500, height: 350))
    note()
    try view.performBatchUpdates { batch in
      gallery.counts = [690, 305, 4]
      for item in 0..<12 { batch.deleteItem(at: ItemPath(0, item)) }
      batch.moveItem(from: ItemPath(0, 60), to: ItemPath(1, 3))
      for item in 0..<3 { batch.insertItem(at: ItemPath(0, 40 + item)) }
      for item in 0..<4 { batch.insertItem(at: ItemPath(1, 9 + item)) }
      batch.insertSection(at: 2)
    }
    note()
    gallery.counts = [90]
    try view.reloadData()
    note()
    return seen
  }

  @Test(
    "the same session in both tiers looks the same, bit for bit",
    arguments: [
      ("FlowPlugin", "flow"), ("WaterfallPlugin", "waterfall"), ("MosaicPlugin", "mosaic"),
      ("SpringPlugin", "spring"),
    ])
  func tiers(_ plugin: String, _ id: String) throws {
    let near = try session(try layout(plugin, id, tier: .inProcess))
    let far = try session(try layout(plugin, id, tier: .worker))
    #expect(near == far)
    #expect(near.contains { !$0.isEmpty })
  }

  @Test("after the worker is killed the last frame stays, and a restart continues")
  func killed() throws {
    let layout = try layout("FlowPlugin", "flow", tier: .worker)
    let gallery = try Gallery([700], layout: layout)
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 200))
    try layout.set("minimumLineSpacing", to: .number(33))
    try view.layoutIfNeeded()
    let (sight, offset) = (FailureTests.Sight.of(view), view.contentOffset)
    kill(try #require((layout.connection as? WorkerConnection)?.processID), SIGKILL)
    let failure = #expect(throws: LayoutError.self) {
      try view.setContentOffset(Point(x: 0, y: 500))
    }
    #expect(failure?.plugin != nil && failure?.call != nil)
    #expect(FailureTests.Sight.of(view) == sight && view.contentOffset == offset)
    try layout.restart()
    try view.setContentOffset(Point(x: 0, y: 500))
    #expect(view.contentOffset.y == 500)
    #expect(try layout.value(of: "minimumLineSpacing") == .number(33))
  }

  @Test("a layout whose worker died is swapped for another, and the anchor keeps its place")
  func swapAway() throws {
    let dead = try layout("FlowPlugin", "flow", tier: .worker)
    let gallery = try Gallery([7000], layout: dead)
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 3000))
    let anchor = try #require(view.visibleCells.first?.attributes)
    kill(try #require((dead.connection as? WorkerConnection)?.processID), SIGKILL)
    #expect(throws: LayoutError.self) { try view.setContentOffset(Point(x: 0, y: 3100)) }
    let next = try TestLayout.grid()
    #expect(try view.setLayout(next)?.path == anchor.path)
    let frame = try #require(try view.layoutAttributesForItem(at: anchor.path)).frame
    #expect(frame.y - view.contentOffset.y == anchor.frame.y - 3000)
  }
}
