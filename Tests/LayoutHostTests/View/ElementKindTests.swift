// SPDX-License-Identifier: Apache-2.0
//
// Cells, supplementary elements, decorations: their sources, and the values that reach them.

import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("Element kinds")
struct ElementKindTests {
  /// Two sections of the fake layout, 170 and 120 high: all of both is visible.
  private func gallery(_ prepare: (CollectionView) throws -> Void = { _ in }) throws -> Gallery {
    let gallery = try Gallery(
      [25, 14], layout: try TestLayout.fake(), viewportSize: Size(width: 500, height: 400),
      isShown: false)
    try prepare(gallery.view)
    try gallery.view.layoutIfNeeded()
    return gallery
  }

  @Test("C53, C55, C56, C65, C68: three kinds; decorations never reach the data source")
  func kinds() throws {
    let gallery = try gallery()
    let elements = gallery.view.visibleElements
    #expect(elements.count == 39 + 2 + 2)
    #expect(elements.map(\.attributes.category) == elements.map(\.attributes.category).sorted())
    #expect(gallery.asked.count == 39)
    #expect(gallery.askedKinds == ["header", "header"])
    #expect(gallery.view.collectionViewLayout.decorationKinds == ["backdrop"])
    #expect(gallery.view.collectionViewLayout.supplementaryKinds == ["header"])
  }

