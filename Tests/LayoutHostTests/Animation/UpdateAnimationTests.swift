// SPDX-License-Identifier: Apache-2.0
//
// Animation of a batch, with a layout that implements the update hooks and records every call.

import LayoutHost
import LayoutModel
import Testing

@Suite("Animated updates")
struct UpdateAnimationTests {
  /// The remaining share of an animation on the standard curve.
  private func left(_ seconds: Double) -> Double {
    1 - TimingCurve.easeInOut.progress(at: seconds / 0.3)
  }

  @Test(
    "B6, C95, C99: the stages in order, with start and end of every element and its neighbours")
  func order() throws {
    let gallery = try Mover.app([3])
    let view = gallery.view!
    var isComplete: [Bool] = []
    view.collectionViewLayout.invalidate()
    try view.performBatchUpdates { batch in
      #expect(gallery.said() == ["prepare", "contentSize", "attributesInRect", "attributesInRect"])
      gallery.counts = [3]
      batch.deleteItem(at: ItemPath(0, 1))
      batch.insertItem(at: ItemPath(0, 2))
    } completion: {
      #expect(gallery.view.isAnimating == false)
      isComplete.append($0)
    }
    #expect(
      gallery.said() == [
        "invalidate", "prepare", "prepareForUpdates", "contentSize", "attributesInRect",
        "final cell 0.0", "final cell 0.1", "final cell 0.2",
        "initial cell 0.0", "initial cell 0.1", "initial cell 0.2", "finalizeUpdates",
      ])
    #expect(
      view.lastUpdateReport.calls == [
        "invalidate", "prepare", "prepareForUpdates", "contentSize", "attributesInRect", "final",
        "initial", "finalizeUpdates",
      ])
    #expect(isComplete.isEmpty && view.isAnimating && view.isMoving)
    try view.advance(to: 0.29)
    #expect(isComplete.isEmpty)
    try view.advance(to: 0.3)
    #expect(isComplete == [true])
    #expect(gallery.leavingCount == 0 && !view.isMoving)
    #expect(gallery.said().isEmpty, "an animation makes no call into the layout")
  }

  @Test("C98: six kinds of calls: start and end of cells, supplementaries and decorations")
  func sixKinds() throws {
    let gallery = try Mover.app([1, 1], extras: true)
    gallery.counts = [1, 2]
    try gallery.view.insertItems(at: [ItemPath(1, 1)])
    let calls = gallery.said().filter { $0.hasPrefix("final ") || $0.hasPrefix("initial ") }
    #expect(
      calls == [
        "final cell 0.0", "final cell 1.0", "final backdrop 0.0", "final backdrop 1.0",
        "initial cell 0.0", "initial cell 1.0", "initial cell 1.1", "initial backdrop 0.0",
        "initial backdrop 1.0",
      ], "the labels at 200 are out of sight")
    let wide = try Mover.app([1, 1], extras: true, viewportSize: Size(width: 300, height: 300))
    wide.counts = [1, 2]
    try wide.view.insertItems(at: [ItemPath(1, 1)])
    let kinds = ["cell", "label", "backdrop"]
    let said = wide.said()
    for call in ["final", "initial"] {
      for kind in kinds { #expect(said.contains("\(call) \(kind) 1.0")) }
    }
  }

  @Test("C100: the fourth cell starts transparent in the centre and ends at the bottom right")
  func centre() throws {
    let gallery = try Mover.app([3])
    let view = gallery.view!
    gallery.counts = [4]
    try view.insertItems(at: [ItemPath(0, 3)])
    let start = view.lastUpdateReport.initial[3]
    #expect(start.alpha == 0 && start.center == Point(x: 100, y: 100))
    #expect(try gallery.shown(ItemPath(0, 3)) == start)
    for time in [0.05, 0.15, 0.2] {
      try view.advance(to: time)
      let shown = try gallery.shown(ItemPath(0, 3))
      #expect(abs(shown.frame.x - (100 - 50 * left(time))) < 1e-12)
      #expect(abs(shown.frame.y - (100 - 50 * left(time))) < 1e-12)
      #expect(abs(shown.alpha - (1 - left(time))) < 1e-7)
      #expect(try gallery.shown(ItemPath(0, 0)).frame == Rect(x: 0, y: 0, width: 100, height: 100))
    }
    try view.advance(to: 0.3)
    let end = try gallery.shown(ItemPath(0, 3))
    #expect(end.frame == Rect(x: 100, y: 100, width: 100, height: 100) && end.alpha == 1)
  }

  @Test("C101: start and end use a stored point and a tenth of the size")
  func point() throws {
    let gallery = try Mover.app([3])
    let view = gallery.view!
    let point = Point(x: 30, y: 170)
    try view.collectionViewLayout.set("point", to: .point(point))
    try view.layoutIfNeeded()
    _ = gallery.said()
    try view.performBatchUpdates { batch in
      batch.deleteItem(at: ItemPath(0, 0))
      batch.insertItem(at: ItemPath(0, 2))
    }
    let tenth = Transform3D.scale(0.1, 0.1, 1)
    for hidden in [view.lastUpdateReport.initial[2], view.lastUpdateReport.final[0]] {
      #expect(hidden.alpha == 0 && hidden.center == point && hidden.transform == tenth)
    }
    let start = try #require(try gallery.shown(ItemPath(0, 2)).transform).affine
    #expect(abs(start.a - 0.1) < 1e-15 && abs(start.d - 0.1) < 1e-15)
    #expect(try gallery.shown(ItemPath(0, 0), isLeaving: true).transform == .identity)
    try view.advance(to: 0.15)
    // Halfway on both: matrices are interpolated member by member.
    for half in [
      try gallery.shown(ItemPath(0, 2)), try gallery.shown(ItemPath(0, 0), isLeaving: true),
    ] {
      let affine = try #require(half.transform).affine
      #expect(abs(affine.a - 0.55) < 1e-12 && abs(affine.d - 0.55) < 1e-12)
      #expect(abs(half.alpha - 0.5) < 1e-6)
    }
    try view.advance(to: 0.3)
    #expect(try gallery.shown(ItemPath(0, 2)).transform == nil)
    #expect(gallery.leavingCount == 0)
  }

  @Test("a cell that moves off the screen has its new path wherever the layout lets it end")
  func movedAway() throws {
    let gallery = try Mover.app([12])
    let view = gallery.view!
    let point = Point(x: 30, y: 170)
    try view.collectionViewLayout.set("point", to: .point(point))
    try view.layoutIfNeeded()
    let leaver = try #require(view.cellForItem(at: ItemPath(0, 0)))
    try view.moveItem(at: ItemPath(0, 0), to: ItemPath(0, 11))
    #expect(view.lastUpdateReport.final[0].center == point)
    #expect(leaver.attributes?.path == ItemPath(0, 11))
    try view.advance(to: 0.15)
    try view.setContentOffset(Point(x: 0, y: 400))
    #expect(view.cellForItem(at: ItemPath(0, 11)) === leaver, "it comes back with its view")
  }

  @Test("C91: single changes are animated by default, and not when animation is off")
  func defaults() throws {
    for change in 0..<3 {
      let gallery = try Mover.app([3])
      let view = gallery.view!
      gallery.counts = [4]
      switch change {
      case 0: try view.insertItems(at: [ItemPath(0, 0)])
      case 1: try view.insertItems(at: [ItemPath(0, 0)], animated: false)
      default:
        view.animation.isEnabled = false
        try view.insertItems(at: [ItemPath(0, 0)])
      }
      #expect(view.isAnimating == (change == 0))
      let frame = try gallery.shown(ItemPath(0, 1)).frame
      #expect(frame.x == (change == 0 ? 0 : 100))
      #expect(gallery.said().contains("finalizeUpdates"), "the layout is still called")
    }
  }

  @Test("B7, C96, C97, C102: new and deleted elements fade in place, and the others move")
  func inPlace() throws {
    let gallery = try Gallery([12], layout: try TestLayout.grid())
    let view = gallery.view!
    view.animation.isEnabled = true
    let gone = try #require(view.cellForItem(at: ItemPath(0, 1)))
    let moved = try #require(view.cellForItem(at: ItemPath(0, 11)))
    try view.performBatchUpdates { batch in
      batch.deleteItem(at: ItemPath(0, 1))
      batch.insertItem(at: ItemPath(0, 5))
    }
    // 0.1 is gone, 0.2 to 0.5 moved one to the left, 0.5 is new, 0.6 and later ones stay.
    for time in [0, 0.04, 0.11, 0.28] {
      try view.advance(to: time)
      let leaving = try gallery.shown(ItemPath(0, 1), isLeaving: true)
      #expect(leaving.frame == Rect(x: 100, y: 20, width: 100, height: 80))
      #expect(abs(leaving.alpha - left(time)) < 1e-7)
      let new = try gallery.shown(ItemPath(0, 5))
      #expect(new.frame == Rect(x: 500, y: 20, width: 100, height: 80))
      #expect(abs(new.alpha - (1 - left(time))) < 1e-7)
      for item in 1..<5 {
        let shown = try gallery.shown(ItemPath(0, item))
        #expect(abs(shown.frame.x - 100 * (Double(item) + left(time))) < 1e-9)
        #expect(shown.alpha == 1)
      }
      #expect(view.cellForItem(at: ItemPath(0, 11)) === moved)
      #expect(moved.attributes?.frame == Rect(x: 100, y: 100, width: 100, height: 80))
    }
    #expect(gone.attributes?.alpha ?? 1 < 0.1 && gallery.leavingCount == 1)
    let recycled = view.counters.recycles
    try view.advance(to: 0.3)
    #expect(view.counters.recycles == recycled + 1 && gallery.leavingCount == 0)
    #expect(try gallery.shown(ItemPath(0, 1)).frame.x == 100)
  }

  @Test("B3: a reloaded item fades out with its old content and fades in with its new one")
  func reload() throws {
    let gallery = try Gallery([4], layout: try TestLayout.grid())
    let view = gallery.view!
    view.animation.isEnabled = true
    let old = try #require(view.cellForItem(at: ItemPath(0, 2)))
    try view.reloadItems(at: [ItemPath(0, 2)])
    let new = try #require(view.cellForItem(at: ItemPath(0, 2)))
    #expect(new !== old)
    for time in [0, 0.1, 0.2] {
      try view.advance(to: time)
      #expect(abs((old.attributes?.alpha ?? -1) - left(time)) < 1e-7)
      #expect(abs((new.attributes?.alpha ?? -1) - (1 - left(time))) < 1e-7)
    }
    try view.advance(to: 1)
    #expect(new.attributes?.alpha == 1 && gallery.leavingCount == 0)
  }

  @Test("an element that enters slides in from its old place, and one that leaves slides out")
  func slides() throws {
    let gallery = try Gallery([500], layout: try TestLayout.grid())
    let view = gallery.view!
    view.animation.isEnabled = true
    // The rows that end at the lower edge, 800, are 0…9: 20 + 10·80 = 820 cuts row 9.
    gallery.counts = [480]
    let last = ItemPath(0, 100)
    #expect(view.cellForItem(at: last) == nil)
    try view.deleteItems(at: (0..<20).map { ItemPath(0, $0) })
    // The old 0.100 was in row 10 at 820 and is in row 8 at 660 now.
    #expect(try gallery.shown(ItemPath(0, 80)).frame.y == 820 - 0)
    #expect(try gallery.shown(ItemPath(0, 99)).frame.y == 900)
    try view.advance(to: 1)
    #expect(try gallery.shown(ItemPath(0, 80)).frame.y == 660)
    gallery.counts = [500]
    let leaver = try #require(view.cellForItem(at: ItemPath(0, 99)))
    try view.insertItems(at: (0..<20).map { ItemPath(0, $0) })
    #expect(leaver.attributes?.path == ItemPath(0, 119))
    #expect(leaver.attributes?.frame.y == 740)
    #expect(gallery.leavingCount == 20)
    try view.advance(to: 1.15)
    #expect(abs((leaver.attributes?.frame.y ?? 0) - 820) < 1e-9)
    try view.advance(to: 1.3)
    #expect(gallery.leavingCount == 0)
    #expect(!view.visibleElements.contains { $0.view === leaver })
  }

  @Test("an element from far away enters from beyond the edge, along its path")
  func fromAfar() throws {
    let gallery = try Gallery([5000], layout: try TestLayout.grid())
    let view = gallery.view!
    view.animation.isEnabled = true
    try view.moveItem(at: ItemPath(0, 4999), to: ItemPath(0, 11))
    #expect(
      try gallery.shown(ItemPath(0, 11)).frame == Rect(x: 100, y: 800, width: 100, height: 80))
    let far = try #require(view.cellForItem(at: ItemPath(0, 11)))
    try view.advance(to: 1)
    try view.moveItem(at: ItemPath(0, 11), to: ItemPath(0, 4999))
    try view.advance(to: 1.15)
    // It moves to its exact place and is halfway now: from 100 to 39,940.
    #expect(abs((far.attributes?.frame.y ?? 0) - (100 + 39_940) / 2) < 1e-6)
  }
}
