// SPDX-License-Identifier: Apache-2.0
//
// Sections that the app scrolls, and their offsets when the data, the layout or the process
// changes.

import Glibc
import LayoutHost
import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("Sections scrolled by the app")
struct CrossScrollingTests {
  private func offsets(_ view: CollectionView) -> [Double] {
    (0..<view.numberOfSections).map { view.crossOffset(ofSection: $0) }
  }

  @Test("an offset is limited to the ends, set at once or by the clock, and the delegate is called")
  func programmatic() throws {
    let gallery = try Shelves.gallery()
    let (view, ears) = (gallery.view!, CrossEars())
    view.delegate = ears
    try view.setCrossOffset(250, ofSection: 1)
    #expect(view.shownX(ItemPath(1, 3)) == 80)
    try view.setCrossOffset(1e6, ofSection: 2)
    try view.setCrossOffset(-3, ofSection: 0)
    #expect(offsets(view) == [0, 250, 1690])
    #expect(ears.heard == ["1: 250.0", "2: 1690.0"])
    try view.setCrossOffset(0, ofSection: 1, animated: true)
    #expect(view.isMoving && view.crossOffset(ofSection: 1) == 250)
    var last = 250.0
    try view.pass(200) {
      #expect(view.crossOffset(ofSection: 1) <= last)
      last = view.crossOffset(ofSection: 1)
    }
    #expect(last == 0 && !view.isMoving)
    #expect(ears.heard.last == "1: 0.0")
    #expect(!ears.heard.contains("view"))
  }

