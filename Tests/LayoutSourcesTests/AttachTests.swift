// SPDX-License-Identifier: Apache-2.0
//
// Sources under the real layouts: they answer each layout's queries, and leave the user's settings
// alone.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutSources
import LayoutTesting
import LayoutTypography
import Testing

@Suite("Sources under layouts")
struct AttachTests {
  static let room = Size(width: 1000, height: 700)

  private func layout(_ plugin: String, _ id: String) throws -> CollectionLayout {
    let image = try PluginImage.open(PluginFile(judging: try bundledPlugin(plugin)))
    return CollectionLayout(
      try InProcessConnection(image: image, layout: id, children: bundledChild))
  }

  private func view(
    _ source: any ItemSource, _ layout: CollectionLayout
  ) throws -> CollectionView {
    let view = CollectionView(viewportSize: Self.room, layout: layout)
    source.connect(to: view)
    try view.layoutIfNeeded()
    return view
  }

  @Test(
    "flow and spring get chips as wide as their names, under a header for each block",
    arguments: [("FlowPlugin", "flow"), ("SpringPlugin", "spring")])
  func chips(_ plugin: String, _ id: String) throws {
    let source = try UnicodeSource()
    let layout = try layout(plugin, id)
    try source.attach(to: layout, room: Self.room)
    let view = try view(source, layout)
    let ruler = TextRuler()
    for element in view.visibleElements where element.attributes.category == .cell {
      guard case .card(let title, _, _) = element.view.content else {
        Issue.record("no card")
        continue
      }
      let name = ruler.advances(ChipMetrics.style).width(of: title.utf8.span) ?? 0
      #expect(
        element.attributes.size
          == Size(width: ChipMetrics.width(nameWidth: name), height: ChipMetrics.height))
    }
    let header = try #require(
      view.visibleElements.first { $0.attributes.category == .supplementary })
    #expect(header.view.content == source.heading(of: 0))
    #expect(header.attributes.frame == Rect(x: 0, y: 0, width: 1000, height: 56))
    #expect(view.numberOfSections == source.sectionCount)
  }

  @Test(
    "waterfall gets columns that fill the width, and cards as tall as their text",
    arguments: [("WaterfallPlugin", "waterfall"), ("SpringPlugin", "spring")])
  func cards(_ plugin: String, _ id: String) throws {
    let source = try UnicodeSource()
    let layout = try layout(plugin, id)
    try source.attach(to: layout, room: Self.room) { (layout) throws(LayoutError) in
      if layout.hasProperty("base") { try layout.set("base", to: .text("waterfall")) }
    }
    let view = try view(source, layout)
    let ruler = TextRuler()
    var heights: [Double] = []
    // Five columns of at least 180 points between the insets of 24, 12 apart.
    let width = (1000.0 - 48 - 4 * 12) / 5
    for element in view.visibleElements where element.attributes.category == .cell {
      guard case .card(let title, let body, _) = element.view.content else { continue }
      let size = element.attributes.size
      #expect(abs(size.width - width) < 1e-9)
      #expect(
        size.height == ruler.cardHeight(title: title, body: body, hasGlyph: true, width: width))
      heights.append(size.height)
    }
    #expect(heights.count > 15 && heights.contains { $0 != heights[0] })
  }

  @Test("the user's column count sets how tall cards are")
  func columnsByUser() throws {
    let source = try UnicodeSource()
    let layout = try layout("WaterfallPlugin", "waterfall")
    try source.attach(to: layout, room: Self.room) { layout throws(LayoutError) in
      try layout.set("columnCount", to: .integer(2))
    }
    let view = try view(source, layout)
    let item = try #require(try view.layoutAttributesForItem(at: ItemPath(0, 65)))
    #expect(item.size.width == (1000 - 48 - 12) / 2)
    #expect(
      try SizingStyle(for: layout, room: Self.room, scale: 1) == .card(width: item.size.width))
  }

  @Test("cards are measured again for other columns")
  func otherColumns() throws {
    let source = try UnicodeSource()
    let layout = try layout("WaterfallPlugin", "waterfall")
    try source.attach(to: layout, room: Self.room)
    let view = try view(source, layout)
    let ruler = TextRuler()
    for count in [9, 3] {
      try layout.set("columnCount", to: .integer(Int64(count)))
      try source.answer(layout, room: Self.room)
      try view.layoutIfNeeded()
      #expect(try layout.value(of: "columnCount") == .integer(Int64(count)))
      let width = (1000.0 - 48 - Double(count - 1) * 12) / Double(count)
      let sizing = try #require(try ItemSizing(of: layout, room: Self.room, source.presentation))
      let sizes = try source.sizes(ofSection: 0, sizing)
      for element in view.visibleElements where element.attributes.category == .cell {
        guard case .card(let title, let body, _) = element.view.content else { continue }
        let height = ruler.cardHeight(title: title, body: body, hasGlyph: true, width: width)
        #expect(abs(element.attributes.size.width - width) < 1e-9)
        #expect(element.attributes.size.height == height)
        let path = element.attributes.path
        #expect(path.section != 0 || sizes[path.item].height == height)
      }
    }
  }

  @Test("a property set after the source was attached is used in its next answers")
  func setLater() throws {
    let source = try UnicodeSource()
    let layout = try layout("FlowPlugin", "flow")
    try source.attach(to: layout, room: Self.room)
    let view = try view(source, layout)
    let text = try #require(try view.layoutAttributesForItem(at: ItemPath(0, 0))).frame
    try layout.set("itemSize", to: .size(Size(width: 80, height: 80)))
    try layout.set("sectionInset", to: .insets(Insets(top: 1, left: 2, bottom: 3, right: 4)))
    try layout.set("headerReferenceSize", to: .size(Size(width: 0, height: 30)))
    try layout.set("minimumInteritemSpacing", to: .number(3))
    try source.answer(layout, room: Self.room)
    try view.layoutIfNeeded()
    let first = try #require(try view.layoutAttributesForItem(at: ItemPath(0, 0)))
    #expect(first.frame == Rect(x: 2, y: 31, width: 80, height: 80))
    let second = try #require(try view.layoutAttributesForItem(at: ItemPath(0, 1)))
    #expect(second.frame.x == 85)
    for name in ["itemSize", "sectionInset", "headerReferenceSize", "minimumInteritemSpacing"] {
      let property = try #require(layout.descriptor.properties.first { $0.name == name })
      try layout.set(name, to: property.defaultValue)
    }
    try source.answer(layout, room: Self.room)
    try view.layoutIfNeeded()
    #expect(try view.layoutAttributesForItem(at: ItemPath(0, 0))?.frame == text)
  }

  @Test("cards fit their columns inside an inset that is set after the source was attached")
  func insetLater() throws {
    let source = try UnicodeSource()
    let layout = try layout("WaterfallPlugin", "waterfall")
    try source.attach(to: layout, room: Self.room)
    let view = try view(source, layout)
    let inset = Insets(top: 100, left: 100, bottom: 100, right: 100)
    try layout.set("sectionInset", to: .insets(inset))
    try source.answer(layout, room: Self.room)
    try view.layoutIfNeeded()
    let width = (1000.0 - 200 - 4 * 12) / 5
    #expect(try SizingStyle(for: layout, room: Self.room, scale: 1) == .card(width: width))
    let cells = view.visibleElements.filter { $0.attributes.category == .cell }
    #expect(!cells.isEmpty && cells.allSatisfy { abs($0.attributes.size.width - width) < 1e-9 })
    #expect(cells.map(\.attributes.frame.x).min() == 100)
  }

  @Test("mosaic has its own sizes and shows every character")
  func mosaic() throws {
    let source = try UnicodeSource()
    let layout = try layout("MosaicPlugin", "mosaic")
    try source.attach(to: layout, room: Self.room)
    let view = try view(source, layout)
    #expect(view.visibleElements.count == 13, "a page of twelve, and its header")
    #expect(view.contentSize.width >= Double(source.itemCount) / 12 * 1000)
  }

  @Test("the user's settings are not overridden: one size, own insets and spacing")
  func settings() throws {
    let source = try UnicodeSource()
    let layout = try layout("FlowPlugin", "flow")
    try source.attach(to: layout, room: Self.room) { layout throws(LayoutError) in
      try layout.set("itemSize", to: .size(Size(width: 90, height: 110)))
      try layout.set("sectionInset", to: .insets(Insets(top: 1, left: 2, bottom: 3, right: 4)))
      try layout.set("headerReferenceSize", to: .size(Size(width: 0, height: 30)))
      try layout.set("minimumInteritemSpacing", to: .number(3))
    }
    let view = try view(source, layout)
    let first = try #require(try view.layoutAttributesForItem(at: ItemPath(0, 0)))
    #expect(first.frame == Rect(x: 2, y: 31, width: 90, height: 110))
    let second = try #require(try view.layoutAttributesForItem(at: ItemPath(0, 1)))
    #expect(second.frame.x == 95)
  }

  @Test("an item wider than a line gets the line's width")
  func narrow() throws {
    let source = try UnicodeSource()
    let layout = try layout("FlowPlugin", "flow")
    try source.attach(to: layout, room: Size(width: 200, height: 700))
    let view = CollectionView(viewportSize: Size(width: 200, height: 700), layout: layout)
    source.connect(to: view)
    try view.layoutIfNeeded()
    let widths = view.visibleElements.filter { $0.attributes.category == .cell }
      .map(\.attributes.size.width)
    #expect(widths.contains(200 - 48) && widths.allSatisfy { $0 <= 200 - 48 })
  }

  @Test("a horizontal flow gets vertical headers")
  func horizontal() throws {
    let source = try UnicodeSource()
    let layout = try layout("FlowPlugin", "flow")
    try source.attach(to: layout, room: Self.room) { layout throws(LayoutError) in
      try layout.set("scrollDirection", toCase: "horizontal")
    }
    let view = try view(source, layout)
    let header = try #require(
      try view.layoutAttributesForSupplementaryElement(ofKind: "header", at: ItemPath(0, 0)))
    #expect(header.frame == Rect(x: 0, y: 0, width: 56, height: 700))
  }

  @Test("a chosen text size scales chips, headers, margins and columns")
  func chosenTextScale() throws {
    func first(_ plugin: String, _ id: String, _ scale: Double) throws -> (cell: Size, header: Rect)
    {
      let source = try UnicodeSource()
      source.presentation.chosenScale = scale
      let layout = try layout(plugin, id)
      try source.attach(to: layout, room: Self.room)
      let view = try view(source, layout)
      #expect(view.visibleElements.allSatisfy { $0.view.appearance.textScale == scale })
      let header = try view.layoutAttributesForSupplementaryElement(
        ofKind: "header", at: ItemPath(0, 0))
      return (
        try #require(try view.layoutAttributesForItem(at: ItemPath(0, 0))).size,
        try #require(header).frame
      )
    }
    let (plain, large) = (try first("FlowPlugin", "flow", 1), try first("FlowPlugin", "flow", 1.5))
    #expect(abs(large.cell.width - 1.5 * plain.cell.width) < 1e-9)
    #expect(large.cell.height == 1.5 * plain.cell.height)
    #expect(large.header.height == 84 && plain.header.height == 56)
    let (narrow, wide) = (
      try first("WaterfallPlugin", "waterfall", 1).cell,
      try first("WaterfallPlugin", "waterfall", 2).cell
    )
    // Five columns become two.
    #expect(wide.width > 2 * narrow.width)
    let presentation = SourcePresentation()
    for (chosen, kept) in [(0.1, 0.5), (9, 4), (.nan, 1)] {
      presentation.chosenScale = chosen
      #expect(presentation.chosenScale == kept)
    }
  }

  @Test("there is a view for every supplementary kind, of the first layout and of a later one")
  func everyKind() throws {
    let text = "section(leading: 64 64) { item(100%, 40, badge: topTrailing 20 20) }"
    for isFirst in [true, false] {
      let source = try UnicodeSource()
      let layout = try layout("CompositionalPlugin", "compositional")
      let flow = try self.layout("FlowPlugin", "flow")
      if !isFirst { try source.attach(to: flow, room: Self.room) }
      let view = try isFirst ? nil : self.view(source, flow)
      try source.attach(to: layout, room: Self.room) { layout throws(LayoutError) in
        try layout.set("sections", to: .text(text))
      }
      let shown = try view ?? self.view(source, layout)
      if !isFirst { try shown.setLayout(layout) }
      try shown.layoutIfNeeded()
      let leading = shown.visibleElements.filter { $0.attributes.kind == "leading" }
      #expect(leading.first?.view.content == source.heading(of: 0))
      let badges = shown.visibleElements.filter { $0.attributes.kind == "badge" }
      #expect(badges.count > 10)
      for badge in badges {
        #expect(badge.view.content == .text("\(badge.attributes.path.item + 1)"))
      }
    }
  }

  private final class Badge: ReusableView {}

  @Test("a view that the app registered for a kind stays when a later layout brings the kind")
  func ownView() throws {
    let source = try UnicodeSource()
    let flow = try self.layout("FlowPlugin", "flow")
    try source.attach(to: flow, room: Self.room)
    let view = try self.view(source, flow)
    view.register(Badge.self, forSupplementaryViewOfKind: "badge", withReuseIdentifier: "badge")
    let layout = try self.layout("CompositionalPlugin", "compositional")
    try source.attach(to: layout, room: Self.room) { layout throws(LayoutError) in
      let text = "section() { item(100%, 40, badge: topTrailing 20 20) }"
      try layout.set("sections", to: .text(text))
    }
    try view.setLayout(layout)
    try view.layoutIfNeeded()
    let badges = view.visibleElements.filter { $0.attributes.kind == "badge" }
    #expect(badges.count > 10 && badges.allSatisfy { $0.view is Badge })
  }

  @Test("an error in the user's settings is reported, and no query is bound")
  func refused() throws {
    let source = try UnicodeSource()
    let layout = try layout("FlowPlugin", "flow")
    let error = #expect(throws: LayoutError.self) {
      try source.attach(to: layout, room: Self.room) { layout throws(LayoutError) in
        try layout.set("noSuchProperty", to: .number(3))
      }
    }
    #expect(error?.code == "unknown-property")
    let view = try view(source, layout)
    let first = try #require(try view.layoutAttributesForItem(at: ItemPath(0, 0)))
    #expect(first.size == Size(width: 50, height: 50))
  }
}
