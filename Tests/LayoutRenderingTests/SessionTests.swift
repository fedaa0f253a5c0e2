// SPDX-License-Identifier: Apache-2.0
//
// A recorded session replays the frames on screen, and its page needs no other file.

import Foundation
import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutSources
import LayoutTesting
import Testing

@testable import LayoutEngine
@testable import LayoutHost
@testable import LayoutRendering

@Suite("Session")
struct SessionTests {
  /// Makes a real layout over the characters of Unicode.
  private func makeView(
    _ source: UnicodeSource, _ plugin: String = "FlowPlugin", _ id: String = "flow"
  ) throws -> CollectionView {
    let room = Size(width: 600, height: 400)
    let image = try PluginImage.open(PluginFile(judging: try bundledPlugin(plugin)))
    let layout = CollectionLayout(
      try InProcessConnection(image: image, layout: id, children: bundledChild))
    try source.attach(to: layout, room: room)
    let view = CollectionView(viewportSize: room, layout: layout)
    source.connect(to: view)
    try view.layoutIfNeeded()
    return view
  }

  /// Scrolls down, up and far away; passes each frame to `body`.
  private func play(_ view: CollectionView, _ body: () throws -> Void) throws {
    try body()
    for step in [30.0, 30, 0, -45, 400, 100_000, -50_000, 0.25, 0.25] {
      try view.setContentOffset(
        Point(x: 0, y: min(max(0, view.contentOffset.y + step), view.contentSize.height - 400)))
      try body()
    }
  }

