// SPDX-License-Identifier: Apache-2.0
//
// Several bases as one layout: the owner of a setting and of a kind, and the calls to a base.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

/// A base with settings, kinds and a record of its calls.
private class Base: Layout {
  var told: [Marks] = []
  var asked: [ElementID] = []
  var failure: LayoutError?

  override func prepare(
    _ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation
  ) throws(LayoutError) { told.append(invalidation.marks) }

  override func attributes(for element: ElementID, into answer: inout Answer) {
    asked.append(element)
    answer.element(
      Category(rawValue: element.category) ?? .cell, kind: Int(element.kind), 0,
      Int(element.item), Rect(x: 0, y: 0, width: 9, height: 9))
  }

  override func didSet(_ property: AnyProperty) throws(LayoutError) {
    if let failure { throw failure }
  }
}

private final class First: Base {
  let direction = Property("direction", ScrollDirection.vertical, help: "Of the first.")
  let spacing = Property(
    "spacing", 10.0, minimum: 0, maximum: 100, unit: "pt", help: "Of the first.")
  let padding = Property("padding", 8.0, minimum: 0, unit: "pt", help: "Of the first.")
  let gap = Property("gap", 0.0, minimum: 0, unit: "pt", help: "Of the first.")
  let mine = Property("mine", 1, help: "Of the first.")
  override var properties: [AnyProperty] { [direction, spacing, padding, gap, mine] }
  override var kinds: [Kind] { [.cell, .header] }
  override var abilities: Abilities { [.reordering, .state] }

  override func attributes(in rect: Rect, into answer: inout Answer) {
    answer.cell(0, 0, Rect(x: 0, y: 0, width: 9, height: 9))
    answer.element(.supplementary, kind: 1, 0, 0, Rect(x: 0, y: 0, width: 9, height: 9))
  }
}

private final class Second: Base {
  let direction = Property("direction", ScrollDirection.horizontal, help: "Of the second.")
  let spacing = Property(
    "spacing", 20.0, minimum: 5, maximum: 50, unit: "pt", help: "Of the second.")
  let padding = Property("padding", 3, minimum: 0, unit: "pt", help: "A number of the second.")
  let gap = Property("gap", 2.0, minimum: 1, unit: "pt", help: "Of the second.")
  let own = Property("own", 4.0, help: "Of the second.")
  let last = Property("last", 5.0, help: "Of the second.")
  override var properties: [AnyProperty] { [direction, spacing, padding, gap, own, last] }
  override var kinds: [Kind] {
    [
      Kind("page", .cell, fields: [Field("rank", Int.self, help: "Its rank.")]),
      Kind("badge", .supplementary), .header,
    ]
  }
  override var abilities: Abilities { [.scrollTarget, .reordering] }
  override func isPinned(_ element: ElementID) -> Bool { element.kind == 2 }

  override func attributes(in rect: Rect, into answer: inout Answer) {
    answer.cell(0, 0, Rect(x: 0, y: 0, width: 9, height: 9))
    answer.field(77)
    answer.element(.supplementary, kind: 1, 0, 0, Rect(x: 0, y: 0, width: 9, height: 9))
    answer.element(.supplementary, kind: 2, 0, 0, Rect(x: 0, y: 0, width: 9, height: 9))
  }
}

private final class Both: ChoosingLayout {
  let (first, second) = (First(), Second())
  let isSecond = Property("isSecond", false, help: "Which.")
  let own = Property("own", 6.0, help: "Of the wrapper.")
  override var ownProperties: [AnyProperty] { [isSecond, own] }
  override var bases: [Layout] { [first, second] }
  override var base: Layout { isSecond.value ? second : first }
}

