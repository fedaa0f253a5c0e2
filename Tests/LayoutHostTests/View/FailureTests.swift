// SPDX-License-Identifier: Apache-2.0
//
// After any failure in a frame, the last good frame stays on screen.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("A frame that fails")
struct FailureTests {
  /// The visible state: element, view, position, content.
  struct Sight: Equatable {
    let attributes: LayoutAttributes
    let view: Int
    let content: ViewContent

    static func of(_ view: CollectionView) -> [Sight] {
      view.visibleElements.map {
        Sight(
          attributes: $0.attributes, view: $0.view.serialNumber, content: $0.view.content)
      }
    }
  }

  struct Oops: Error {}

  private func error(_ body: () throws -> Void) -> LayoutError? {
    do {
      try body()
      return nil
    } catch { return error as? LayoutError }
  }

  @Test(
    "a layout that answers wrongly is named, and its last good frame stays",
    arguments: [
      FakeLayout.Behaviour.nanFrame, .negativeWidth, .unknownItem, .unknownKind, .duplicate,
      .nanSize, .error,
    ], [FakeLayout.Call.attributesInRect, .prepare])
  func layout(_ behaviour: FakeLayout.Behaviour, in call: FakeLayout.Call) throws {
    let gallery = try Gallery(
      [200], layout: try TestLayout.fake(), viewportSize: Size(width: 500, height: 300))
    let (view, layout) = (gallery.view!, gallery.view.collectionViewLayout)
    let (sight, offset) = (Sight.of(view), view.contentOffset)
    #expect(sight.count == 62)
    try layout.set("call", to: call.value)
    try layout.set("behaviour", to: behaviour.value)
    let failure = error { try view.setContentOffset(Point(x: 0, y: 90)) }
    #expect(failure?.plugin == "test.fake")
    #expect(failure?.call != nil)
    #expect(Sight.of(view) == sight)
    #expect(view.contentOffset == offset)
    if failure?.code == "breach" { try layout.restart() }
    try layout.set("behaviour", to: FakeLayout.Behaviour.good.value)
    try view.setContentOffset(Point(x: 0, y: 90))
    #expect(view.contentOffset.y == 90)
    #expect(Sight.of(view) != sight)
  }

  @Test("C59: an invalid count is named", arguments: [-1, Int(UInt32.max), Int.max])
  func counts(_ count: Int) throws {
    let gallery = try Gallery([50], layout: try TestLayout.grid())
    let sight = Sight.of(gallery.view)
    gallery.counts = [count]
    let failure = error { try gallery.view.reloadData() }
    #expect(failure?.code == "data-source")
    #expect(failure?.message.contains("\(count)") == true)
    #expect(Sight.of(gallery.view) == sight)
    gallery.counts = [3]
    try gallery.view.reloadData()
    #expect(gallery.view.indexPathsForVisibleItems.count == 3)
  }

  /// Mistakes of a data source at item 105, and the code that names each.
  enum Mistake: String, CaseIterable, Sendable {
    case throwsItsOwn = "data-source"
    case foreign = "foreign-view"
    case shownElsewhere = "view-in-use"
    case unregistered = "unregistered-identifier"
    case wrongPath = "dequeue"

    func cell(_ view: CollectionView, _ path: ItemPath) throws -> Cell {
      switch self {
      case .throwsItsOwn: throw Oops()
      case .foreign: return Cell()
      case .shownElsewhere: return view.cellForItem(at: ItemPath(0, 50))!
      case .unregistered:
        return try view.dequeueReusableCell(withReuseIdentifier: "cel", for: path)
      case .wrongPath:
        return try view.dequeueReusableCell(
          withReuseIdentifier: "cell", for: ItemPath(0, path.item + 1))
      }
    }
  }

  @Test(
    "C59, C63, C74: a data source's mistake is named, and every view is back in its place",
    arguments: Mistake.allCases)
  func dataSource(_ mistake: Mistake) throws {
    let gallery = try Gallery([1000], layout: try TestLayout.grid())
    let view = gallery.view!
    let sight = Sight.of(view)
    gallery.mistake = { path in
      path == ItemPath(0, 105) ? try mistake.cell(view, path) : nil
    }
    let failure = error { try view.setContentOffset(Point(x: 0, y: 100)) }
    #expect(failure?.code.rawValue == mistake.rawValue)
    #expect(Sight.of(view) == sight)
    #expect(view.contentOffset == .zero)
    gallery.mistake = nil
    try view.setContentOffset(Point(x: 0, y: 100))
    #expect(view.cellForItem(at: ItemPath(0, 105))?.content == .text("0.105"))
    let numbers = view.visibleElements.map(\.view.serialNumber)
    #expect(Set(numbers).count == numbers.count)
  }

