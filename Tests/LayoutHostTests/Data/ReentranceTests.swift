// SPDX-License-Identifier: Apache-2.0
//
// Checks that the app's code that runs inside a frame cannot change the view.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Calls from inside a frame")
struct ReentranceTests {
  /// The callbacks in which the app's code runs.
  enum Place: String, CaseIterable, Sendable {
    case count, cell, query, willDisplay, didEndDisplaying, apply, reuse, stage
  }

  /// Ways to change the view, or to query the layout during a frame.
  enum Change: String, CaseIterable, Sendable {
    case reload, batch, insert, scroll, resize, swap, advance, drag, release, layout, ask
    case select, deselect

    func make(_ view: CollectionView) throws {
      switch self {
      case .reload: try view.reloadData()
      case .batch: try view.performBatchUpdates { _ in }
      case .insert: try view.insertItems(at: [ItemPath(0, 0)])
      case .scroll: try view.setContentOffset(Point(x: 0, y: 7))
      case .resize: try view.resize(to: Size(width: 100, height: 100))
      case .swap: try view.setLayout(try TestLayout.grid())
      case .advance: try view.advance(to: view.clock + 1)
      case .drag: try view.drag(by: Vector(dx: 0, dy: 10))
      case .release: try view.release(velocity: .zero)
      case .layout:
        view.collectionViewLayout.invalidate()
        try view.layoutIfNeeded()
      case .ask: _ = try view.elements(in: view.bounds)
      case .select: try view.selectItem(at: ItemPath(0, 0))
      case .deselect: try view.deselectAllItems()
      }
    }
  }

  /// An app that calls `act` once, from one callback inside a frame.
  final class App: CollectionViewDataSource, CollectionViewDelegate, Stage {
    let place: Place
    var act: (() -> Void)?
    var count = 200

    init(_ place: Place) { self.place = place }

    func here(_ place: Place) {
      guard place == self.place, let act else { return }
      self.act = nil
      act()
    }

    func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int {
      here(.count)
      return count
    }
    func collectionView(_ view: CollectionView, cellForItemAt path: ItemPath) throws -> Cell {
      here(.cell)
      let cell = try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
      (cell as? Caller)?.app = self
      return cell
    }
    func collectionView(_ view: CollectionView, willDisplay element: ReusableView) {
      here(.willDisplay)
    }
    func collectionView(_ view: CollectionView, didEndDisplaying element: ReusableView) {
      here(.didEndDisplaying)
    }
    func make(_ view: ReusableView) {}
    func bind(_ view: ReusableView) { here(.stage) }
    func apply(_ attributes: LayoutAttributes, pixels: Rect, to view: ReusableView) {}
    func recycle(_ view: ReusableView) {}
  }

  /// A cell that calls its app.
  final class Caller: Cell {
    weak var app: App?
    override func apply(_ attributes: LayoutAttributes) { app?.here(.apply) }
    override func prepareForReuse() { app?.here(.reuse) }
  }

  @Test(
    "C15, C16: no callback inside a frame can change it, and the refusal is named",
    arguments: Place.allCases, Change.allCases)
  func inside(_ place: Place, _ change: Change) throws {
    let app = App(place)
    let view = CollectionView(
      viewportSize: Size(width: 300, height: 240),
      layout: try TestLayout.bundled("FlowPlugin", "flow"))
    view.register(Caller.self, forCellWithReuseIdentifier: "cell")
    try view.collectionViewLayout.bind("sizeForItem") { path -> Size? in
      app.here(.query)
      return Size(width: 50, height: Double(40 + path.item % 3))
    }
    (view.dataSource, view.delegate, view.stage) = (app, app, app)
    try view.layoutIfNeeded()
    try view.setContentOffset(Point(x: 0, y: 60))
    var refusal: LayoutError?
    var isCalled = false
    app.act = {
      isCalled = true
      do { try change.make(view) } catch { refusal = error as? LayoutError }
    }
    app.count = 199
    try view.reloadData()
    #expect(isCalled)
    #expect(refusal?.code == "reentrant")
    #expect(view.numberOfItems(inSection: 0) == 199)
    #expect(view.contentOffset.y == 60)
    try view.layoutIfNeeded()
    #expect(view.visibleElements.map(\.attributes) == (try view.elements(in: view.bounds)))
  }