  @Test("an invalid offset or section is refused by name, and no section moves")
  func refusals() throws {
    let gallery = try Shelves.gallery([20, 20], ["plain": 1])
    let view = gallery.view!
    func refusal(_ offset: Double, _ section: Int) -> String? {
      let error = #expect(throws: LayoutError.self) {
        try view.setCrossOffset(offset, ofSection: section)
      }
      return error.map { "\($0.code.rawValue): \($0.message)" }
    }
    #expect(refusal(.nan, 0) == "not-finite: the offset of a section is finite, not nan")
    #expect(refusal(1, 2) == "unknown-section: there is no section 2; there are 2")
    #expect(
      refusal(1, 1)
        == "not-across: section 1 does not scroll across in shelves; scroll to its items, or use a "
        + "layout with layout.cross-scroll/1")
    #expect(offsets(view) == [0, 0])
  }

  @Test("scrolling to an item also scrolls its section across", arguments: [false, true])
  func scrollToItem(animated: Bool) throws {
    let gallery = try Shelves.gallery(Array(repeating: 20, count: 30))
    let view = gallery.view!
    func bring(_ path: ItemPath, _ position: ScrollPosition) throws {
      try view.scrollToItem(at: path, position: position, animated: animated)
      if animated { try view.pass(300) }
    }
    try bring(ItemPath(20, 12), .top)
    #expect(view.contentOffset.y == 2000)
    #expect(view.shownX(ItemPath(20, 12)) == 400, "the nearest place in the strip")
    try bring(ItemPath(20, 12), .left)
    #expect(view.shownX(ItemPath(20, 12)) == 0)
    try bring(ItemPath(20, 14), .nearest)
    #expect(view.crossOffset(ofSection: 20) == 1320, "already visible")
    try bring(ItemPath(4, 19), [.centeredVertically, .centeredHorizontally])
    #expect(view.crossOffset(ofSection: 4) == 1690)
    #expect(view.contentOffset.y == 240)
  }

  @Test("a warm frame of a moving section makes one more call and allocates nothing")
  func budget() throws {
    let gallery = try Shelves.gallery(Array(repeating: 300, count: 4))
    let view = gallery.view!
    gallery.mistake = { path in
      try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }
    for section in [0, 2, 0] {
      try view.drag(by: Vector(dx: -20, dy: 0), at: Point(x: 9, y: 40 + 100 * Double(section)))
      try view.release(velocity: Vector(dx: 9000, dy: 0))
      try view.pass(200)
    }
    gallery.asked.removeAll(keepingCapacity: true)
    for step in 0..<20 {
      try view.drag(by: Vector(dx: Double(step % 3) - 9, dy: 0), at: Point(x: 9, y: 40))
    }
    let before = view.counters
    let dragged = try countAllocations {
      for _ in 0..<30 { try view.drag(by: Vector(dx: -9, dy: 0), at: Point(x: 9, y: 40)) }
    }
    var cost = view.counters - before
    #expect(dragged == 0)
    #expect(cost.frames == 30 && cost.exchanges == 30 && cost.pluginCalls == 60)
    #expect(cost.binds > 0 && cost.prepares == 0)
    try view.release(velocity: Vector(dx: 4000, dy: 0))
    let middle = view.counters
    let flung = try countAllocations { try view.pass(60) }
    cost = view.counters - middle
    #expect(flung == 0)
    #expect(cost.frames == 60 && cost.pluginCalls == 120)
    let late = view.counters
    try view.setContentOffset(Point(x: 0, y: -5))
    #expect((view.counters - late).pluginCalls == 2, "the section did not move")
  }

  @Test("offsets and movements follow their sections through a batch")
  func batches() throws {
    let gallery = try Shelves.gallery([20, 21, 22, 23])
    let (view, ears) = (gallery.view!, CrossEars())
    try view.setCrossOffset(100, ofSection: 0)
    try view.setCrossOffset(300, ofSection: 2)
    try view.drag(by: Vector(dx: -50, dy: 0), at: Point(x: 9, y: 340))
    try view.release(velocity: Vector(dx: 1000, dy: 0))
    try view.pass(6)
    let moving = view.crossOffset(ofSection: 3)
    view.delegate = ears
    try view.performBatchUpdates { batch in
      gallery.counts = [5, 23, 22, 20]
      batch.deleteSection(at: 1)
      batch.insertSection(at: 0)
      batch.moveSection(from: 3, to: 1)
      batch.moveSection(from: 0, to: 3)
    }
    #expect(offsets(view) == [0, moving, 300, 100])
    #expect(view.shownX(ItemPath(2, 3)) == 30)
    #expect(ears.heard.isEmpty, "no section scrolled")
    try view.pass(300)
    #expect(abs(view.crossOffset(ofSection: 1) - (50 + 499.499_83)) < 1e-4)
    try view.performBatchUpdates { batch in
      gallery.counts = [5, 22, 20]
      batch.deleteSection(at: 1)
    }
    #expect(offsets(view) == [0, 300, 100])
  }

  @Test("a drag continues in the section that a batch moved, and ends if the section is deleted")
  func dragsThroughBatches() throws {
    let gallery = try Shelves.gallery([20, 20, 20, 20, 20, 20])
    let view = gallery.view!
    try view.drag(by: Vector(dx: -10, dy: 0), at: Point(x: 9, y: 140))
    try view.performBatchUpdates { batch in batch.moveSection(from: 1, to: 0) }
    try view.drag(by: Vector(dx: -10, dy: 0), at: Point(x: 9, y: 140))
    #expect(offsets(view).prefix(2) == [20, 0])
    try view.performBatchUpdates { batch in
      gallery.counts.removeLast()
      batch.deleteSection(at: 0)
    }
    try view.drag(by: Vector(dx: 0, dy: -10), at: Point(x: 9, y: 140))
    #expect(view.contentOffset.y == 10)
    #expect(offsets(view) == [0, 0, 0, 0, 0])
  }

  @Test("a section that became shorter is inside its end in the same frame")
  func shrinks() throws {
    let gallery = try Shelves.gallery([20, 20])
    let (view, ears) = (gallery.view!, CrossEars())
    try view.setCrossOffset(1690, ofSection: 1)
    view.delegate = ears
    let frames = view.counters.frames
    try view.performBatchUpdates { batch in
      gallery.counts = [20, 8]
      for item in 8..<20 { batch.deleteItem(at: ItemPath(1, item)) }
    }
    #expect(view.counters.frames == frames + 1)
    #expect(view.crossOffset(ofSection: 1) == 8 * 110 - 10 - 500)
    #expect(view.shownX(ItemPath(1, 7)) == 400)
    #expect(ears.heard == ["1: 370.0"])
    try view.resize(to: Size(width: 600, height: 400))
    #expect(view.crossOffset(ofSection: 1) == 270)
    gallery.counts = [20]
    try view.reloadData()
    gallery.counts = [20, 20]
    try view.reloadData()
    #expect(offsets(view) == [0, 0])
  }

  @Test("another layout that scrolls across keeps the offsets, and one that does not drops them")
  func swaps() throws {
    let gallery = try Shelves.gallery()
    let view = gallery.view!
    try view.setCrossOffset(100, ofSection: 0)
    try view.setCrossOffset(1690, ofSection: 2)
    try view.setLayout(try Shelves.layout(["margin": -50]))
    #expect(offsets(view) == [100, 0, 1590], "its strip is longer")
    #expect(view.shownX(ItemPath(0, 1)) == -40)
    try view.setLayout(try Shelves.layout(id: "piles"))
    #expect(offsets(view) == [0, 0, 0])
    #expect(view.shownX(ItemPath(0, 1)) == 110)
    try view.setLayout(try Shelves.layout(), animated: true)
    #expect(offsets(view) == [100, 0, 1590])
  }

  @Test("a failed frame leaves section and screen unchanged", arguments: [false, true])
  func fails(byClock: Bool) throws {
    let gallery = try Shelves.gallery()
    let (view, ears) = (gallery.view!, CrossEars())
    try view.setCrossOffset(100, ofSection: 0)
    if byClock { try view.setCrossOffset(900, ofSection: 0, animated: true) }
    try view.collectionViewLayout.set("fails", to: .number(1))
    view.delegate = ears
    #expect(throws: LayoutError.self) {
      if byClock { try view.pass(1) } else { try view.setCrossOffset(140, ofSection: 0) }
    }
    #expect(view.crossOffset(ofSection: 0) == 100)
    #expect(view.shownX(ItemPath(0, 1)) == 10)
    #expect(ears.heard.isEmpty)
    try view.collectionViewLayout.set("fails", to: .number(0))
    try view.pass(300)
    #expect(view.crossOffset(ofSection: 0) == (byClock ? 900 : 100))
  }

  @Test("if a layout fails to choose a rest, the section rests where physics puts it")
  func failsToChoose() throws {
    let gallery = try Shelves.gallery()
    let view = gallery.view!
    try view.drag(by: Vector(dx: -50, dy: 0), at: Point(x: 9, y: 40))
    try view.collectionViewLayout.set("fails", to: .number(1))
    #expect(throws: LayoutError.self) { try view.release(velocity: Vector(dx: 1000, dy: 0)) }
    try view.collectionViewLayout.set("fails", to: .number(0))
    try view.pass(300)
    #expect(abs(view.crossOffset(ofSection: 0) - 549.499_83) < 1e-4)
  }

  @Test("after its worker was killed a layout gets the offsets of its sections again")
  func killed() throws {
    let worker = try WorkerConnection(file: try Shelves.file(), layout: "shelves")
    let layout = CollectionLayout(SupervisedConnection(worker, now: { 0 }))
    let gallery = try Gallery([20, 20, 20], layout: layout, viewportSize: Shelves.viewportSize)
    let view = gallery.view!
    try view.setCrossOffset(250, ofSection: 1)
    try view.drag(by: Vector(dx: -50, dy: 0), at: Point(x: 9, y: 240))
    try view.release(velocity: Vector(dx: 1000, dy: 0))
    kill(worker.processID, SIGKILL)
    #expect(throws: LayoutError.self) { try view.pass(1) }
    #expect(offsets(view) == [0, 250, 50])
    try layout.restart()
    try view.pass(300)
    #expect(view.shownX(ItemPath(1, 3)) == 80)
    #expect(abs(view.crossOffset(ofSection: 2) - 549.499_83) < 1e-4)
  }
}