  @Test("views that could not be filled during the rollback are filled by the next frame")
  func failsOnTheWayBack() throws {
    let gallery = try Gallery([1000], layout: try TestLayout.grid())
    let view = gallery.view!
    var answersLeft = 3
    gallery.mistake = { _ in
      answersLeft -= 1
      if answersLeft < 0 { throw Oops() }
      return nil
    }
    #expect(error { try view.setContentOffset(Point(x: 0, y: 200)) } != nil)
    #expect(view.contentOffset == .zero)
    gallery.mistake = nil
    #expect(view.isFrameDue)
    try view.layoutIfNeeded()
    for path in view.indexPathsForVisibleItems {
      #expect(view.cellForItem(at: path)?.content == .text(path.description))
    }
    #expect(!view.isFrameDue)
  }

  @Test("the frame after a scroll in which the data source failed tells the layout the offset")
  func asksAboutWhatIsShown() throws {
    let layout = try TestLayout.bundled("FlowPlugin", "flow")
    try layout.set("headerReferenceSize", to: .size(Size(width: 0, height: 30)))
    try layout.set("sectionHeadersPinToVisibleBounds", to: .bool(true))
    let gallery = try Gallery([1000], layout: layout)
    gallery.mistake = { _ in throw Oops() }
    #expect(error { try gallery.view.setContentOffset(Point(x: 0, y: 500)) } != nil)
    gallery.mistake = nil
    try gallery.view.layoutIfNeeded()
    let header = try gallery.view.elements(in: nil).first { $0.kind == "header" }
    #expect(header?.frame.y == 0)
  }

  @Test("a supplementary view without a source is named")
  func supplementary() throws {
    final class Bare: CollectionViewDataSource {
      func collectionView(
        _ view: CollectionView, numberOfItemsInSection section: Int
      ) throws -> Int { 5 }
      func collectionView(_ view: CollectionView, cellForItemAt path: ItemPath) throws -> Cell {
        try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
      }
    }
    let source = Bare()
    let view = CollectionView(
      viewportSize: Size(width: 1000, height: 800), layout: try TestLayout.grid())
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    view.dataSource = source
    #expect(error { try view.layoutIfNeeded() }?.code == "no-supplementary-view")
    try view.collectionViewLayout.set("headerLength", to: .number(0))
    try view.layoutIfNeeded()
    #expect(view.visibleCells.count == 5)
  }

  @Test("without a data source the content is empty, and a dequeue outside a frame is named")
  func noDataSource() throws {
    let view = CollectionView(
      viewportSize: Size(width: 1000, height: 800), layout: try TestLayout.grid())
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    try view.layoutIfNeeded()
    #expect(view.visibleElements.isEmpty)
    let failure = error {
      _ = try view.dequeueReusableCell(withReuseIdentifier: "cell", for: ItemPath(0, 0))
    }
    #expect(failure?.code == "dequeue")
  }

  @Test("C15, C16: a change from inside a frame is refused, and the frame continues")
  func reentrant() throws {
    let gallery = try Gallery([30], layout: try TestLayout.grid(), isShown: false)
    let view = gallery.view!
    var refusals: [LayoutError.Code?] = []
    gallery.mistake = { _ in
      if refusals.isEmpty {
        for change in [
          { try view.reloadData() }, { try view.setContentOffset(.zero) },
          { try view.advance(to: 1) }, { _ = try view.elements(in: nil) },
        ] as [() throws -> Void] {
          refusals.append(error(change)?.code)
        }
      }
      return nil
    }
    try view.layoutIfNeeded()
    #expect(refusals == ["reentrant", "reentrant", "reentrant", "reentrant"])
    #expect(view.visibleCells.count == 30)
  }

  @Test("the clock only goes forward, and numbers are finite")
  func arguments() throws {
    let view = try Gallery([30], layout: try TestLayout.grid()).view!
    try view.advance(to: 2)
    #expect(error { try view.advance(to: 1) }?.code == "clock")
    #expect(error { try view.advance(to: .nan) }?.code == "clock")
    #expect(error { try view.setContentOffset(Point(x: .nan, y: 0)) }?.code == "not-finite")
    #expect(error { try view.drag(by: Vector(dx: .infinity, dy: 0)) }?.code == "not-finite")
    #expect(error { try view.release(velocity: Vector(dx: 0, dy: .nan)) }?.code == "not-finite")
    view.scale = -2
    #expect(view.scale == 1)
    view.contentInset = Insets(top: .nan, left: 5, bottom: .infinity, right: -3)
    #expect(view.contentInset == Insets(top: 0, left: 5, bottom: 0, right: -3))
  }
}