  @Test("C62, C66, M14: a decoration without a registered view is drawn from its payload")
  func payload() throws {
    let gallery = try gallery()
    let backdrop = try #require(
      gallery.view.visibleElements.last { $0.attributes.category == .decoration })
    #expect(backdrop.view is DecorationView)
    #expect(backdrop.view.content == .shape(ShapeStyle(fill: 0x3366_99FF)))
    #expect(backdrop.attributes.fields.map(\.name) == ["fill"])
  }

  final class Backdrop: ReusableView {
    var applied = 0
    override func apply(_ attributes: LayoutAttributes) { applied += 1 }
  }

  @Test(
    "C62, C66, C67, C69: a decoration's class is registered on the layout, made and recycled")
  func registered() throws {
    let gallery = try gallery { view in
      try view.collectionViewLayout.register(Backdrop.self, forDecorationViewOfKind: "backdrop")
    }
    let view = gallery.view!
    let backdrops = view.visibleElements.compactMap { $0.view as? Backdrop }
    #expect(backdrops.map(\.applied) == [1, 1])
    try view.setContentOffset(Point(x: 0, y: 5000))
    #expect(view.visibleElements.isEmpty)
    try view.setContentOffset(.zero)
    let again = view.visibleElements.compactMap { $0.view as? Backdrop }
    #expect(Set(again.map(\.serialNumber)) == Set(backdrops.map(\.serialNumber)))
    let error = #expect(throws: LayoutError.self) {
      try view.collectionViewLayout.register(Backdrop.self, forDecorationViewOfKind: "backdop")
    }
    #expect(error?.message.contains("did you mean backdrop?") == true)
  }

  final class Styled: Cell {
    var parity: LayoutValue?
    var reused = 0
    override func apply(_ attributes: LayoutAttributes) {
      super.apply(attributes)
      parity = attributes.fields.first?.value
    }
    override func prepareForReuse() {
      super.prepareForReuse()
      reused += 1
    }
  }

  @Test("C41, C43, C44: custom fields reach the cell, typed and by name")
  func fields() throws {
    let gallery = try gallery { $0.register(Styled.self, forCellWithReuseIdentifier: "cell") }
    let cells = gallery.view.visibleCells.compactMap { $0 as? Styled }
    #expect(cells.count == 39)
    let names = gallery.view.collectionViewLayout.descriptor.kinds[0].fields.map(\.name)
    for cell in cells {
      let attributes = try #require(cell.attributes)
      #expect(attributes.fields.map(\.name) == names)
      #expect(cell.parity == attributes.field(names[0]))
      // The second field of the fake layout repeats the frame's origin.
      #expect(attributes.field(names[1]) == .point(attributes.frame.origin))
    }
  }

  @Test("C45, C46: a transform reaches the cell of its element")
  func transforms() throws {
    let gallery = try gallery()
    for cell in gallery.view.visibleCells {
      let attributes = try #require(cell.attributes)
      let turn = Transform3D(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
      #expect(attributes.transform == (attributes.path.item % 7 == 3 ? turn : nil))
    }
  }

  @Test("C58, C60, C61, C63, C64: views are made once and recycled, with a call for each")
  func recycling() throws {
    let gallery = try gallery { $0.register(Styled.self, forCellWithReuseIdentifier: "cell") }
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 5000))
    let made = view.counters.made
    try view.setContentOffset(.zero)
    #expect(view.counters.made == made)
    #expect(
      view.visibleCells.compactMap { ($0 as? Styled)?.reused } == Array(repeating: 1, count: 39))
    #expect(view.visibleCells.allSatisfy { $0.reuseIdentifier == "cell" })
  }

  @Test("C60: a closure registers a prototype, and the newest registration makes new views")
  func prototype() throws {
    let gallery = try gallery()
    let view = gallery.view!
    view.register(forCellWithReuseIdentifier: "cell") {
      let cell = Styled()
      cell.content = .text("prototype")
      return cell
    }
    try view.reloadData()
    #expect(view.visibleCells.allSatisfy { $0 is Styled })
  }

  @Test("C54, C57: a view that was dequeued and not returned goes back to its pool")
  func spare() throws {
    let gallery = try gallery { view in
      view.register(Styled.self, forCellWithReuseIdentifier: "spare")
    }
    let view = gallery.view!
    gallery.mistake = { path in
      _ = try view.dequeueReusableCell(withReuseIdentifier: "spare", for: path)
      return nil
    }
    try view.reloadData()
    #expect(view.visibleCells.allSatisfy { !($0 is Styled) })
    #expect(view.counters.made == 39 + 2 + 2 + 1, "one spare cell was reused")
  }

  @Test("C115, C116, C117: layers from bottom to top, the selected background while selected")
  func layers() {
    let (cell, back, selected) = (Cell(), ReusableView(), ReusableView())
    cell.backgroundView = back
    cell.selectedBackgroundView = selected
    #expect(cell.layers.map { $0 === cell } == [true, false, false])
    cell.isSelected = true
    let layers = cell.layers
    #expect(layers.count == 4)
    #expect(layers[1] === back && layers[2] === selected && layers[3] === cell.contentView)
    cell.isHighlighted = true
    #expect(cell.isSelected)
  }

  @Test("a stage gets the calls from make to recycle in order, and none for equal attributes")
  func stage() throws {
    final class Recorder: Stage {
      var log: [String] = []
      func make(_ view: ReusableView) { log.append("make \(view.serialNumber)") }
      func bind(_ view: ReusableView) { log.append("bind \(view.serialNumber)") }
      func apply(_ attributes: LayoutAttributes, pixels: Rect, to view: ReusableView) {
        log.append("apply \(view.serialNumber) \(attributes.path)")
      }
      func recycle(_ view: ReusableView) { log.append("recycle \(view.serialNumber)") }
    }
    let recorder = Recorder()
    let gallery = try Gallery(
      [1, 1], layout: try TestLayout.grid(), viewportSize: Size(width: 1000, height: 100),
      isShown: false)
    gallery.view.stage = recorder
    try gallery.view.layoutIfNeeded()
    #expect(
      recorder.log == [
        "make 0", "bind 0", "make 1", "bind 1", "apply 0 0.0", "apply 1 0.0",
      ])
    recorder.log = []
    try gallery.view.setContentOffset(Point(x: 0, y: 100))
    #expect(
      recorder.log == [
        "recycle 0", "recycle 1", "bind 0", "bind 1", "apply 0 1.0", "apply 1 1.0",
      ])
    recorder.log = []
    try gallery.view.setContentOffset(Point(x: 0, y: 100.5))
    #expect(recorder.log.isEmpty)
  }

  @Test("calls of will display and did end displaying come in pairs")
  func pairs() throws {
    final class Watcher: CollectionViewDelegate {
      var shown: [Int] = []
      func collectionView(_ view: CollectionView, willDisplay element: ReusableView) {
        #expect(!shown.contains(element.serialNumber))
        shown.append(element.serialNumber)
      }
      func collectionView(_ view: CollectionView, didEndDisplaying element: ReusableView) {
        #expect(shown.contains(element.serialNumber))
        shown.removeAll { $0 == element.serialNumber }
      }
    }
    let watcher = Watcher()
    let gallery = try Gallery([2000], layout: try TestLayout.grid(), isShown: false)
    let view = gallery.view!
    view.delegate = watcher
    try view.layoutIfNeeded()
    for y in [0.0, 50, 3000, 2900, 0] {
      try view.setContentOffset(Point(x: 0, y: y))
      #expect(watcher.shown.sorted() == view.visibleElements.map(\.view.serialNumber).sorted())
    }
  }
}