@Suite("A layout over several bases")
struct WrappingLayoutTests {
  @Test("a name is listed once, the wrapper's own first, with the range that all bases accept")
  func list() throws {
    let both = Both()
    #expect(
      both.properties.map { "\($0.name)" } == [
        "isSecond", "own", "direction", "spacing", "padding", "gap", "mine", "last",
      ])
    let spacing = try #require(both.properties.first { $0.isNamed("spacing") })
    #expect(spacing.minimum == 5 && spacing.maximum == 50)
    #expect("\(spacing.help)" == "Of the first.")
    #expect(both.properties.contains { $0 === both.first.padding && $0.minimum == 0 })
  }

  @Test("bases start with the listed default of a shared setting")
  func defaults() {
    let both = Both()
    _ = both.properties
    #expect(both.second.spacing.value == 10 && both.second.direction.value == .vertical)
    // Another type, another range, another owner: each base keeps its own.
    #expect(both.second.padding.value == 3 && both.second.gap.value == 2)
    #expect(both.second.own.value == 4)
  }

  @Test("a setting reaches only the bases that have it, from the next prepare on")
  func reaches() throws {
    let both = Both()
    let live = LiveLayout(both)
    try live.set("spacing", 30.0)
    try live.set("padding", 40.0)
    try live.set("own", 7.0)
    #expect(both.second.spacing.value == 10)
    try live.prepare(Scene(itemCounts: [1]))
    #expect(both.first.spacing.value == 30 && both.second.spacing.value == 30)
    #expect(both.first.padding.value == 40 && both.second.padding.value == 3)
    #expect(both.own.value == 7 && both.second.own.value == 4)
  }

  @Test("a value that one base refuses is set in no base")
  func refuses() throws {
    let both = Both()
    let live = LiveLayout(both)
    both.second.failure = .argument("not now")
    #expect(throws: SlotFailure.self) { try live.set("spacing", 30.0) }
    #expect(both.first.spacing.wanted == 10 && both.second.spacing.wanted == 10)
    #expect(try live.get("spacing", as: Double.self) == 10)
  }

  @Test("kinds of one name are merged, the first is the cell, and answers use the merged kinds")
  func kinds() throws {
    let both = Both()
    let live = LiveLayout(both)
    #expect(both.kinds.map { "\($0.name)" } == ["cell", "header", "badge"])
    #expect(both.kinds[0].fields.count == 1)
    try live.prepare(Scene(itemCounts: [1]))
    #expect(try live.elements().map(\.kind) == [0, 1])
    #expect(try live.elements()[0].fields.isEmpty)
    #expect(try live.element(1, 2, 0, 0) == nil)
    #expect(both.first.asked.isEmpty)
    try live.set("isSecond", true)
    try live.prepare(Scene(itemCounts: [1]), marks: .properties)
    #expect(try live.elements().map(\.kind) == [0, 2, 1])
    #expect(try live.elements()[0].fields["rank"] == 77)
    #expect(try live.element(1, 1, 0, 0)?.kind == 1)
    #expect(both.second.asked.map(\.kind).allSatisfy { $0 == 2 } && !both.second.asked.isEmpty)
    let header = ElementID(category: 1, kind: 1, section: 0, item: 0)
    #expect(both.isPinned(header))
    #expect(!both.isPinned(ElementID(category: 1, kind: 2, section: 0, item: 0)))
  }

  @Test("a base that becomes active prepares everything, and an active one gets the reasons")
  func told() throws {
    let both = Both()
    let live = LiveLayout(both)
    let scene = Scene(itemCounts: [1])
    try live.prepare(scene)
    try live.prepare(scene, marks: .bounds)
    #expect(both.first.told == [.everything, .bounds])
    try live.set("isSecond", true)
    try live.prepare(scene, marks: .properties)
    try live.prepare(scene, marks: .bounds)
    #expect(both.second.told == [.everything, .bounds])
    try live.set("isSecond", false)
    try live.prepare(scene, marks: .properties)
    #expect(both.first.told == [.everything, .bounds, .everything])
  }

  @Test("a held item is answered as the base answers it")
  func held() throws {
    final class Holding: Base {
      override var abilities: Abilities { .reordering }
      override func attributes(
        moving path: ItemPath, to position: Point, into answer: inout Answer
      ) {
        answer.cell(
          Int(path.section), Int(path.item), Rect(x: position.x, y: 7, width: 3, height: 4))
      }
    }
    final class One: WrappingLayout {
      let inner = Holding()
      override var base: Layout { inner }
    }
    let live = LiveLayout(One())
    try live.prepare(Scene(itemCounts: [3]))
    let held = try live.held(ItemPath(0, 2), at: Point(x: 50, y: 60))
    #expect(held?.item == 2 && held?.frame == Rect(x: 50, y: 7, width: 3, height: 4))
  }

  @Test("it has the abilities of a base, and only a base reorders items and keeps a state")
  func abilities() {
    final class One: WrappingLayout {
      let inner = First()
      override var base: Layout { inner }
    }
    #expect(Both().abilities == .scrollTarget)
    #expect(One().abilities == [.reordering, .state])
  }
}
