// SPDX-License-Identifier: Apache-2.0
//
// Checks that a movement leaves no state behind, for each way to end it.

import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutEngine
@testable import LayoutHost

@Suite("State after a movement")
struct MovementLeftoverTests {
  /// Rows of three, 100 × 80, below headers of 20.
  private func shelf() throws -> Shelf {
    let layout = try TestLayout.grid()
    try layout.set("columns", to: .number(3))
    return try Shelf([Array(0..<9), Array(20..<24)], layout)
  }

  /// Returns true if no view is raised above the others.
  private func isFlat(_ view: CollectionView) -> Bool {
    view.visibleElements.allSatisfy { $0.attributes.zIndex < .max }
  }

  @Test("no item is held after a drop, a cancelled movement, or a batch that ended the movement")
  func clips() throws {
    let app = try shelf()
    let view = app.view
    for ending in 0..<6 {
      _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
      try view.updateInteractiveMovement(to: Point(x: 250, y: 130))
      switch ending % 3 {
      case 0: try view.endInteractiveMovement()
      case 1: try view.cancelInteractiveMovement()
      default:
        app.sections[0].removeLast()
        try view.performBatchUpdates { $0.deleteItem(at: ItemPath(0, app.sections[0].count)) }
      }
      try view.advance(to: view.clock + 1)
      #expect(view.state.frames.animation.motion.clips.isEmpty && app.faults.isEmpty)
    }
  }

  @Test("an item that is picked up while a batch moves it is shown at its held place")
  func takenUpUnderWay() throws {
    let app = try shelf()
    let view = app.view
    app.sections[0].remove(at: 0)
    try view.deleteItems(at: [ItemPath(0, 0)])
    try view.advance(to: view.clock + 0.1)
    let path = ItemPath(0, 3)
    let belongs = try #require(try view.layoutAttributesForItem(at: path)).frame
    #expect(view.cellForItem(at: path)?.attributes?.frame != belongs)
    _ = try view.beginInteractiveMovement(at: path)
    #expect(view.cellForItem(at: path)?.attributes?.frame == belongs)
    try view.cancelInteractiveMovement()
    try view.advance(to: view.clock + 1)
    #expect(view.cellForItem(at: path)?.attributes?.frame == belongs)
    #expect(!view.isAnimating && isFlat(view) && app.faults.isEmpty)
  }

  @Test("a held item is not raised any more after everything was read again")
  func raised() throws {
    let app = try shelf()
    let view = app.view
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
    try view.updateInteractiveMovement(to: Point(x: 250, y: 130))
    try view.reloadData()
    #expect(view.state.frames.animation.motion.clips.isEmpty)
    app.sections[0].remove(at: 0)
    try view.deleteItems(at: [ItemPath(0, 0)])
    #expect(view.isAnimating && isFlat(view))
  }

  /// Returns the screen position of the item at a path, in the viewport.
  private func place(of path: ItemPath, in view: CollectionView) throws -> Point {
    let center = try #require(try view.layoutAttributesForItem(at: path)).center
    return Point(x: center.x - view.contentOffset.x, y: center.y - view.contentOffset.y)
  }

