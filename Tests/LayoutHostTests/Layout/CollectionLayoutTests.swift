// SPDX-License-Identifier: Apache-2.0
//
// A layout as an app uses it: properties, queries, actions, events, direct questions.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("Collection layout")
struct CollectionLayoutTests {
  private func error(_ body: () throws -> Void) -> LayoutError? {
    do {
      try body()
      return nil
    } catch { return error as? LayoutError }
  }

  @Test("C23: a layout is made by its name, in the tier that is allowed for its file")
  func make() throws {
    let flow = PluginFile(judging: try bundledPlugin("FlowPlugin"), trust: .bundled)
    let fake = PluginFile(judging: try FakeLayout.path())
    let library = PluginLibrary([flow, fake])
    #expect(try CollectionLayout.make(id: "flow", library: library).id == "flow")
    #expect(LayoutPolicy.auto.tier(for: flow) == .inProcess)
    #expect(LayoutPolicy.auto.tier(for: fake) == .sandboxed)
    #expect(LayoutPolicy(isTrustedOnce: true).tier(for: fake) == .inProcess)
    #expect(LayoutPolicy(.worker, isTrustedOnce: true).tier(for: flow) == .worker)
    let trusted = PluginFile(
      judging: try FakeLayout.path(), trusting: TrustList([.init(hash: fake.hash)]))
    #expect(LayoutPolicy.auto.tier(for: trusted) == .inProcess)
    let missing = error { _ = try CollectionLayout.make(id: "flwo", library: library) }
    #expect(missing?.code == "unknown-layout")
    #expect(missing?.message.contains("flow") == true)
  }

  @Test("an untrusted file does not run in this process, even if the tier says so")
  func untrusted() throws {
    let fake = PluginFile(judging: try FakeLayout.path())
    let id = try #require(fake.note?.layouts.first)
    let failure = error { _ = try CollectionLayout.make(id: id, file: fake, running: .inProcess) }
    #expect(failure?.code == "untrusted")
    for way in ["layouthost trust add \(fake.path)", "--trust-once", "isTrustedOnce"] {
      #expect(failure?.message.contains(way) == true, "\(way)")
    }
    _ = try CollectionLayout.make(
      id: id, file: fake, running: LayoutPolicy(.inProcess, isTrustedOnce: true))
  }

