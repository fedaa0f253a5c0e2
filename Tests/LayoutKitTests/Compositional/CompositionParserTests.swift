// SPDX-License-Identifier: Apache-2.0
//
// The grammar of descriptions: the result of a correct one, and the refusal of a wrong one.

import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

@Suite("The description of a compositional layout")
struct CompositionParserTests {
  private func parse(_ text: String) throws -> [Composition] {
    try CompositionParser.parse(Text(bytes: text))
  }

  @Test("sections have their options")
  func sections() throws {
    let found = try parse(
      """
      # a comment
      section(gap: 4.5, insets: 8 16, header: 40, footer: 2, pin: both, background: 1 2 3 4,
        scroll: groupPagingCentered) { item }
      section() { item() } section { item }
      """)
    #expect(found.count == 3)
    #expect(found[0].gap == 4.5 && found[0].header.extent == 40 && found[0].footer.extent == 2)
    #expect(found[0].insets == Insets(top: 8, left: 16, bottom: 8, right: 16))
    #expect(found[0].header.pins && found[0].footer.pins)
    #expect(found[0].background == .items)
    #expect(found[0].backgroundInset == Insets(top: 1, left: 2, bottom: 3, right: 4))
    let whole = try parse("section(background: section) { item }")[0]
    #expect(whole.background == .section && whole.backgroundInset == .zero)
    #expect(found[0].scrolling == .groupPagingCentered)
    #expect(found[2].scrolling == .none && found[2].background == .none && !found[2].pinsAnything)
    #expect(found[2].group.width.rule == .fill && found[2].group.height.rule == .fill)
  }

  @Test("extents are points, shares, estimates, and the rest")
  func extents() throws {
    let group = try parse(
      """
      section{row(25%,40%,gap:3,insets:1){item(25%h,40%w)item(~12,96+)2*item(7.25,fill)}}
      """)[0].group
    #expect(group.kind == .row && group.gap == 3 && group.insets.bottom == 1)
    let extents = ([group] + group.members).flatMap { [$0.width, $0.height] }
    let expected: [(Extent.Rule, Double)] = [
      (.ofWidth, 0.25), (.ofHeight, 0.4), (.ofHeight, 0.25), (.ofWidth, 0.4), (.estimated, 12),
      (.fill, 96), (.absolute, 7.25), (.fill, 0),
    ]
    #expect(extents.map(\.rule) == expected.map(\.0))
    #expect(extents.map(\.value) == expected.map(\.1))
    #expect(group.members.map(\.count) == [1, 1, 2] && group.leastItemCount == 4)
    let spaced = try parse("section{row{item(margin:1 2 3 4)row(margin:5){item}}}")[0].group
    #expect(spaced.members[0].margin == Insets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(spaced.members[1].margin.bottom == 5)
    #expect(try parse("section{column{fit*item(1,30)}}")[0].group.members[0].count == 0)
  }

  @Test("supplementaries at the sides have an extent, take room or overlap, and may be estimated")
  func boundaries() throws {
    let section = try parse(
      """
      section(header: ~40 wide, leading: 60, trailing: 30 20.5, pin: header leading,
        overlay: trailing, insetsReference: none) { row(gap: 2+) { item(margin: 0+ 1 2 3+) } }
      """)[0]
    #expect(section.header.isWide && section.header.isEstimate)
    #expect(section.header.extent == 40 && section.header.pins)
    #expect(section.leading.reach == nil && section.leading.pins && section.leading.room == 60)
    #expect(section.trailing.reach == 20.5 && section.trailing.room == 0)
    #expect(section.ignoresContentInset && !section.footer.pins)
    #expect(section.group.gapGrows && section.group.gap == 2)
    let member = section.group.members[0]
    #expect(member.growingMargins == [.top, .right])
    #expect(member.margin == Insets(top: 0, left: 1, bottom: 2, right: 3))
  }