  @Test(
    "a movement that cannot be rolled back leaves the order of the data in the next frame",
    arguments: [ItemPath(0, 3), ItemPath(1, 0)], [false, true])
  func failedCancel(target: ItemPath, isDropRefused: Bool) throws {
    let layout = try TestLayout.fake()
    let app = try Shelf([Array(0..<9), Array(20..<24)], layout)
    let view = app.view
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
    try view.updateInteractiveMovement(to: try place(of: target, in: view))
    #expect(view.interactiveMovement?.target == target)
    try layout.set("call", to: FakeLayout.Call.prepare.value)
    try layout.set("behaviour", to: FakeLayout.Behaviour.error.value)
    app.mistake = { throw LayoutError("disk-full", "cannot be stored") }
    #expect(throws: LayoutError.self) {
      if isDropRefused {
        try view.endInteractiveMovement()
      } else {
        try view.cancelInteractiveMovement()
      }
    }
    #expect(view.interactiveMovement == nil)
    try layout.set("behaviour", to: FakeLayout.Behaviour.good.value)
    try view.layoutIfNeeded()
    #expect(app.faults.isEmpty)
    app.sections[1].removeLast()
    try view.deleteItems(at: [ItemPath(1, 3)])
    try view.advance(to: 1)
    #expect(app.faults.isEmpty && view.numberOfItems(inSection: 0) == 9)
  }

  /// A shelf whose first item is held at another place, and whose layout fails from now on.
  private func failing(_ layout: CollectionLayout) throws -> Shelf {
    let app = try Shelf([Array(0..<9), Array(20..<24)], layout)
    _ = try app.view.beginInteractiveMovement(at: ItemPath(0, 0))
    try app.view.updateInteractiveMovement(to: try place(of: ItemPath(0, 3), in: app.view))
    try layout.set("call", to: FakeLayout.Call.prepare.value)
    try layout.set("behaviour", to: FakeLayout.Behaviour.error.value)
    return app
  }

  @Test("another layout takes over from one that cannot show the order of the data any more")
  func failedExchange() throws {
    let app = try failing(try TestLayout.fake())
    let view = app.view
    let other = try TestLayout.grid()
    try view.setLayout(other)
    #expect(view.shownLayout === other && view.interactiveMovement == nil)
    #expect(view.numberOfItems(inSection: 0) == 9 && isFlat(view) && app.faults.isEmpty)
  }

  @Test("another version takes over from one that cannot show the order of the data any more")
  func failedSwap() throws {
    let versions = try Versions(of: try FakeLayout.path())
    let app = try failing(try versions.layout("fake"))
    let view = app.view
    // It has no mistake, although the settings are carried over to it.
    let mended = try FakeLayout.path(flags: ["-DIN_SET=return LAYOUT_OK"])
    let request = SwapRequest(file: try versions.replace(by: mended), layoutID: "fake")
    let answer = LayoutSwapper(request, on: view).run()
    #expect(answer.receipt != nil, "\(answer)")
    #expect(view.interactiveMovement == nil && app.shown.map(\.count) == [9, 4])
  }

  @Test("a reload reads the counts again while an item is held and another layout is set")
  func reloadUnderAnotherLayout() throws {
    let app = try shelf()
    let view = app.view
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
    try view.updateInteractiveMovement(to: Point(x: 250, y: 130))
    #expect(view.interactiveMovement?.target != ItemPath(0, 0))
    view.collectionViewLayout = try TestLayout.grid()
    app.sections = [Array(30..<32), Array(40..<47), [50]]
    try view.reloadData()
    #expect((0..<view.numberOfSections).map(view.numberOfItems(inSection:)) == [2, 7, 1])
    #expect(view.interactiveMovement == nil && app.faults.isEmpty)
  }

  /// The ways to end a movement that release the view at once.
  enum Ending: CaseIterable { case failedReload, wrongDrop, dropWithoutAnimation }

  @Test(
    "a view that is released at once is shown at the layout's place", arguments: Ending.allCases)
  func letGo(ending: Ending) throws {
    let layout = try TestLayout.fake()
    let app = try Shelf([Array(0..<9), Array(20..<24)], layout)
    let view = app.view
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
    let place = try place(of: ItemPath(0, 3), in: view)
    try view.updateInteractiveMovement(to: Point(x: place.x + 7, y: place.y + 7))
    try view.advance(to: 1)
    let target = try #require(view.interactiveMovement).target
    let held = try #require(view.cellForItem(at: target))
    let rest = try #require(try view.layoutAttributesForItem(at: target))
    #expect(held.attributes?.frame != rest.frame)
    switch ending {
    case .failedReload:
      try layout.set("call", to: FakeLayout.Call.prepare.value)
      try layout.set("behaviour", to: FakeLayout.Behaviour.error.value)
      #expect(throws: LayoutError.self) { try view.reloadData() }
    case .wrongDrop:
      app.mistake = { app.sections[0].removeLast() }
      #expect(throws: LayoutError.self) { try view.endInteractiveMovement() }
    case .dropWithoutAnimation:
      view.animation.isEnabled = false
      try view.endInteractiveMovement()
    }
    #expect(view.interactiveMovement == nil && view.state.frames.animation.motion.clips.isEmpty)
    #expect(held.attributes?.frame == rest.frame && isFlat(view))
  }

  /// Ends the movement when the layout says that it prepared.
  private final class Ender: CollectionViewDelegate {
    static let flag = """
      -DIN_PREPARE={ layout_value words[2] = {{.type = LAYOUT_TYPE_U32}, {.type = LAYOUT_TYPE_U32}}; \
      self->host->post_event(self->host->context, 0, words, 2); }
      """
    var isBatch = false
    var isArmed = false

    func collectionView(_ view: CollectionView, didReceive event: LayoutEvent) {
      guard isArmed else { return }
      isArmed = false
      if isBatch {
        try? view.performBatchUpdates { $0.reloadItem(at: ItemPath(0, 1)) }
      } else {
        try? view.cancelInteractiveMovement()
      }
    }
  }

  @Test(
    "an app that ends the movement when notified of its frame has ended it",
    arguments: [false, true])
  func endedFromInside(isBatch: Bool) throws {
    let image = try FakeLayout.image(flags: [Ender.flag])
    let layout = CollectionLayout(try InProcessConnection(image: image, layout: "fake"))
    let (app, ender) = (try Shelf([Array(0..<9)], layout), Ender())
    let view = app.view
    view.delegate = ender
    _ = try view.beginInteractiveMovement(at: ItemPath(0, 0))
    (ender.isArmed, ender.isBatch) = (true, isBatch)
    try view.updateInteractiveMovement(to: try place(of: ItemPath(0, 3), in: view))
    #expect(!ender.isArmed && view.interactiveMovement == nil)
    try view.advance(to: 1)
    #expect(view.state.frames.animation.motion.clips.isEmpty && isFlat(view))
    #expect(app.faults.isEmpty)
  }
}
