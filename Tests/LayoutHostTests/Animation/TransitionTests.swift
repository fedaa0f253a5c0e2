// SPDX-License-Identifier: Apache-2.0
//
// Transitions from one layout to another: by the clock, and interactive.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Transitions between layouts")
struct TransitionTests {
  /// Everything on screen, to the bit.
  private struct Sight: Equatable {
    let offset: Point
    let frames: [Rect]
    let attributes: [LayoutAttributes]
    let views: [Int]

    init(_ view: CollectionView) {
      offset = view.contentOffset
      let elements = view.visibleElements
      attributes = elements.map(\.attributes)
      frames = elements.compactMap { $0.view.attributes?.frame }
      views = elements.map(\.view.serialNumber)
    }
  }

  private func said(_ layout: CollectionLayout) -> [String] {
    layout.connection.log.take().entries.map(\.message)
  }

  private func error(_ body: () throws -> Void) -> LayoutError? {
    do {
      try body()
      return nil
    } catch { return error as? LayoutError }
  }

  @Test(
    "M3: both layouts are called before and after, and elements move by path to their new places")
  func animated() throws {
    let gallery = try Mover.app([4], viewportSize: Size(width: 320, height: 200))
    let (view, old) = (gallery.view!, gallery.view.collectionViewLayout)
    let next = try Mover.layout("other")
    let cell = try #require(view.cellForItem(at: ItemPath(0, 2)))
    var outcome: [Bool] = []
    try view.setLayout(next, animated: true) { outcome.append($0) }
    #expect(view.collectionViewLayout === next)
    #expect(said(old) == ["prepareTo other", "attributesInRect"])
    #expect(said(next) == ["prepareFrom mover", "prepare", "contentSize", "attributesInRect"])
    #expect(view.cellForItem(at: ItemPath(0, 2)) === cell)
    // From (0, 100) to (200, 0).
    #expect(cell.attributes?.frame.origin == Point(x: 0, y: 100))
    try view.advance(to: 0.15)
    #expect(abs((cell.attributes?.frame.x ?? 0) - 100) < 1e-9)
    #expect(abs((cell.attributes?.frame.y ?? 0) - 50) < 1e-9)
    #expect(outcome.isEmpty)
    try view.advance(to: 0.3)
    #expect(cell.attributes?.frame.origin == Point(x: 200, y: 0))
    #expect(outcome == [true])
    #expect(said(old) == ["finalize"] && said(next) == ["finalize"])
  }

  @Test("M3: without animation both are called too, at once")
  func atOnce() throws {
    let gallery = try Mover.app([4])
    let (view, old) = (gallery.view!, gallery.view.collectionViewLayout)
    let next = try Mover.layout("other")
    var outcome: [Bool] = []
    try view.setLayout(next) { outcome.append($0) }
    #expect(outcome == [true] && !view.isAnimating)
    #expect(said(old) == ["prepareTo other", "finalize"])
    #expect(said(next).last == "finalize")
  }

  @Test("M3: an element of only one of the two layouts fades in its place")
  func fades() throws {
    let gallery = try Gallery([4], layout: try TestLayout.grid())
    let view = gallery.view!
    view.animation.isEnabled = true
    view.register(
      ReusableView.self, forSupplementaryViewOfKind: "label", withReuseIdentifier: "label")
    let header = try #require(view.supplementaryView(forElementKind: "header", at: ItemPath(0, 0)))
    try view.setLayout(try Mover.layout(extras: true), animated: true)
    let label = try #require(view.supplementaryView(forElementKind: "label", at: ItemPath(0, 0)))
    #expect(header.attributes?.alpha == 1 && label.attributes?.alpha == 0)
    try view.advance(to: 0.15)
    #expect(header.attributes?.frame == Rect(x: 0, y: 0, width: 1000, height: 20))
    #expect(abs((header.attributes?.alpha ?? 0) - 0.5) < 1e-6)
    #expect(abs((label.attributes?.alpha ?? 0) - 0.5) < 1e-6)
    #expect(label.attributes?.frame == Rect(x: 200, y: 0, width: 20, height: 200))
    try view.advance(to: 0.3)
    #expect(label.attributes?.alpha == 1 && gallery.leavingCount == 0)
  }

