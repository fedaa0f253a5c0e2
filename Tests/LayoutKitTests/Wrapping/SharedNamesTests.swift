// SPDX-License-Identifier: Apache-2.0
//
// Queries and events of several bases with a common name, and settings with numbers in memory of their own.

import LayoutABI
import Testing

@testable import LayoutKitHosted
@testable import LayoutKitOracles

/// A base that queries, and reports the answers.
private class Asking: Layout {
  let fell = Event("fell", [Parameter("item", .index)], help: "An item fell.")
  let pattern = Property("pattern", [1.0, 2, 3], help: "Numbers.")
  var limit = Double.infinity
  var answered: [Double?] = []
  override var properties: [AnyProperty] { [pattern] }
  override var events: [Event] { [fell] }

  override func didSet(_ property: AnyProperty) throws(LayoutError) {
    for number in pattern.wanted where number > limit { throw .argument("too much") }
  }
}

private final class Sized: Asking {
  let size = Query<Size>("sizeForItem", help: "A size.")
  let weight = Query<Double>("weight", help: "Of an item.")
  override var queries: [AnyQuery] { [size, weight] }
}

private final class Measured: Asking {
  let lone = Event("lone", help: "Of this one.")
  let size = Query<Double>("sizeForItem", help: "A length of the same name.")
  let weight = Query<Double>("weight", of: .section, help: "Of a section.")
  let height = Query<Double>("height", help: "Of this one alone.")
  override var queries: [AnyQuery] { [size, weight, height] }
  override var events: [Event] { [lone] + super.events }

  override func prepare(
    _ snapshot: borrowing Snapshot, invalidation: borrowing Invalidation
  ) throws(LayoutError) {
    answered = []
    for query in [size, weight, height] {
      let answers = try query.answers(count: 2)
      answered += [answers[0], answers[1]]
    }
  }
}

/// An event of the same name with another meaning.
private final class Other: Layout {
  let fell = Event("fell", [Parameter("height", .number)], help: "Something else fell.")
  override var events: [Event] { [fell] }
}

private final class Several: ChoosingLayout {
  let (sized, measured, other) = (Sized(), Measured(), Other())
  override var bases: [Layout] { [sized, measured, other] }
  override var base: Layout { measured }
}

@Suite("Names that several bases share")
struct SharedNamesTests {
  @Test("queries of the same name, scope and type are one query")
  func questions() throws {
    let several = Several()
    #expect(several.queries.map { "\($0.name)" } == ["sizeForItem", "weight", "height"])
    let live = LiveLayout(several)
    for name in ["sizeForItem", "weight"] {
      try live.bindBulk(name) { _, _, _, _ in
        Issue.record("\(name) was called by a layout that means something else")
        return (1, .none)
      }
    }
    try live.bind("height", { item, _ in Double(item + 7) }, nothing: 0)
    try live.prepare(Scene(itemCounts: [2]))
    #expect(several.measured.answered == [nil, nil, nil, nil, 7, 8])
    #expect(!several.measured.size.isBound && several.sized.size.isBound)
  }

  @Test("an event is listed once and posted by every base with it, and another event is not")
  func notices() throws {
    let several = Several()
    #expect(several.events.map { "\($0.name)" } == ["fell", "lone"])
    let live = LiveLayout(several)
    try live.prepare(Scene(itemCounts: [2]))
    #expect(several.sized.post(several.sized.fell, [.index(3)]))
    #expect(several.measured.post(several.measured.fell, [.index(4)]))
    #expect(several.measured.post(several.measured.lone))
    #expect(!several.other.post(several.other.fell, [.number(1)]))
    #expect(live.host.posted.map(\.index) == [0, 0, 1])
  }

  @Test("numbers that a later base refuses do not change the earlier bases, at any time")
  func refusedNumbers() throws {
    let several = Several()
    several.measured.limit = 100
    let live = LiveLayout(several)
    let kept = (0..<64).map { Double($0) }
    try live.set("pattern", kept)
    for length in [1, 64, 65, 1000] {
      let refused = [Double](repeating: 200, count: length)
      #expect(throws: SlotFailure.self) { try live.set("pattern", refused) }
      #expect(try live.get("pattern", as: [Double].self) == kept)
      #expect(several.sized.pattern.wanted == kept && several.measured.pattern.wanted == kept)
    }
  }
}
