// SPDX-License-Identifier: Apache-2.0
//
// Self-sizing, reordering, state and transitions, in this process.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("Self-sizing, reordering, state, transition")
struct FurtherExtensionTests {
  /// A prepared fake layout that offers every extension: sections of 30, 0 and 5 items.
  private func warm() throws -> FakeConnection {
    let fake = try FakeConnection(flags: [FakeLayout.allExtensions])
    try fake.frame()
    return fake
  }

  private func preference(
    _ section: UInt32, _ item: UInt32, _ preferred: Size
  ) -> SizePreference {
    SizePreference(
      element: layout_element(category: UInt16(LAYOUT_CELL), kind: 0, section: section, item: item),
      original: Size(width: 50, height: 50), preferred: preferred)
  }

  @Test("preferred sizes return the marks of all, combined")
  func preferredSizes() throws {
    let connection = try warm().connection
    let same = preference(0, 0, Size(width: 50, height: 50))
    let other = preference(0, 1, Size(width: 50, height: 70))
    #expect(try connection.setPreferredSizes([]) == LAYOUT_MARK_NOTHING)
    #expect(try connection.setPreferredSizes([same]) == LAYOUT_MARK_NOTHING)
    #expect(try connection.setPreferredSizes([same, other, same]) == LAYOUT_MARK_ITEMS)
  }