  @Test("settings made inside a frame take effect with the next one")
  func settings() throws {
    let app = App(.cell)
    let view = CollectionView(
      viewportSize: Size(width: 300, height: 240),
      layout: try TestLayout.bundled("FlowPlugin", "flow"))
    view.register(Caller.self, forCellWithReuseIdentifier: "cell")
    view.dataSource = app
    app.act = {
      view.contentInset = Insets(top: 10, left: 0, bottom: 0, right: 0)
      view.scale = 2
      view.dataSource = nil
    }
    try view.layoutIfNeeded()
    #expect(view.contentOffset.y == 0 && !view.visibleCells.isEmpty)
    view.dataSource = app
    try view.layoutIfNeeded()
    #expect(view.contentOffsetEdges.start.y == -10)
  }

  @Test("options, another data source and a wish for a frame from inside a frame are kept")
  func kept() throws {
    let (app, other) = (App(.cell), App(.count))
    let view = CollectionView(
      viewportSize: Size(width: 300, height: 240),
      layout: try TestLayout.bundled("FlowPlugin", "flow"))
    view.register(Caller.self, forCellWithReuseIdentifier: "cell")
    view.dataSource = app
    try view.layoutIfNeeded()
    app.act = {
      view.scrollOptions.isPaging = true
      view.setNeedsFrame()
    }
    try view.reloadData()
    #expect(app.act == nil && view.scrollOptions.isPaging && view.isFrameDue)
    let frames = view.counters.frames
    try view.layoutIfNeeded()
    #expect(view.counters.frames == frames + 1 && !view.isFrameDue)
    other.count = 7
    app.act = { view.dataSource = other }
    try view.reloadData()
    #expect(app.act == nil && view.numberOfItems(inSection: 0) == 200)
    try view.layoutIfNeeded()
    #expect(view.numberOfItems(inSection: 0) == 7 && !view.isFrameDue)
    #expect(view.dataSource === other)
  }

  @Test("another data source that comes in a batch whose layout fails is read by the next frame")
  func keptWithoutLayout() throws {
    let layout = try TestLayout.fake()
    let gallery = try Gallery([40], layout: layout, viewportSize: Size(width: 500, height: 300))
    let (view, other) = (gallery.view!, Gallery([7]))
    try layout.set("call", to: FakeLayout.Call.prepare.value)
    try layout.set("behaviour", to: FakeLayout.Behaviour.error.value)
    #expect(throws: LayoutError.self) {
      try view.performBatchUpdates(animated: false) { batch in
        gallery.counts = [39]
        batch.deleteItem(at: ItemPath(0, 0))
        view.dataSource = other
        other.counts = [39]
      }
    }
    other.counts = [7]
    try layout.set("behaviour", to: FakeLayout.Behaviour.good.value)
    try view.layoutIfNeeded()
    #expect(view.numberOfItems(inSection: 0) == 7 && view.visibleCells.count == 7)
    #expect(other.asked.count == 7, "each cell is filled from the other data source")
  }

  @Test("options that are set inside a frame that fails are kept, and the offset is not")
  func keptThroughFailure() throws {
    let gallery = try Gallery([2000], layout: try TestLayout.grid())
    let view = gallery.view!
    gallery.mistake = { _ in
      view.scrollOptions.isPaging = true
      throw FailureTests.Oops()
    }
    #expect(throws: LayoutError.self) { try view.setContentOffset(Point(x: 0, y: 900)) }
    #expect(view.scrollOptions.isPaging && view.contentOffset == .zero)
  }

  @Test("a delegate may scroll when notified of scrolling, and an endless loop of that is named")
  func recursion() throws {
    final class Pusher: CollectionViewDelegate {
      var target = 300.0
      var heard: [Double] = []
      var failure: LayoutError?
      func collectionViewDidScroll(_ view: CollectionView) {
        heard.append(view.contentOffset.y)
        guard view.contentOffset.y < target else { return }
        do { try view.setContentOffset(Point(x: 0, y: view.contentOffset.y + 100)) } catch {
          failure = error
        }
      }
    }
    let gallery = try Gallery([20_000], layout: try TestLayout.grid())
    let (view, pusher) = (gallery.view!, Pusher())
    view.delegate = pusher
    try view.setContentOffset(Point(x: 0, y: 50))
    #expect(pusher.heard == [50, 150, 250, 350] && pusher.failure == nil)
    pusher.target = .infinity
    try view.setContentOffset(Point(x: 0, y: 1000))
    #expect(pusher.failure?.code == "endless-callback")
    #expect(pusher.failure?.message.contains("collectionViewDidScroll") == true)
    view.delegate = nil
    try view.setContentOffset(.zero)
    #expect(view.contentOffset == .zero)
  }
}