  @Test("a refused file is reported with its own reason")
  func refused() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write([1, 2, 3], to: "libBad.so")
    let file = PluginFile(judging: path)
    let failure = error { _ = try CollectionLayout.make(id: "bad", file: file) }
    #expect(failure != nil)
    #expect(failure == file.verdict.refusal)
  }

  /// A setting that the fake layout refuses, and the words that the message must have.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let property: String
    let value: LayoutValue
    let code: LayoutError.Code
    let words: [String]
    var testDescription: String { "\(property) = \(value)" }
  }

  static let refusals = [
    Refusal(
      property: "spacng", value: .number(1), code: "unknown-property",
      words: ["spacng", "did you mean spacing?"]),
    Refusal(
      property: "zzzzzzzz", value: .number(1), code: "unknown-property",
      words: ["there are behaviour, call, spacing, title, stops"]),
    Refusal(
      property: "spacing", value: .text("1"), code: "property-type",
      words: ["fake.spacing", "f64", "text"]),
    Refusal(
      property: "spacing", value: .number(1001), code: "out-of-range",
      words: ["fake.spacing", "from 0.0 to 1000.0", "1001"]),
    Refusal(
      property: "spacing", value: .number(-0.5), code: "out-of-range", words: ["-0.5"]),
    Refusal(property: "spacing", value: .number(.nan), code: "out-of-range", words: ["nan"]),
    Refusal(
      property: "stops", value: .array([1, .infinity]), code: "out-of-range",
      words: ["that are finite", "inf"]),
    Refusal(
      property: "behaviour", value: .enumeration(999), code: "unknown-case", words: ["good"]),
    Refusal(property: "spacing", value: .none, code: "property-type", words: ["unset"]),
    Refusal(
      property: "title", value: .text("refuse"), code: "refused", words: ["this title is refused"]),
  ]

  @Test(
    "a refused setting is named with the allowed values, and the property keeps its value",
    arguments: refusals)
  func properties(_ refusal: Refusal) throws {
    let layout = try TestLayout.fake()
    let before = layout.hasProperty(refusal.property) ? try layout.value(of: refusal.property) : nil
    let failure = error { try layout.set(refusal.property, to: refusal.value) }
    if refusal.code != "refused" { #expect(failure?.code == refusal.code) }
    for word in refusal.words { #expect(failure?.message.contains(word) == true) }
    if let before { #expect(try layout.value(of: refusal.property) == before) }
  }

  @Test("properties are set and read by name, and optional ones can be unset")
  func values() throws {
    let layout = try TestLayout.fake()
    try layout.set("spacing", to: .number(1000))
    #expect(try layout.value(of: "spacing") == .number(1000))
    #expect(try layout.value(of: "stops") == LayoutValue.none)
    try layout.set("stops", to: .array([1, 2]))
    #expect(try layout.value(of: "stops") == .array([1, 2]))
    try layout.set("stops", to: .none)
    #expect(try layout.value(of: "stops") == LayoutValue.none)
    try layout.set("behaviour", toCase: "moves")
    #expect(try layout.value(of: "behaviour") == FakeLayout.Behaviour.moves.value)
    #expect(error { try layout.set("behaviour", toCase: "mooves") }?.code == "unknown-case")
    #expect(error { _ = try layout.value(of: "x") }?.code == "unknown-property")
  }

  @Test("C18, C74: a query bound by name is used in the next frame, and a wrong one is named")
  func queries() throws {
    let gallery = try Gallery([30], layout: try TestLayout.fake())
    let view = gallery.view!
    let layout = view.collectionViewLayout
    try layout.bind("sizeForItem") { path in
      path.item == 4 ? nil : Size(width: 10 + Double(path.item), height: 20)
    }
    try view.layoutIfNeeded()
    #expect(view.cellForItem(at: ItemPath(0, 3))?.attributes?.size == Size(width: 13, height: 20))
    #expect(view.cellForItem(at: ItemPath(0, 4))?.attributes?.size == Size(width: 50, height: 50))
    try layout.unbind("sizeForItem")
    try view.layoutIfNeeded()
    #expect(view.cellForItem(at: ItemPath(0, 3))?.attributes?.size == Size(width: 50, height: 50))
    #expect(layout.hasQuery("sizeForItem") && !layout.hasQuery("sizeOfItem"))
    #expect(
      error { try layout.bind("sizeForItem") { _ in 3.0 as Double? } }?.code == "query-signature")
    #expect(
      error { try layout.bind("sizeOfItem") { _ in Size.zero as Size? } }?.code == "unknown-query")
  }

  @Test("a query that throws ends the frame, and the last frame stays on screen")
  func throwingQuery() throws {
    struct Oops: Error {}
    let gallery = try Gallery([30], layout: try TestLayout.fake())
    let view = gallery.view!
    let sight = FailureTests.Sight.of(view)
    try view.collectionViewLayout.bind("sizeForItem") { path -> Size? in
      if path.item == 7 { throw Oops() }
      return nil
    }
    let failure = error { try view.layoutIfNeeded() }
    #expect(failure?.code == "query-failed")
    #expect(failure?.message.contains("sizeForItem") == true)
    #expect(FailureTests.Sight.of(view) == sight)
    try view.collectionViewLayout.unbind("sizeForItem")
    try view.layoutIfNeeded()
  }

  @Test("actions run between frames, events reach the delegate after the frame")
  func actions() throws {
    final class Watcher: CollectionViewDelegate {
      var events: [String] = []
      func collectionView(_ view: CollectionView, didReceive event: LayoutEvent) {
        events.append("\(event.name) \(event.arguments)")
      }
    }
    let (watcher, gallery) = (Watcher(), try Gallery([30], layout: try TestLayout.fake()))
    let layout = gallery.view.collectionViewLayout
    gallery.view.delegate = watcher
    #expect(try layout.call("add", [.number(2), .number(3)]) == .number(5))
    try layout.call("touch", [.index(0), .index(4)])
    #expect(watcher.events.isEmpty)
    try gallery.view.layoutIfNeeded()
    #expect(
      watcher.events == [
        "touched [LayoutModel.LayoutValue.index(0), LayoutModel.LayoutValue.index(4)]"
      ])
    gallery.view.delegate = nil
    try layout.call("touch", [.index(0), .index(5)])
    try gallery.view.layoutIfNeeded()
    gallery.view.delegate = watcher
    try gallery.view.advance(to: 1)
    #expect(watcher.events.count == 1, "no delegate was there for the second one")
    #expect(error { try layout.call("ad") }?.message.contains("did you mean add?") == true)
  }

  @Test("C24, C25, C26, C27, C28, C29: single questions give the same answer as the query in bulk")
  func questions() throws {
    let gallery = try Gallery(
      [25, 14], layout: try TestLayout.fake(), viewportSize: Size(width: 500, height: 100))
    let view = gallery.view!
    let all = try view.elements(in: nil)
    #expect(all.count == 39 + 2 + 2)
    let before = view.counters
    for element in all {
      let single =
        switch element.category {
        case .cell: try view.layoutAttributesForItem(at: element.path)
        case .supplementary:
          try view.layoutAttributesForSupplementaryElement(
            ofKind: element.kind, at: element.path)
        case .decoration:
          try view.layoutAttributesForDecorationView(ofKind: element.kind, at: element.path)
        }
      #expect(single == element)
    }
    #expect(view.counters == before, "no frame was run")
    #expect(try view.layoutAttributesForItem(at: ItemPath(0, 25)) == nil)
    #expect(try view.layoutAttributesForItem(at: ItemPath(0, -1)) == nil)
    #expect(try view.layoutAttributesForItem(at: ItemPath(9, 0)) == nil)
    #expect(
      error {
        _ = try view.layoutAttributesForSupplementaryElement(
          ofKind: "footer", at: ItemPath(0, 0))
      }?.code == "unknown-kind")
  }

  @Test("C10, C12, C17: any part of the content can be queried, far outside the viewport")
  func anywhere() throws {
    let gallery = try Gallery([1000], layout: try TestLayout.grid())
    let far = try gallery.view.elements(
      in: Rect(x: 0, y: 7000, width: 250, height: 100))
    #expect(far.map(\.path.item) == [870, 871, 872, 880, 881, 882])
    #expect(try gallery.view.elements(in: Rect(x: -500, y: -500, width: 400, height: 400)).isEmpty)
    // A rectangle with a negative size, given from its lower right corner.
    let back = Rect(x: 250, y: 7100, width: -250, height: -100)
    #expect(try gallery.view.elements(in: back).map(\.path) == far.map(\.path))
    for wrong in [
      Rect(x: 0, y: .nan, width: 1, height: 1), Rect(x: 0, y: 0, width: .infinity, height: 1),
      Rect(x: .greatestFiniteMagnitude, y: 0, width: .greatestFiniteMagnitude, height: 1),
    ] {
      #expect(error { _ = try gallery.view.elements(in: wrong) }?.code == "not-finite")
    }
    #expect(
      error { _ = try gallery.view.indexPathForItem(at: Point(x: .nan, y: 0)) }?.code
        == "not-finite")
  }

  @Test(
    "C11, C39: a rectangle gives exactly the elements that intersect it",
    arguments: [
      ("FlowPlugin", "flow"), ("WaterfallPlugin", "waterfall"), ("MosaicPlugin", "mosaic"),
      ("SpringPlugin", "spring"),
    ])
  func rectangles(_ plugin: String, _ id: String) throws {
    let gallery = try Gallery([300, 0, 77], layout: try TestLayout.bundled(plugin, id))
    let all = try gallery.view.elements(in: nil)
    #expect(all.filter { $0.category == .cell }.count == 377)
    var dice = FramePlanTests.Dice(state: 7)
    for _ in 0..<200 {
      let area = Rect(
        x: .random(in: -200...1200, using: &dice), y: .random(in: -200...4000, using: &dice),
        width: .random(in: 0...900, using: &dice), height: .random(in: 0...900, using: &dice))
      let found = try gallery.view.elements(in: area)
      #expect(found == all.filter { $0.frame.intersects(area) })
    }
  }

  @Test("M15: the item at a point, the path of a cell, the visible elements")
  func lookups() throws {
    let gallery = try Gallery([1000], layout: try TestLayout.grid())
    let view = gallery.view!
    #expect(try view.indexPathForItem(at: Point(x: 250, y: 190)) == ItemPath(0, 22))
    #expect(try view.indexPathForItem(at: Point(x: 250, y: 10)) == nil)
    let cell = try #require(view.cellForItem(at: ItemPath(0, 22)))
    #expect(view.indexPath(for: cell) == ItemPath(0, 22))
    #expect(view.indexPath(for: Cell()) == nil)
    #expect(view.indexPathsForVisibleItems == (0..<100).map { ItemPath(0, $0) })
    #expect(
      view.indexPathsForVisibleSupplementaryElements(ofKind: "header") == [ItemPath(0, 0)])
    #expect(view.indexPathsForVisibleSupplementaryElements(ofKind: "footer").isEmpty)
    try view.setContentOffset(Point(x: 0, y: 4000))
    #expect(view.cellForItem(at: ItemPath(0, 22)) == nil)
    #expect(view.supplementaryView(forElementKind: "header", at: ItemPath(0, 0)) == nil)
    try view.setContentOffset(.zero)
    #expect(view.supplementaryView(forElementKind: "header", at: ItemPath(0, 0)) != nil)
  }

  @Test(
    "M9: an item is scrolled to every position, inside the edges",
    arguments: [
      (ScrollPosition.top, 4020.0), (.centeredVertically, 3660), (.bottom, 3300),
      (.nearest, 3300), (ScrollPosition(), 0),
    ])
  func scrollToItem(_ position: ScrollPosition, offset: Double) throws {
    let gallery = try Gallery([1000], layout: try TestLayout.grid())
    try gallery.view.scrollToItem(at: ItemPath(0, 500), position: position)
    #expect(gallery.view.contentOffset == Point(x: 0, y: offset))
    let failure = error { try gallery.view.scrollToItem(at: ItemPath(0, 1000)) }
    #expect(failure?.code == "unknown-path")
  }

  @Test("M9: a completely visible item stays in place, and offsets stay inside the edges")
  func scrollNearest() throws {
    let gallery = try Gallery([1000], layout: try TestLayout.grid())
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 50))
    try view.scrollToItem(at: ItemPath(0, 50))
    #expect(view.contentOffset.y == 50)
    try view.scrollToItem(at: ItemPath(0, 3))
    #expect(view.contentOffset.y == 20, "the first row was half above")
    try view.scrollToItem(at: ItemPath(0, 999), position: .top)
    #expect(view.contentOffset.y == view.contentOffsetEdges.vertical.upperBound)
  }
}