  @Test("undeclared marks are a breach")
  func unknownMarks() throws {
    let fake = try warm()
    try fake.misbehave(.unknownMark, in: .preferredSize)
    let error = #expect(throws: LayoutError.self) {
      try fake.connection.setPreferredSizes([preference(0, 0, .zero)])
    }
    #expect(error?.code == .breach)
    #expect(error?.call == "preferred_size")
    #expect(error?.message == "the marks 0x40000000 are unknown (rule: marks)")
  }

  /// Preferred sizes that reach no layout.
  static let wrong: [(UInt32, UInt32, Size)] = [
    (0, 30, .zero), (1, 0, .zero), (3, 0, .zero), (0, 0, Size(width: .nan, height: 1)),
    (0, 0, Size(width: 1, height: .infinity)), (0, 0, Size(width: -1, height: 1)),
  ]

  @Test(
    "a preferred size outside the data or without a size is the caller's mistake", arguments: wrong)
  func wrongPreference(section: UInt32, item: UInt32, size: Size) throws {
    let fake = try warm()
    let error = #expect(throws: LayoutError.self) {
      try fake.connection.setPreferredSizes([preference(section, item, size)])
    }
    #expect(error?.code == "invalid-argument")
    try fake.frame()
  }

  @Test("the layout chooses the target of a dragged item")
  func target() throws {
    let connection = try warm().connection
    let under = Point(x: 130, y: 20 + 60)
    #expect(try connection.reorderingTarget(of: ItemPath(0, 0), at: under) == ItemPath(0, 12))
    #expect(
      try connection.reorderingTarget(of: ItemPath(0, 0), at: Point(x: 0, y: 1e6))
        == ItemPath(0, 29))
  }

  @Test(
    "a target outside the data is a breach",
    arguments: [
      (FakeLayout.Behaviour.unknownItem, "the target 0.30 is not in the data (rule: path)"),
      (.unknownSection, "the target 3.0 is not in the data (rule: path)"),
    ])
  func wrongTarget(_ behaviour: FakeLayout.Behaviour, _ message: String) throws {
    let fake = try warm()
    try fake.misbehave(behaviour, in: .targetPath)
    let error = #expect(throws: LayoutError.self) {
      try fake.connection.reorderingTarget(of: ItemPath(0, 0), at: .zero)
    }
    #expect(error == LayoutError(.breach, message, plugin: "test.fake", call: "target_path"))
  }

  @Test("the layout chooses the place of a held item, or the host does")
  func moving() throws {
    let connection = try warm().connection
    let buffer = AnswerBuffer()
    let path = ItemPath(2, 3)
    #expect(
      try connection.reorderingAttributes(of: path, at: Point(x: 100, y: 200), into: buffer))
    #expect(buffer.count == 1)
    #expect(buffer.records[0].frame == Rect(x: 75, y: 175, width: 50, height: 50))
    #expect(buffer.records[0].section == 2 && buffer.records[0].item == 3)
    #expect(
      try !connection.reorderingAttributes(of: path, at: Point(x: -1, y: 0), into: buffer))
    #expect(buffer.count == 1, "the buffer is unchanged")
  }

  @Test(
    "an answer about a held item must be about that item",
    arguments: [FakeLayout.Behaviour.otherElement, .twoAnswers])
  func wrongMoving(_ behaviour: FakeLayout.Behaviour) throws {
    let fake = try warm()
    try fake.misbehave(behaviour, in: .attributesForMoving)
    let error = #expect(throws: LayoutError.self) {
      try fake.connection.reorderingAttributes(
        of: ItemPath(0, 2), at: .zero, into: AnswerBuffer())
    }
    #expect(error?.code == .breach)
    #expect(error?.message.contains("rule: identity") == true)
  }

  @Test(
    "a drag outside the data is the caller's mistake",
    arguments: [ItemPath(-1, 0), ItemPath(0, -1), ItemPath(1, 0), ItemPath(3, 0), ItemPath(0, 30)])
  func wrongDrag(path: ItemPath) throws {
    let connection = try warm().connection
    let error = #expect(throws: LayoutError.self) {
      try connection.reorderingTarget(of: path, at: .zero)
    }
    #expect(error?.code == "invalid-argument")
    #expect(throws: LayoutError.self) {
      try connection.reorderingAttributes(
        of: ItemPath(0, 0), at: Point(x: .nan, y: 0), into: AnswerBuffer())
    }
  }

  @Test("a state is carried from one instance to another, whose next frame prepares")
  func state() throws {
    let (from, to) = (try warm(), try warm())
    try from.connection.setProperty(at: FakeLayout.spacingProperty, to: .number(12))
    try from.connection.setProperty(at: FakeLayout.titleProperty, to: .text("Größe"))
    let state = try #require(try from.connection.saveState())
    #expect(try from.connection.saveState() == state, "the same state gives the same bytes")
    #expect(try to.connection.loadState(state, version: 1))
    #expect(try to.connection.property(at: FakeLayout.spacingProperty) == .number(12))
    #expect(try to.connection.property(at: FakeLayout.titleProperty) == .text("Größe"))
    #expect(try to.frame().didPrepare)
  }

  @Test(
    "a state of any length is read completely",
    arguments: [FakeLayout.Behaviour.good, .longState])
  func lengths(_ behaviour: FakeLayout.Behaviour) throws {
    let fake = try warm()
    try fake.misbehave(behaviour, in: .save)
    let expected = behaviour == .good ? 8 + 5 : 100_000
    #expect(try fake.connection.saveState()?.count == expected)
  }

  @Test(
    "a state with a wrong length is refused",
    arguments: [
      (FakeLayout.Behaviour.hugeState, LayoutError.Code("state-too-large")),
      (.neverFits, .breach), (.claimsMoreRecords, .breach),
    ])
  func wrongState(_ behaviour: FakeLayout.Behaviour, _ code: LayoutError.Code) throws {
    let fake = try warm()
    try fake.misbehave(behaviour, in: .save)
    let error = #expect(throws: LayoutError.self) { try fake.connection.saveState() }
    #expect(error?.code == code)
    #expect(error?.call == "save")
  }

  @Test("a state of another version, and an invalid one, leave the layout unchanged")
  func foreignState() throws {
    let fake = try warm()
    let state = try #require(try fake.connection.saveState())
    for (bytes, version) in [(state, UInt32(2)), ([], 1), ([1, 2, 3], 1)] {
      let error = #expect(throws: LayoutError.self) {
        try fake.connection.loadState(bytes, version: version)
      }
      #expect(error?.message == "this state is none of its own")
    }
    #expect(try fake.connection.saveState() == state)
    #expect(try fake.frame().callCount == 1)
  }

  @Test("each call of a transition reaches its own slot")
  func transition() throws {
    let connection = try warm().connection
    let notices: [TransitionNotice] = [
      .prepareFrom("flow"), .prepareTo("größe"), .finalize,
      .prepareForBoundsChange(Rect(x: 0, y: 5, width: 1, height: 1)), .finalizeBoundsChange,
    ]
    for notice in notices { try connection.notify(notice) }
    #expect(
      connection.log.take().entries.map(\.message) == [
        "prepare_from flow", "prepare_to größe", "finalize ", "prepare_for_bounds_change down",
        "finalize_bounds_change ",
      ])
    #expect(throws: LayoutError.self) {
      try connection.notify(.prepareForBoundsChange(Rect(x: .nan, y: 0, width: 0, height: 0)))
    }
  }
}