  @Test("M3, M4: the offset jumps to keep the anchor, and no view jumps on screen")
  func offset() throws {
    let gallery = try Gallery([3000], layout: try TestLayout.grid())
    let view = gallery.view!
    view.animation.isEnabled = true
    try view.setContentOffset(Point(x: 0, y: 5000))
    func places() -> [Int: Point] {
      var found: [Int: Point] = [:]
      for element in view.visibleElements {
        let frame = element.attributes.frame
        found[element.view.serialNumber] = Point(
          x: frame.x - view.contentOffset.x, y: frame.y - view.contentOffset.y)
      }
      return found
    }
    let before = places()
    let next = try TestLayout.grid()
    try next.set("columns", to: .number(4))
    try view.setLayout(next, animated: true)
    #expect(view.contentOffset.y > 10_000)
    let after = places()
    #expect(!before.isEmpty)
    for (serial, place) in before {
      let now = try #require(after[serial], "view \(serial) is lost")
      #expect(abs(now.x - place.x) < 1e-9 && abs(now.y - place.y) < 1e-9)
    }
  }

  @Test(
    "M3: an interactive transition shows its progress, and reverses to the same bits")
  func cancel() throws {
    let gallery = try Mover.app([3, 2], extras: true, viewportSize: Size(width: 320, height: 200))
    let (view, old) = (gallery.view!, gallery.view.collectionViewLayout)
    let before = Sight(view)
    let next = try Mover.layout("other")
    var outcome: [Bool] = []
    let anchor = try view.startInteractiveTransition(to: next) { outcome.append($0) }
    #expect(anchor?.path == ItemPath(0, 0) && view.transitionLayout === next)
    #expect(said(old).first == "prepareTo other" && said(next).first == "prepareFrom mover")
    let cell = try #require(view.cellForItem(at: ItemPath(0, 2)))
    // The second section is out of sight in one layout and in sight in the other.
    let coming = try #require(
      view.visibleElements.first { $0.attributes.path == ItemPath(1, 0) && !$0.isLeaving })
    for progress in [0, 0.25, 0.75, 1, 0.5] {
      view.transitionProgress = progress
      try view.layoutIfNeeded()
      #expect(abs((cell.attributes?.frame.x ?? -1) - 200 * progress) < 1e-9)
      #expect(abs((cell.attributes?.frame.y ?? -1) - 100 * (1 - progress)) < 1e-9)
    }
    #expect(view.collectionViewLayout === old)
    try view.cancelInteractiveTransition()
    try view.advance(to: 0.01)
    #expect(view.isAnimating && outcome.isEmpty)
    try view.advance(to: 0.15)
    #expect(Sight(view) == before, "half the distance back takes half the time")
    #expect(outcome == [false] && !view.isAnimating && view.transitionLayout == nil)
    #expect(!view.visibleElements.contains { $0.view === coming.view })
    #expect(said(old).last == "finalize" && said(next).last == "finalize")
    // Then finishes it at once.
    try view.startInteractiveTransition(to: next)
    view.transitionProgress = 0.3
    try view.layoutIfNeeded()
    try view.cancelInteractiveTransition(animated: false)
    #expect(Sight(view) == before)
  }

  @Test("an animated change of layout that reads the counts again tells its end")
  func readsCounts() throws {
    let gallery = try Mover.app([3, 2], extras: true, viewportSize: Size(width: 320, height: 200))
    let (view, old) = (gallery.view!, gallery.view.collectionViewLayout)
    let next = try Mover.layout("other")
    var context = InvalidationContext()
    context.counts = true
    try old.invalidate(context)
    var outcome: [Bool] = []
    try view.setLayout(next, animated: true) { outcome.append($0) }
    try view.advance(to: 2)
    #expect(outcome == [true] && !view.isAnimating)
    #expect(said(old).last == "finalize" && said(next).last == "finalize")
  }

  @Test("a change told to a layout that is assigned meanwhile is read when the transition finishes")
  func readsCountsOfAssigned() throws {
    let gallery = try Mover.app([3, 2], extras: true, viewportSize: Size(width: 320, height: 200))
    let (view, next) = (gallery.view!, try Mover.layout("other"))
    try view.startInteractiveTransition(to: next)
    view.collectionViewLayout = try Mover.layout("other")
    gallery.counts = [1]
    var context = InvalidationContext()
    context.counts = true
    try view.collectionViewLayout.invalidate(context)
    try view.finishInteractiveTransition(animated: false)
    #expect(view.shownLayout === next)
    #expect(view.numberOfSections == 1 && view.numberOfItems(inSection: 0) == 1)
  }

  @Test("M3: finishing an interactive transition animates the rest, and ends as a set layout does")
  func finish() throws {
    for progress in [0, 0.4, 1] {
      let size = Size(width: 320, height: 200)
      let gallery = try Mover.app([3, 2], extras: true, viewportSize: size)
      let twin = try Mover.app([3, 2], extras: true, viewportSize: size)
      let view = gallery.view!
      let next = try Mover.layout("other")
      var outcome: [Bool] = []
      try view.startInteractiveTransition(to: next) { outcome.append($0) }
      view.transitionProgress = progress
      try view.layoutIfNeeded()
      let cell = try #require(view.cellForItem(at: ItemPath(0, 2)))
      let made = view.counters.made
      try view.finishInteractiveTransition()
      #expect(view.counters.made == made, "the views of the transition are reused")
      #expect(abs((cell.attributes?.frame.x ?? -1) - 200 * progress) < 1e-9, "nothing jumps")
      #expect(view.collectionViewLayout === next)
      try view.advance(to: 0.3 * (1 - progress) + 1e-9)
      #expect(outcome == [true] && !view.isAnimating && view.transitionProgress == 0)
      try twin.view.setLayout(try Mover.layout("other"))
      #expect(view.visibleElements.map(\.attributes) == twin.view.visibleElements.map(\.attributes))
      #expect(view.contentOffset == twin.view.contentOffset)
    }
  }

  @Test(
    "a view that is released during a transition leaves no layout alive", arguments: [false, true])
  func letGo(isFinished: Bool) throws {
    weak var old: CollectionLayout?
    weak var new: CollectionLayout?
    do {
      let gallery = try Mover.app([4])
      let next = try Mover.layout("other")
      (old, new) = (gallery.view.collectionViewLayout, next)
      try gallery.view.startInteractiveTransition(to: next) { _ in }
      gallery.view.transitionProgress = 0.5
      try gallery.view.layoutIfNeeded()
      if isFinished {
        try gallery.view.finishInteractiveTransition()
      } else {
        try gallery.view.cancelInteractiveTransition()
      }
      try gallery.view.advance(to: 0.05)
      #expect(gallery.view.isAnimating)
    }
    #expect(old == nil && new == nil)
  }

  @Test(
    "a layout that a transition replaced is released while the view lives",
    arguments: [false, true])
  func leftLayout(isFinished: Bool) throws {
    weak var left: CollectionLayout?
    weak var connection: AnyObject?
    let gallery = try Mover.app([4])
    let view = gallery.view!
    do {
      let next = try Mover.layout("other")
      (left, connection) = (next, next.connection)
      try view.startInteractiveTransition(to: next)
      #expect(view.transitionLayout === next)
      view.transitionProgress = 0.5
      try view.layoutIfNeeded()
      if isFinished {
        try view.finishInteractiveTransition(animated: false)
        try view.setLayout(try Mover.layout())
      } else {
        try view.cancelInteractiveTransition(animated: false)
      }
    }
    try view.advance(to: 0.1)
    try view.setContentOffset(Point(x: 0, y: 1))
    #expect(left == nil && connection == nil)
    #expect(view.transitionLayout == nil)
  }

  @Test("a refused batch leaves a transition under way, whose end begins with the same bits")
  func refusedBatch() throws {
    let gallery = try Gallery(
      [9], layout: try TestLayout.bundled("CarouselPlugin", "carousel"),
      viewportSize: Size(width: 300, height: 200))
    let view = gallery.view!
    view.animation.isEnabled = true
    let next = try TestLayout.bundled("CoverflowPlugin", "coverflow")
    try view.startInteractiveTransition(to: next)
    view.transitionProgress = 0.3
    try view.layoutIfNeeded()
    let cells = view.visibleCells
    let shown = cells.map { $0.attributes?.transform }
    #expect(shown.contains { $0 != nil })
    let failure = error { try view.performBatchUpdates { $0.insertItem(at: ItemPath(0, 0)) } }
    #expect(failure?.code == "invalid-update" && view.transitionLayout === next)
    #expect(cells.map { $0.attributes?.transform } == shown)
    let spring = SpringCurve(dampingRatio: 0.4, response: 0.4)
    try view.cancelInteractiveTransition(timing: .spring(spring))
    #expect(view.transitionLayout == nil)
    #expect(cells.map { $0.attributes?.transform } == shown)
  }

  @Test("a batch, a resize, a reload or another layout cancels an interactive transition")
  func cancelled() throws {
    for change in 0..<4 {
      let gallery = try Mover.app([4])
      let view = gallery.view!
      var outcome: [Bool] = []
      try view.startInteractiveTransition(to: try Mover.layout("other")) { outcome.append($0) }
      view.transitionProgress = 0.5
      try view.layoutIfNeeded()
      switch change {
      case 0:
        gallery.counts = [5]
        try view.insertItems(at: [ItemPath(0, 0)])
      case 1: try view.resize(to: Size(width: 200, height: 150), animated: true)
      case 2: try view.reloadData()
      default: try view.setLayout(try Mover.layout("other"), animated: true)
      }
      #expect(view.transitionLayout == nil)
      #expect(error { try view.finishInteractiveTransition() }?.code == "no-transition")
      try view.advance(to: 1)
      #expect(outcome == [false] && gallery.leavingCount == 0)
    }
  }

  @Test("a failing layout is refused, no state changes, and the other layout gets the end call")
  func refusal() throws {
    let gallery = try Mover.app([4])
    let (view, old) = (gallery.view!, gallery.view.collectionViewLayout)
    let before = Sight(view)
    for attempt in 0..<2 {
      let bad = try TestLayout.fake()
      try bad.set("behaviour", to: FakeLayout.Behaviour.nanFrame.value)
      let failure = error {
        if attempt == 0 {
          try view.setLayout(bad, animated: true)
        } else {
          try view.startInteractiveTransition(to: bad)
        }
      }
      #expect(failure?.code == "breach")
      #expect(view.collectionViewLayout === old && Sight(view) == before && !view.isAnimating)
      #expect(said(old).last == "finalize" && view.transitionLayout == nil)
    }
    #expect(error { try view.cancelInteractiveTransition() }?.code == "no-transition")
    let next = try Mover.layout("other")
    try view.startInteractiveTransition(to: next)
    #expect(
      error { try view.startInteractiveTransition(to: try Mover.layout()) }?.code
        == "transition-under-way")
    view.transitionProgress = .nan
    #expect(view.transitionProgress == 0)
    view.transitionProgress = 7
    #expect(view.transitionProgress == 1)
  }

  @Test("cells that come from the other layout are selected and filled like those on screen")
  func arrivals() throws {
    let gallery = try Gallery(
      [60], layout: try TestLayout.bundled("FlowPlugin", "flow"),
      viewportSize: Size(width: 200, height: 200))
    let (view, path) = (gallery.view!, ItemPath(0, 40))
    view.selectionMode = .multiple
    try view.selectItem(at: ItemPath(0, 41))
    let next = try TestLayout.bundled("FlowPlugin", "flow")
    try next.set("itemSize", to: .size(Size(width: 12, height: 12)))
    try view.startInteractiveTransition(to: next)
    view.transitionProgress = 0.5
    try view.layoutIfNeeded()
    #expect(view.cellForItem(at: path) == nil)
    try view.selectItem(at: path)
    gallery.mistake = { path in
      let cell = try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
      cell.content = .text("anew")
      return cell
    }
    try view.reconfigureItems(at: [path])
    try view.finishInteractiveTransition(animated: false)
    let cell = try #require(view.cellForItem(at: path))
    #expect(cell.isSelected && cell.content == .text("anew"))
    #expect(view.cellForItem(at: ItemPath(0, 41))?.isSelected == true)
  }
}
