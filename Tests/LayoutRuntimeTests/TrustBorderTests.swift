// SPDX-License-Identifier: Apache-2.0
//
// Every wrong answer of a layout becomes an error that names plugin, call, element and rule, and
// the layout gets no further call.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("Trust border")
struct TrustBorderTests {
  /// A mistake, the call that causes it, and the error's text.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let behaviour: FakeLayout.Behaviour
    let rule: TrustBorder.Rule
    let message: String
    var call = "attributes_in_rect"
    var testDescription: String { "\(behaviour): \(message)" }
  }

  static let mistakes = [
    Mistake(behaviour: .nanFrame, rule: .finite, message: "frame.width of cell 0.0 is NaN"),
    Mistake(behaviour: .infiniteFrame, rule: .finite, message: "frame.x of cell 0.0 is infinity"),
    Mistake(behaviour: .negativeWidth, rule: .size, message: "frame.width of cell 0.0 is -1"),
    Mistake(behaviour: .negativeHeight, rule: .size, message: "frame.height of cell 0.0 is -0.5"),
    Mistake(behaviour: .unknownSection, rule: .path, message: "cell 3.0 is not in the data"),
    Mistake(behaviour: .unknownItem, rule: .path, message: "cell 0.30 is not in the data"),
    Mistake(
      behaviour: .unknownCategory, rule: .kind,
      message: "the element 0.0 of category 3 and kind 0 is of no declared kind"),
    Mistake(
      behaviour: .unknownKind, rule: .kind,
      message: "the element 0.0 of category 0 and kind 3 is of no declared kind"),
    Mistake(
      behaviour: .wrongCategory, rule: .kind,
      message: "the element 0.0 of category 0 and kind 1 is of no declared kind"),
    Mistake(behaviour: .unknownFlag, rule: .flags, message: "flags of cell 0.0 are 0x4"),
    Mistake(behaviour: .nanAlpha, rule: .alpha, message: "alpha of cell 0.0 is NaN"),
    Mistake(behaviour: .alphaAboveOne, rule: .alpha, message: "alpha of cell 0.0 is 1.5"),
    Mistake(behaviour: .alphaBelowZero, rule: .alpha, message: "alpha of cell 0.0 is -0.5"),
    Mistake(behaviour: .duplicate, rule: .duplicate, message: "cell 0.0 comes twice"),
    Mistake(
      behaviour: .badTransform, rule: .index,
      message: "cell 0.0 names transform 5, which is not in the answer"),
    Mistake(behaviour: .nanTransform, rule: .finite, message: "a transform is not finite"),
    Mistake(
      behaviour: .badPayload, rule: .index,
      message: "the payload of cell 0.0 begins at word 91 of 92"),
    Mistake(behaviour: .neverFits, rule: .room, message: "it asks for more room each time"),
    Mistake(behaviour: .claimsMoreRecords, rule: .room, message: "it claims 129 records"),
    Mistake(behaviour: .claimsMoreTransforms, rule: .room, message: "it claims 35 records, 65"),
    Mistake(
      behaviour: .claimsMorePayload, rule: .room,
      message: "it claims 35 records, 4 transforms, 385 payload words, with room for 128 records"),
    Mistake(
      behaviour: .nanSize, rule: .finite, message: "the content's height is NaN",
      call: "content_size"),
    Mistake(
      behaviour: .infiniteSize, rule: .finite, message: "the content's width is infinity",
      call: "content_size"),
    Mistake(
      behaviour: .negativeSize, rule: .size, message: "the content's height is -1",
      call: "content_size"),
    Mistake(
      behaviour: .unknownState, rule: .value, message: "the state 77 is neither at rest nor moving",
      call: "advance"),
  ]

  @Test(
    "an answer that breaks a rule is an error naming plugin, call, element and rule",
    arguments: mistakes)
  func breach(_ mistake: Mistake) throws {
    let fake = try FakeConnection()
    try fake.frame()
    try fake.misbehave(mistake.behaviour)
    let error = try #require(throws: LayoutError.self) {
      try fake.frame(marks: LAYOUT_MARK_EVERYTHING)
    }
    #expect(error.code == .breach)
    #expect(error.plugin == "test.fake")
    #expect(error.call == mistake.call)
    #expect(error.message.hasPrefix(mistake.message))
    #expect(error.message.hasSuffix("(rule: \(mistake.rule.rawValue))"))
    #expect(fake.buffer.count == 0)
  }

  @Test("should_invalidate may set only declared marks")
  func unknownMark() throws {
    let fake = try FakeConnection()
    try fake.frame()
    try fake.misbehave(.unknownMark)
    fake.scroll()
    let error = try #require(throws: LayoutError.self) { try fake.frame() }
    #expect(error.message == "the marks 0x40000000 are unknown (rule: marks)")
    #expect(error.call == "should_invalidate")
  }

  @Test(
    "a target that is not finite is a breach",
    arguments: [FakeLayout.Behaviour.nanTarget, .infiniteTarget])
  func target(_ behaviour: FakeLayout.Behaviour) throws {
    let fake = try FakeConnection()
    try fake.misbehave(behaviour)
    let error = try #require(throws: LayoutError.self) {
      try fake.connection.scrollTarget(
        proposed: Point(x: 0, y: 70), velocity: .zero, bounds: fake.bounds, afterUpdate: false)
    }
    #expect(error.code == .breach)
    #expect(error.call == "target")
  }

  @Test(
    "a query for one element must be answered with that element",
    arguments: [
      (FakeLayout.Behaviour.otherElement, "asked for one element, it answered cell 0.3"),
      (.twoAnswers, "cell 0.2 comes twice"), (.nanFrame, "frame.width of cell 0.2 is NaN"),
    ])
  func identity(_ behaviour: FakeLayout.Behaviour, _ message: String) throws {
    let fake = try FakeConnection()
    try fake.frame()
    try fake.misbehave(behaviour)
    let cell = layout_element(category: UInt16(LAYOUT_CELL), kind: 0, section: 0, item: 2)
    let error = try #require(throws: LayoutError.self) {
      try fake.connection.attributes(for: cell, into: fake.buffer)
    }
    #expect(error.code == .breach)
    #expect(error.message.hasPrefix(message))
    #expect(error.call == "attributes_for")
  }

  @Test(
    "changes of a lent table by the layout have no effect",
    arguments: [FakeLayout.Behaviour.movesPointer, .raisesCapacity, .descending])
  func harmless(_ behaviour: FakeLayout.Behaviour) throws {
    let good = try FakeConnection()
    try good.frame()
    let fake = try FakeConnection()
    try fake.misbehave(behaviour)
    for _ in 0..<2 {
      try fake.frame()
      #expect(fake.buffer.records.map(\.key) == good.buffer.records.map(\.key))
      #expect(fake.buffer.records.map(\.frame) == good.buffer.records.map(\.frame))
    }
  }

  @Test(
    "after a breach every call gives the same error without reaching the layout, until a restart")
  func quarantine() throws {
    let fake = try FakeConnection()
    try fake.connection.setProperty(at: FakeLayout.spacingProperty, to: .number(3))
    try fake.frame()
    try fake.misbehave(.nanFrame)
    let first = try #require(throws: LayoutError.self) { try fake.frame() }
    let again = [
      #expect(throws: first) { try fake.frame() },
      #expect(throws: first) { try fake.connection.property(at: 0) },
      #expect(throws: first) { try fake.misbehave(.good) },
      #expect(throws: first) {
        try fake.connection.call(action: 1, arguments: [.index(0), .index(0)])
      },
      #expect(throws: first) { try fake.connection.attributes(in: fake.bounds, into: fake.buffer) },
    ]
    #expect(again.count == 5)
    #expect(fake.connection.quarantine == first)
    #expect(!fake.connection.offers(LAYOUT_EXT_DYNAMICS))
    #expect(fake.connection.takeEvents().isEmpty)

    // The restart sets the properties again, also the one that caused the failure.
    try fake.connection.restart()
    #expect(try fake.connection.property(at: FakeLayout.spacingProperty) == .number(3))
    try fake.misbehave(.good)
    #expect(try fake.frame(marks: LAYOUT_MARK_EVERYTHING).didPrepare)
    #expect(fake.buffer.count == 35)
  }

  @Test("supplementaries may be at the first path of an empty section, and decorations anywhere")
  func paths() throws {
    let fake = try FakeConnection()
    fake.shape.itemCounts = [0, 0]
    try fake.frame()
    #expect(fake.buffer.records.map(\.category) == [1, 1, 2, 2])
  }

  @Test("a demand for room beyond the limits is refused before memory is allocated")
  func demand() throws {
    let fake = try FakeConnection(flags: ["-DDEMAND=4000000000u"])
    let error = try #require(throws: LayoutError.self) { try fake.frame() }
    #expect(error.code == .answerTooLarge)
    #expect(error.message.hasPrefix("it answers 4000000000 elements"))
    #expect(fake.connection.quarantine == error)
  }
}
