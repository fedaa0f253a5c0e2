// SPDX-License-Identifier: Apache-2.0
//
// The state of an inner layout, and its part in dragging an item, through the kit's wrapper.

import Foundation
import LayoutABI
import LayoutABIDrafts
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("State and reordering of a child")
struct ChildStateTests {
  static let schema =
    "descriptor.state_schema = (layout_text)LAYOUT_TEXT(\"fake\"); descriptor.state_version = "

  static func fake(version: Int = 1, schema: String = schema) throws -> String {
    try FakeLayout.path(mutation: "\(schema)\(version)", flags: ["-DALL_EXTENSIONS"])
  }

  static func spring(over fake: String, items: [Int] = [60]) throws -> LoadedLayout {
    var family = try Family.standard()
    family.paths["fake"] = fake
    return try LoadedLayout(
      try bundledPlugin("SpringPlugin"), "spring", items: items,
      viewportSize: Size(width: 400, height: 500), set: ["base": .text("fake")], family: family)
  }

  static func set(_ property: String, _ value: LayoutValue, of spring: LoadedLayout) throws {
    try spring.connection.setProperty(
      ChildSetting(path: ["base"], layouts: ["fake"], property: property, value: value))
    try spring.frame(marks: LAYOUT_MARK_PROPERTIES)
  }

  static func state(of spring: LoadedLayout) throws -> [UInt8] {
    try #require(try spring.connection.saveState())
  }