  @Test("frames replay the screen, from the page's JSON alone")
  func replays() throws {
    let source = try UnicodeSource()
    let view = try makeView(source)
    let recorder = SessionRecorder(title: "Test")
    var expected: [[[Double]]] = []
    try play(view) {
      recorder.record(view)
      expected.append(
        view.visibleElements.map { element in
          let frame = element.attributes.frame
          let path = element.attributes.path
          return [frame.x, frame.y, frame.width, frame.height].map { ($0 * 100).rounded() }
            + [Double(path.section), Double(path.item)]
        })
    }
    let atlas = try recorder.sheet.draw(theme: .light, scale: 1)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(recorder.json(atlas: atlas).utf8))
        as? [String: Any])
    let frames = try #require(json["frames"] as? [[Any]])
    #expect(frames.count == expected.count)
    var shown: [Int: [Double]] = [:]
    for (frame, elements) in zip(frames, expected) {
      for id in try #require(frame[6] as? [Int]) { #expect(shown.removeValue(forKey: id) != nil) }
      for change in try #require(frame[7] as? [[Double]]) { shown[Int(change[0])] = change }
      let moves = try #require(frame[8] as? [Double])
      for index in stride(from: 0, to: moves.count, by: 3) {
        shown[Int(moves[index])]?[2] = moves[index + 1]
        shown[Int(moves[index])]?[3] = moves[index + 2]
      }
      let seen = shown.values.map { Array($0[2...5]) + Array($0[7...8]) }
      #expect(seen.sorted(by: isBefore) == elements.sorted(by: isBefore))
    }
  }

  private func isBefore(_ a: [Double], _ b: [Double]) -> Bool { a.lexicographicallyPrecedes(b) }

  @Test("perspective is complete: nine numbers, which put corners where the picture has them")
  func perspective() throws {
    let view = try makeView(try UnicodeSource(), "CoverflowPlugin", "coverflow")
    let recorder = SessionRecorder(title: "Test")
    recorder.record(view)
    let atlas = try recorder.sheet.draw(theme: .light, scale: 1)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(recorder.json(atlas: atlas).utf8))
        as? [String: Any])
    let changes = try #require((json["frames"] as? [[Any]])?[0][7] as? [[Double]])
    var tilted = 0
    for (change, visible) in zip(changes, view.visibleElements) {
      let transform = SceneElement(visible).transform ?? Projection(Affine())
      let parts = Array(change.dropFirst(13))
      #expect(parts.count == (transform.affine == nil ? 9 : parts.isEmpty ? 0 : 6))
      guard parts.count == 9 else { continue }
      tilted += 1
      #expect(abs(change[12] - SceneElement(visible).depth) < 1e-6)
      let (x, y) = (change[4] / 200, -change[5] / 200)
      let weight = parts[6] * x + parts[7] * y + parts[8]
      let seen = transform.map(Point(x: x, y: y))
      #expect(abs((parts[0] * x + parts[2] * y + parts[4]) / weight - seen.x) < 0.05)
      #expect(abs((parts[1] * x + parts[3] * y + parts[5]) / weight - seen.y) < 0.05)
    }
    #expect(tilted >= 2)
  }

  @Test("the page draws in the scene's order: by level, depth, path, and leaving elements last")
  func drawingOrder() throws {
    let source = try UnicodeSource()
    for (plugin, id) in [("CoverflowPlugin", "coverflow"), ("FlowPlugin", "flow")] {
      let view = try makeView(source, plugin, id)
      try view.reloadItems(at: [ItemPath(0, 0), ItemPath(0, 1)])
      try view.advance(to: 0.1)
      #expect(view.visibleElements.contains { $0.isLeaving })
      let recorder = SessionRecorder(title: "Test")
      recorder.record(view)
      let atlas = try recorder.sheet.draw(theme: .light, scale: 1)
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data(recorder.json(atlas: atlas).utf8))
          as? [String: Any])
      let changes = try #require((json["frames"] as? [[Any]])?[0][7] as? [[Double]])
      // Level, depth, category, section, item, rank.
      let keys = [9, 12, 6, 7, 8, 11]
      func key(_ element: [Double]) -> [Double] {
        keys.map { element.indices.contains($0) ? element[$0] : 0 }
      }
      let drawn = changes.shuffled().sorted { key($0).lexicographicallyPrecedes(key($1)) }
      let expected = Scene(view).drawingOrder.filter { !$0.isHidden }
      #expect(drawn.map { ItemPath(Int($0[7]), Int($0[8])) } == expected.map(\.path))
      for (element, scene) in zip(drawn, expected) {
        #expect(abs((element.count > 10 ? element[10] : 1) - scene.alpha) < 1e-6)
      }
    }
  }

  @Test("a moving element has its size at rest")
  func atRest() throws {
    let source = try UnicodeSource()
    let view = try makeView(source, "WaterfallPlugin", "waterfall")
    let image = try PluginImage.open(PluginFile(judging: try bundledPlugin("WaterfallPlugin")))
    let layout = CollectionLayout(try InProcessConnection(image: image, layout: "waterfall"))
    try source.attach(to: layout, room: view.viewportSize) { (layout) throws(LayoutError) in
      try layout.set("columnCount", to: .integer(3))
    }
    try view.setLayout(layout, animated: true)
    try view.advance(to: 0.1)
    var moving = 0
    for visible in view.visibleElements where visible.attributes.category == .cell {
      guard !visible.isLeaving else { continue }
      let attributes = try view.layoutAttributesForItem(at: visible.attributes.path)
      #expect(visible.restingSize == attributes?.size)
      #expect(SceneElement(visible).restingSize == attributes?.size)
      if visible.attributes.size != visible.restingSize { moving += 1 }
    }
    #expect(moving > 0)
  }

  @Test("the nearness that a transform gives an element is recorded")
  func depth() throws {
    let view = try makeView(try UnicodeSource())
    let visible = try #require(view.visibleElements.first)
    var attributes = visible.attributes
    var matrix = Pose.identity
    (matrix[14], matrix[11]) = (30, -1.0 / 800)
    attributes.transform = Transform3D(layout_transform(matrix))
    let moved = VisibleElement(
      view: visible.view, attributes: attributes, pixels: visible.pixels,
      restingSize: visible.restingSize)
    let element = SessionElement(moved, sprite: 0, after: nil)
    #expect(element.depth == 30 && element.depth == SceneElement(moved).depth)
  }

  @Test("a frame without changes costs nothing, and scrolling keeps the remaining elements")
  func deltas() throws {
    let source = try UnicodeSource()
    let view = try makeView(source)
    let recorder = SessionRecorder(title: "Test")
    recorder.record(view)
    recorder.record(view)
    #expect(recorder.frames[0].changes.count == view.visibleElements.count)
    #expect(recorder.frames[1].changes.isEmpty && recorder.frames[1].removed.isEmpty)
    try view.setContentOffset(Point(x: 0, y: 60))
    recorder.record(view)
    let last = recorder.frames[2]
    #expect(!last.changes.isEmpty && last.changes.count < view.visibleElements.count / 2)
    #expect(last.moves.isEmpty, "content scrolls; elements stay where they are")
  }

  @Test("the look of an unchanged element is not computed again, and each change is found")
  func looks() throws {
    let view = try makeView(try UnicodeSource())
    let recorder = SessionRecorder(title: "Test")
    recorder.record(view)
    let count = recorder.sheet.askedCount
    #expect(count == view.visibleElements.count)
    recorder.record(view)
    #expect(recorder.sheet.askedCount == count)
    let cell = try #require(view.visibleCells.first)
    let inner = ReusableView()
    let changes: [(name: String, make: () -> Void)] = [
      ("content", { cell.content = .text("other") }),
      ("a view inside", { cell.subviews = [inner] }),
      ("content of it", { inner.content = .text("inner") }),
      ("content view", { cell.contentView.content = .text("on top") }),
      ("background", { cell.backgroundView = ReusableView() }),
      ("appearance", { cell.appearance.textScale = 2 }), ("selection", { cell.isSelected = true }),
    ]
    for (number, change) in changes.enumerated() {
      change.make()
      recorder.record(view)
      #expect(recorder.frames.last?.changes.count == 1, "\(change.name)")
      #expect(recorder.sheet.askedCount == count + number + 1, "\(change.name)")
    }
  }

  /// Six cells below a header.
  private final class Cells: CollectionViewDataSource {
    func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { 6 }

    func collectionView(_ view: CollectionView, cellForItemAt path: ItemPath) throws -> Cell {
      try view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }

    func collectionView(
      _ view: CollectionView, viewForSupplementaryElementOfKind kind: String, at path: ItemPath
    ) throws -> ReusableView {
      try view.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: "header", for: path)
    }
  }

  @Test("elements lose their style with a version that gives its field another name")
  func renamedField() throws {
    func layout(_ mutation: String? = nil) throws -> CollectionLayout {
      CollectionLayout(
        try InProcessConnection(image: try FakeLayout.image(mutation: mutation), layout: "fake"))
    }
    let data = Cells()
    let view = CollectionView(viewportSize: Size(width: 600, height: 400), layout: try layout())
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    view.register(
      ReusableView.self, forSupplementaryViewOfKind: "header", withReuseIdentifier: "header")
    view.dataSource = data
    try view.layoutIfNeeded()
    let recorder = SessionRecorder(title: "Test")
    func styles() -> [Bool?] {
      recorder.frames.last?.changes.filter { $0.element.category == .cell }.map {
        recorder.sheet.looks[$0.element.sprite]?.isProminent
      } ?? []
    }
    recorder.record(view)
    #expect(styles() == [false, true, false, true, false, true])
    // The same words at the same places, in the same views.
    let cells = view.visibleCells.map(\.serialNumber)
    try view.setLayout(
      try layout("field_style.name = (layout_text)LAYOUT_TEXT(\"tone\")"))
    recorder.record(view)
    #expect(view.visibleCells.map(\.serialNumber) == cells)
    #expect(styles() == [nil, nil, nil, nil, nil, nil])
    #expect(view.dataSource === data)
  }

  // At other scales Cairo rounds the last bit of a faint shadow or edge by its position in the row.
  @Test("copied grounds have the same pixels as drawn ones", arguments: [1.0, 2.0])
  func grounds(scale: Double) throws {
    var keys: [SpriteKey] = []
    let contents: [ViewContent] = [
      .text("0.17"), .glyph(codePoint: 0x2190, caption: "LEFTWARDS ARROW"),
      .card(title: "A title", body: "and a few words below it", codePoint: nil),
      .heading(title: "Arrows", detail: "112"),
    ]
    for (section, content) in contents.enumerated() {
      for (width, height) in [(80.0, 60.0), (120.5, 30.25), (300, 260)] {
        let size = Size(width: width, height: height)
        var element = SceneElement(
          content, frame: Rect(origin: .zero, size: size), path: ItemPath(section, 0),
          isSelected: section == 1)
        keys.append(SpriteKey(element))
        element.appearance.textScale = 1.3
        keys.append(SpriteKey(element))
      }
    }
    var workshop = SpriteWorkshop()
    for key in keys {
      var other = SpriteWorkshop()
      let drawn = try other.draw([(0, key)], theme: .dark, scale: scale).map(\.bytes)
      for _ in 0..<3 {
        #expect(try workshop.draw([(0, key)], theme: .dark, scale: scale).map(\.bytes) == drawn)
      }
    }
    #expect(workshop.copyCount >= keys.count / 2)
  }

  @Test("captions last until the next one, and equal ones are merged")
  func captions() throws {
    let source = try UnicodeSource()
    let view = try makeView(source)
    let recorder = SessionRecorder(title: "Test")
    let caption = SessionCaption(layout: "flow", text: "Opens")
    recorder.record(view)
    recorder.record(view, caption: caption, hold: 1)
    recorder.record(view, caption: caption)
    recorder.record(view)
    recorder.explain("12 ms")
    #expect(recorder.captions == [SessionCaption(layout: "flow", text: "Opens", detail: "12 ms")])
    #expect(recorder.frames.map(\.caption) == [-1, 0, 0, 0])
    #expect(abs(recorder.duration - 1.05) < 1e-9)
  }

  @Test("each look is drawn once, and sprites lie apart and inside their pages")
  func sprites() throws {
    let source = try UnicodeSource()
    let view = try makeView(source)
    let sheet = SpriteSheet()
    try play(view) {
      for element in view.visibleElements { _ = sheet.number(of: SceneElement(element)) }
    }
    let first = sheet.number(of: SceneElement(view.visibleElements[0]))
    #expect(sheet.number(of: SceneElement(view.visibleElements[0])) == first)
    let packing = SpritePacking(sheet.keys, scale: 2)
    #expect(sheet.keys.count > 60 && packing.places.count == sheet.keys.count)
    for (index, place) in packing.places.enumerated() {
      let page = packing.pages[place.page]
      #expect(place.x + place.width <= page.width && page.width <= SpritePlace.largestSide)
      #expect(place.y + place.height <= page.height && page.height <= SpritePlace.largestSide)
      for other in packing.places[..<index] where other.page == place.page {
        let isApart =
          other.x + other.width <= place.x || place.x + place.width <= other.x
          || other.y + other.height <= place.y || place.y + place.height <= other.y
        #expect(isApart)
      }
    }
  }

  @Test("a sprite with more pixels than a page is coarser along that side, and stays inside")
  func oversized() throws {
    let recorder = SessionRecorder(title: "Test")
    let sheet = recorder.sheet
    let background = ShapeStyle(fill: 0xFF00_00FF, stroke: 0x00FF_00FF, strokeWidth: 200)
    for (style, size) in [
      (ShapeStyle(fill: 0x0000_FFFF), Size(width: 900, height: 30)),
      (background, Size(width: 900, height: 10_000)),
    ] {
      let frame = Rect(origin: .zero, size: size)
      _ = sheet.number(of: SceneElement(.shape(style), frame: frame, category: .decoration))
    }
    let atlas = try sheet.draw(theme: .light, scale: 1)
    let page = try Probe(sprites: atlas.pages[0])
    let (small, large) = (atlas.places[0], atlas.places[1])
    for y in small.y..<small.y + 30 {
      #expect([0, 450, 899].allSatisfy { page.pixel(small.x + $0, y) == [0, 0, 255, 255] })
    }
    // The line is 200 points of 10,000 high at both ends.
    for (y, color) in [
      (2, [0, 255, 0, 255]), (2000, [255, 0, 0, 255]), (4094, [0, 255, 0, 255]),
    ] {
      #expect(page.pixel(large.x + 450, large.y + y).map(Int.init) == color)
    }
    let json = recorder.json(atlas: atlas)
    #expect(json.contains("\"sprites\":[[0,902,0,900,30,0],[0,0,0,900,4096,0,90000,1000000]]"))
  }

  @Test("a sprite's pixels equal the picture's")
  func spritePixels() throws {
    let element = SceneElement(
      .card(title: "A NAME", body: "U+0041", codePoint: 0x41),
      frame: Rect(x: 0, y: 0, width: 200, height: 40), path: ItemPath(5, 0))
    let sheet = SpriteSheet()
    _ = sheet.number(of: element)
    let atlas = try sheet.draw(theme: .light, scale: 1)
    let sprite = try Probe(sprites: atlas.pages[0])
    let drawn = try Probe(width: 200, height: 40) { element.draw($0) }
    for (x, y) in [(100, 4), (20, 20), (100, 20), (60, 21), (190, 36)] {
      #expect(sprite.pixel(x, y) == drawn.pixel(x, y), "\(x), \(y)")
    }
  }

  @Test("the page is one file: no other file is loaded, and no text ends the script early")
  func page() throws {
    let source = try UnicodeSource()
    let view = try makeView(source)
    let recorder = SessionRecorder(title: "</script><b>\"\\\u{2028}\n")
    recorder.record(view, caption: SessionCaption(layout: "<flow>", text: "</script>"))
    let path = try Files.directory() + "/index.html"
    let size = try HTMLPlayer.write(recorder, to: path)
    let text = String(decoding: try Files.read(path), as: UTF8.self)
    #expect(text.utf8.count == size)
    #expect(!text.contains("http:") && !text.contains("https:") && !text.contains("src=\""))
    #expect(text.components(separatedBy: "</script>").count == 4)
    let start = try #require(text.range(of: "id=\"session\">"))
    let end = try #require(text.range(of: "</script>", range: start.upperBound..<text.endIndex))
    let json = text[start.upperBound..<end.lowerBound]
    let session =
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect(session?["title"] as? String == recorder.title)
    #expect(text.contains("\"light\":") && text.contains("\"dark\":"), "both themes fit")
  }

  @Test("a page that would be too large gets coarser, and then loses a theme")
  func budget() throws {
    let source = try UnicodeSource()
    let view = try makeView(source)
    let recorder = SessionRecorder(title: "Test")
    try play(view) { recorder.record(view) }
    let directory = try Files.directory()
    func page(_ budget: Int) throws -> (size: Int, text: String) {
      let path = "\(directory)/\(budget).html"
      let size = try HTMLPlayer.write(recorder, to: path, budget: budget)
      return (size, String(decoding: try Files.read(path), as: UTF8.self))
    }
    let full = try page(.max / 4)
    #expect(full.text.contains("\"scale\":2,") && full.text.contains("\"dark\":"))
    let tight = try page(full.size * 2 / 3)
    #expect(tight.size <= full.size * 2 / 3)
    let least = try page(1)
    #expect(least.text.contains("\"scale\":1,") && !least.text.contains("\"dark\":"))
    #expect(least.size < tight.size)
  }

  @Test("base64 is Foundation's", arguments: 0..<8)
  func base64(_ count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 83 + 250) }
    #expect(Base64.encode(bytes) == Data(bytes).base64EncodedString())
  }
}