  @Test("badges have an anchor, a size and an offset")
  func badges() throws {
    let badge = try #require(
      try parse("section { item(50%, 20, badge: bottomTrailing 20 18 -4 6.5) }")[0].group.badge)
    #expect(badge.anchor == Point(x: 1, y: 1) && badge.zIndex == 1)
    let frame = badge.frame(on: Rect(x: 100, y: 50, width: 80, height: 40))
    #expect(frame == Rect(x: 156, y: 78.5, width: 20, height: 18))
    let shares = try #require(
      try parse("section { item(badge: top 50% 20 0 -100% z -3) }")[0].group.badge)
    #expect(shares.zIndex == -3)
    let above = shares.frame(on: Rect(x: 100, y: 50, width: 80, height: 40))
    #expect(above == Rect(x: 120, y: 30, width: 40, height: 20))
  }

  /// A description that is refused, the place of the error, and a word of the reason.
  struct Refusal: CustomTestStringConvertible, Sendable {
    let text: String
    let line: Int
    let column: Int
    let reason: String
    var testDescription: String { text }

    init(_ text: String, _ line: Int, _ column: Int, _ reason: String) {
      (self.text, self.line, self.column, self.reason) = (text, line, column, reason)
    }
  }

  static let refusals = [
    Refusal("", 1, 1, "section { … }"),
    Refusal("  # nothing\n ", 2, 2, "section { … }"),
    Refusal("section { item } row {}", 1, 18, "section { … }"),
    Refusal("section item", 1, 9, "{ is missing"),
    Refusal("section { item\n", 2, 1, "} is missing; a section"),
    Refusal("section { item item }", 1, 16, "} is missing; a section"),
    Refusal("section {\n  3 * item }", 2, 12, "take the count away"),
    Refusal("section { }", 1, 11, "item, row or column is missing"),
    Refusal("section { cell }", 1, 11, "neither item nor row nor column"),
    Refusal("section { row }", 1, 15, "{ is missing before the members"),
    Refusal("section { row { item", 1, 21, "} is missing after the members"),
    Refusal("section { row { 0 * item } }", 1, 17, "whole number from 1 to 4096"),
    Refusal("section { row { 2.5 * item } }", 1, 17, "whole number from 1 to 4096"),
    Refusal("section { row { 2 item } }", 1, 19, "* is missing"),
    Refusal("section { row { 64 * column { 65 * item } } }", 1, 11, "at most 4096 items"),
    Refusal("section { row { fit * item } }", 1, 11, "needs a length"),
    Refusal("section { row { fit * item(9, 9) item } }", 1, 11, "alone in its group"),
    Refusal("section { row { item(margin: 1 2 3) } }", 1, 35, "one number, two, or four"),
    Refusal("section { item(margin: 0+) }", 1, 28, "has no margin"),
    Refusal("section { item(badge: top 1 1 z 0.5) }", 1, 33, "whole number from -1000"),
    Refusal("section { row(1, ~9+) { item } }", 1, 11, "is for items"),
    Refusal("section(background: header 3) { item }", 1, 21, "items, section or none"),
    Refusal("section(pin: ) { item }", 1, 14, "a side is missing"),
    Refusal("section(overlay: header all) { item }", 1, 25, "sides are"),
    Refusal("section(insetsReference: all) { item }", 1, 26, "contentInset or none"),
    Refusal("section { item(10) }", 1, 18, "a comma and a height"),
    Refusal("section { item(10, ) }", 1, 20, "a width or height is"),
    Refusal("section { item(10, 10 }", 1, 23, "a comma or ) is missing"),
    Refusal("section { item(10, -1) }", 1, 20, "from 0 to 1000000"),
    Refusal("section { item(10, 1000001) }", 1, 20, "from 0 to 1000000"),
    Refusal("section { item(10, 1.2.3) }", 1, 23, "an unknown sign"),
    Refusal("section { item(10, 1234567890123456) }", 1, 20, "1 to 15 digits"),
    Refusal("section { item(10, -) }", 1, 20, "1 to 15 digits"),
    Refusal("section { item(gap: 3) }", 1, 16, "insets, margin and badge"),
    Refusal("section { row(badge: top 1 1) { item } }", 1, 15, "gap, insets and margin"),
    Refusal("section { item(badge: upper 1 1) }", 1, 23, "a badge lies at"),
    Refusal("section { item(badge: top 1) }", 1, 28, "a number is missing"),
    Refusal("section { item(margin: 3) }", 1, 27, "has no margin"),
    Refusal("section(rows: 3) { item }", 1, 9, "a section has the options"),
    Refusal("section(gap 3) { item }", 1, 13, "a colon is missing"),
    Refusal("section(gap: 3 { item }", 1, 16, "a comma or ) is missing"),
    Refusal("section(pin: all) { item }", 1, 14, "sides are header"),
    Refusal("section(scroll: pages) { item }", 1, 17, "groupPaging"),
    Refusal("section { item } ; ", 1, 18, "an unknown sign"),
    Refusal("séction { item }", 1, 1, "section { … }"),
    Refusal(
      "section { " + String(repeating: "row { ", count: 17) + "item", 1, 113, "at most 16 deep"),
  ]

  @Test("a wrong description is refused with line, column and the reason", arguments: refusals)
  func refused(_ refusal: Refusal) throws {
    let error = #expect(throws: LayoutError.self) { _ = try parse(refusal.text) }
    #expect(error?.line == refusal.line && error?.column == refusal.column)
    let message = error.map { "\($0.message)" } ?? "no error"
    #expect(message.contains(refusal.reason), "\(message)")
  }

  @Test("a refused description changes nothing, and the host reads property, place and reason")
  func told() throws {
    let live = LiveLayout(CompositionalLayout())
    try live.set("sections", Text("section { item(50%, 30) }"))
    let size = try live.prepare(Scene(itemCounts: [10]))
    #expect(size == Size(width: 320, height: 300))
    let failure = #expect(throws: SlotFailure.self) {
      try live.set("sections", Text("section {\n  itme(50%, 30) }"))
    }
    #expect(failure?.message == "sections, line 2, column 3: neither item nor row nor column")
    #expect(try live.get("sections", as: Text.self) == Text("section { item(50%, 30) }"))
    #expect(try live.prepare(Scene(itemCounts: [10])) == size)
  }

  @Test("any bytes give sections or an error, for any cut or change of a description")
  func anything() throws {
    let text = Text(CompositionalLayout.standardSections).utf8
    var chance = Chance(4711)
    var (read, refused) = (0, 0)
    for _ in 0..<4000 {
      var changed = Text("")
      changed.utf8 = Array(text.prefix(Int.random(in: 0...text.count, using: &chance)))
      for _ in 0..<Int.random(in: 0...3, using: &chance) where !changed.utf8.isEmpty {
        let place = Int.random(in: 0..<changed.utf8.count, using: &chance)
        changed.utf8[place] =
          chance.flag()
          ? UInt8.random(in: 0...255, using: &chance)
          : text[Int.random(in: 0..<text.count, using: &chance)]
      }
      do {
        let found = try CompositionParser.parse(changed)
        #expect(!found.isEmpty)
        read += 1
      } catch {
        #expect(error.line > 0 && error.column > 0)
        refused += 1
      }
    }
    #expect(read > 20 && refused > 2000)
  }
}