  @Test("springs save the state of the inner layout, and restore it")
  func saves() throws {
    let fake = try Self.fake()
    let old = try Self.spring(over: fake)
    let plain = try old.elements()
    try Self.set("spacing", .number(77), of: old)
    try Self.set("title", .text("kept"), of: old)
    let bytes = try Self.state(of: old)
    #expect(try Self.state(of: old) == bytes)
    let new = try Self.spring(over: fake)
    #expect(try new.elements() == plain)
    #expect(
      try new.connection.loadState(bytes, version: new.connection.descriptor.stateVersion))
    try new.frame(marks: LAYOUT_MARK_EVERYTHING)
    let inner = try #require(try new.connection.children().first)
    let names = inner.properties.map(\.name)
    #expect(inner.values[try #require(names.firstIndex(of: "spacing"))] == .number(77))
    #expect(inner.values[try #require(names.firstIndex(of: "title"))] == .text("kept"))
    #expect(try new.elements() == old.elements())
    #expect(try Self.state(of: new) == bytes)
  }

  @Test("a later version of the inner layout accepts it, and another layout refuses it completely")
  func versions() throws {
    let bytes = try Self.state(of: try Self.spring(over: try Self.fake()))
    let version = try Self.spring(over: try Self.fake()).connection.descriptor.stateVersion
    let later = try Self.spring(over: try Self.fake(version: 2))
    #expect(try later.connection.loadState(bytes, version: version))
    let older = try Self.state(of: later)
    let back = try Self.spring(over: try Self.fake())
    let stranger = try Self.spring(
      over: try Self.fake(
        schema: Self.schema.replacingOccurrences(of: "fake", with: "other")))
    for (layout, state) in [(back, older), (stranger, bytes)] {
      let before = try layout.elements()
      let error = #expect(throws: LayoutError.self) {
        try layout.connection.loadState(state, version: version)
      }
      #expect(
        error?.message.contains("another layout inside") == true, "\(String(describing: error))")
      try layout.frame(marks: LAYOUT_MARK_EVERYTHING)
      #expect(try layout.elements() == before)
    }
  }

  @Test("damaged states of an inner layout are refused, at any length")
  func damaged() throws {
    let bytes = try Self.state(of: try Self.spring(over: try Self.fake()))
    let layout = try Self.spring(over: try Self.fake())
    let version = layout.connection.descriptor.stateVersion
    for count in 0..<bytes.count {
      #expect(throws: LayoutError.self) {
        try layout.connection.loadState(Array(bytes.prefix(count)), version: version)
      }
    }
    #expect(try layout.connection.loadState(bytes, version: version))
  }

  @Test("springs query the inner layout for the target and the look of a dragged item")
  func reordering() throws {
    let path = try Self.fake()
    let spring = try Self.spring(over: path)
    let fake = try LoadedLayout(
      path, "fake", items: [60], viewportSize: Size(width: 400, height: 500))
    #expect(spring.connection.offers(LAYOUT_EXT_REORDERING))
    let (mine, theirs) = (AnswerBuffer(), AnswerBuffer())
    for (x, y) in [(20.0, 60.0), (130, 220), (350, 400), (-5, 100)] {
      let (item, point) = (ItemPath(0, 7), Point(x: x, y: y))
      let target = try spring.connection.reorderingTarget(of: item, at: point)
      #expect(try target == fake.connection.reorderingTarget(of: item, at: point))
      let isAnswered = try spring.connection.reorderingAttributes(
        of: item, at: point, into: mine)
      #expect(
        try isAnswered == fake.connection.reorderingAttributes(of: item, at: point, into: theirs))
      if isAnswered {
        #expect(mine.records[0].frame == theirs.records[0].frame)
        #expect(mine.records[0].z_index == 1000 && mine.records[0].item == 7)
      }
    }
  }

  @Test("for an inner layout without reordering the target is the item at that place")
  func without() throws {
    let spring = try Self.spring(over: try Self.fake())
    try spring.set("base", .text("flow"))
    try spring.frame(marks: LAYOUT_MARK_PROPERTIES)
    let under = try #require(try spring.element(0, 11)).frame
    #expect(
      try spring.connection.reorderingTarget(of: ItemPath(0, 2), at: under.center)
        == ItemPath(0, 11))
    #expect(
      try spring.connection.reorderingTarget(of: ItemPath(0, 2), at: Point(x: -300, y: -300))
        == ItemPath(0, 2))
    let plain = try Self.spring(over: try Self.orbit())
    #expect(!plain.connection.offers(LAYOUT_EXT_REORDERING))
  }

  /// Two layouts that keep a state, and one between them that keeps none.
  private static func sections(_ layouts: String = "fake,flow,fake") throws -> LoadedLayout {
    var family = try Family.standard()
    family.paths["fake"] = try fake()
    return try LoadedLayout(
      try bundledPlugin("SectionsPlugin"), "sections", items: [9, 12, 15],
      viewportSize: Size(width: 400, height: 500), set: ["layouts": .text(layouts)], family: family)
  }

  private static func spacing(_ child: Int, of sections: LoadedLayout) throws -> LayoutValue {
    let inner = try sections.connection.children()[child]
    return inner.values[try #require(inner.properties.map(\.name).firstIndex(of: "spacing"))]
  }

  /// Sections whose first and last layout have different spacings, shown.
  private static func spaced() throws -> LoadedLayout {
    let sections = try sections()
    for (place, spacing) in [("0", 21.0), ("2", 33)] {
      try sections.connection.setProperty(
        ChildSetting(
          path: [place], layouts: ["fake"], property: "spacing", value: .number(spacing)))
    }
    try sections.frame(marks: LAYOUT_MARK_PROPERTIES)
    return sections
  }

  @Test("sections keep the states of all their layouts")
  func sectionsSave() throws {
    let old = try Self.spaced()
    let bytes = try Self.state(of: old)
    let new = try Self.sections()
    #expect(
      try new.connection.loadState(bytes, version: new.connection.descriptor.stateVersion))
    try new.frame(marks: LAYOUT_MARK_EVERYTHING)
    #expect(try Self.spacing(0, of: new) == .number(21))
    #expect(try Self.spacing(2, of: new) == .number(33))
    #expect(try new.elements() == old.elements())
    #expect(try Self.state(of: new) == bytes)
  }

  @Test("a layout without a state when it was saved starts without one")
  func sectionsGain() throws {
    // In the state the second one is a flow, which keeps none; now it is springs.
    let old = try Self.spaced()
    let new = try Self.sections("fake,spring,fake")
    #expect(
      try new.connection.loadState(
        try Self.state(of: old), version: new.connection.descriptor.stateVersion))
    try new.frame(marks: LAYOUT_MARK_EVERYTHING)
    #expect(try Self.spacing(0, of: new) == .number(21))
    // After the springs comes their inner flow.
    #expect(try Self.spacing(3, of: new) == .number(33))
    #expect(throws: LayoutError.self) {
      try Self.sections().connection.loadState(
        try Self.state(of: new), version: new.connection.descriptor.stateVersion)
    }
  }

  @Test("if one of them refuses its state, none has changed")
  func sectionsRefuse() throws {
    var bytes = try Self.state(of: try Self.spaced())
    // The version of the last one comes after its schema.
    let schema = Array("fake".utf8)
    let last = try #require(bytes.indices.last { bytes[$0...].starts(with: schema) })
    bytes[last + schema.count] = 9
    let sections = try Self.sections()
    let (before, state) = (try sections.elements(), try Self.state(of: sections))
    #expect(throws: LayoutError.self) {
      try sections.connection.loadState(
        bytes, version: sections.connection.descriptor.stateVersion)
    }
    try sections.frame(marks: LAYOUT_MARK_EVERYTHING)
    #expect(try sections.elements() == before && Self.state(of: sections) == state)
    #expect(try Self.spacing(0, of: sections) != .number(21))
  }

  @Test("damaged states of sections are refused, at any length and with an extra byte")
  func sectionsDamaged() throws {
    let bytes = try Self.state(of: try Self.spaced())
    let sections = try Self.sections()
    let (version, state) = (
      sections.connection.descriptor.stateVersion, try Self.state(of: sections)
    )
    for damaged in (0..<bytes.count).map({ Array(bytes.prefix($0)) }) + [bytes + [0]] {
      #expect(throws: LayoutError.self) {
        try sections.connection.loadState(damaged, version: version)
      }
    }
    #expect(try Self.state(of: sections) == state, "none has changed")
    #expect(try sections.connection.loadState(bytes, version: version))
  }

  @Test("sections query an item's own layout for its target, or take the item at that place")
  func sectionsReorder() throws {
    let sections = try Self.sections()
    #expect(sections.connection.offers(LAYOUT_EXT_REORDERING))
    let alone = try LoadedLayout(
      try Self.fake(), "fake", items: [9], viewportSize: Size(width: 400, height: 500))
    let held = AnswerBuffer()
    for item in [2, 7] {
      let point = try #require(try sections.element(0, item)).frame.center
      let own = ItemPath(0, 4)
      #expect(
        try sections.connection.reorderingTarget(of: own, at: point)
          == alone.connection.reorderingTarget(of: own, at: point))
      #expect(try sections.connection.reorderingAttributes(of: own, at: point, into: held))
      #expect(held.records[0].z_index == 1000)
    }
    // Below the last row it is still in its own layout.
    let end = Point(x: 200, y: 5000)
    #expect(
      try sections.connection.reorderingTarget(of: ItemPath(2, 4), at: end)?.section == 2)
    let under = try #require(try sections.element(1, 5)).frame.center
    for path in [ItemPath(0, 4), ItemPath(1, 0), ItemPath(2, 14)] {
      #expect(
        try sections.connection.reorderingTarget(of: path, at: under) == ItemPath(1, 5))
    }
  }

  private static func orbit() throws -> String {
    try CPlugin.build(
      example: "orbit",
      changing: [
        ("[\"orbit\"]", "[\"fake\"]"),
        (".id = LAYOUT_TEXT(\"orbit\")", ".id = LAYOUT_TEXT(\"fake\")"),
      ])
  }
}
