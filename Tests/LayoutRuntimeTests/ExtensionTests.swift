// SPDX-License-Identifier: Apache-2.0
//
// The calls through a layout's extension tables, and the trust border after each.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("Extension calls")
struct ExtensionTests {
  /// A prepared fake layout that offers every extension.
  private func warm(flags: [String] = []) throws -> FakeConnection {
    let fake = try FakeConnection(flags: [FakeLayout.allExtensions] + flags)
    try fake.frame()
    return fake
  }

  /// Inserts item 0.1 and deletes item 0.4, which has no path after the batch.
  static let updates = [
    layout_update(
      action: LAYOUT_UPDATE_INSERT, of_section: 0,
      before: layout_path(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE),
      after: layout_path(section: 0, item: 1)),
    layout_update(
      action: LAYOUT_UPDATE_DELETE, of_section: 0, before: layout_path(section: 2, item: 4),
      after: layout_path(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE)),
  ]

  /// A frame with the updates.
  @discardableResult
  private func update(_ fake: FakeConnection) throws -> FrameOutcome {
    fake.shape.epoch += 1
    fake.shape.itemCounts = [31, 0, 4]
    return try fake.frame(marks: LAYOUT_MARK_COUNTS, updates: Self.updates)
  }

  private func cell(_ section: UInt32, _ item: UInt32) -> layout_attributes {
    layout_attributes(
      frame: Rect(x: 10, y: 20, width: 50, height: 50), section: section, item: item,
      category: UInt16(LAYOUT_CELL), kind: 0, z_index: 0, alpha: 1, flags: 0, transform: 0,
      payload: 0)
  }

  private func defaults(_ records: [layout_attributes]) throws -> AnswerBuffer {
    let buffer = AnswerBuffer()
    for record in records { try buffer.append(record, payload: [1, 0, 0]) }
    return buffer
  }

  @Test("prepare_for_updates comes between prepare and content_size, in the frame of a batch only")
  func order() throws {
    let fake = try warm()
    #expect(
      try update(fake).calls.names == [
        "prepare", "prepare_for_updates", "content_size", "advance", "attributes_in_rect",
      ])
    #expect(
      try fake.frame(marks: LAYOUT_MARK_EVERYTHING).calls.names == [
        "prepare", "content_size", "advance", "attributes_in_rect",
      ])
  }

  @Test("initial gets the host's default and gives the layout's, in the order of the queries")
  func initial() throws {
    let fake = try warm()
    try update(fake)
    let buffer = AnswerBuffer()
    let asked = try defaults([cell(2, 0), cell(0, 1), cell(0, 30)])
    #expect(try fake.connection.updateAttributes(.initial, defaults: asked, into: buffer))
    #expect(buffer.records.map(\.item) == [0, 1, 30])
    #expect(buffer.records.map(\.frame.x) == [10, -990, 10])
    #expect(buffer.records.map(\.alpha) == [1, 0, 1])
    #expect(buffer.records.map(\.transform) == [0, 1, 0])
    let fields = buffer.fields(of: 1, in: fake.connection.descriptor)
    #expect(fields == asked.fields(of: 1, in: fake.connection.descriptor))
  }

  @Test("final gets old paths, and the batch runs until it is finalized")
  func final() throws {
    let fake = try warm()
    try update(fake)
    let buffer = AnswerBuffer()
    // Section 2 had five items and has four.
    let asked = try defaults([cell(2, 4), cell(2, 3)])
    #expect(try fake.connection.updateAttributes(.final, defaults: asked, into: buffer))
    #expect(buffer.records.map(\.frame.y) == [520, 20])
    #expect(throws: LayoutError("invalid-argument", "cell 2.4 is not in the data")) {
      try fake.connection.updateAttributes(.initial, defaults: asked, into: buffer)
    }
    try fake.connection.finalizeUpdates()
    #expect(throws: LayoutError("invalid-argument", "cell 2.4 is not in the data")) {
      try fake.connection.updateAttributes(.final, defaults: asked, into: buffer)
    }
  }

  @Test("a frame that prepares for the same data does not end the batch, and other data do")
  func batchEnds() throws {
    let fake = try warm()
    try update(fake)
    try fake.frame(marks: LAYOUT_MARK_ITEMS)
    let asked = try defaults([cell(2, 4)])
    #expect(try fake.connection.updateAttributes(.final, defaults: asked, into: AnswerBuffer()))
    fake.shape.epoch += 1
    try fake.frame(marks: LAYOUT_MARK_COUNTS)
    #expect(throws: LayoutError.self) {
      try fake.connection.updateAttributes(.final, defaults: asked, into: AnswerBuffer())
    }
  }

  @Test("without an extension the host uses its default")
  func absent() throws {
    let fake = try FakeConnection()
    try fake.frame()
    let connection = fake.connection
    let buffer = AnswerBuffer()
    try buffer.append(cell(0, 7))
    #expect(
      try !connection.updateAttributes(.initial, defaults: defaults([cell(0, 0)]), into: buffer))
    try connection.finalizeUpdates()
    try connection.notify(.finalize)
    #expect(try connection.reorderingTarget(of: ItemPath(0, 0), at: .zero) == nil)
    #expect(try !connection.reorderingAttributes(of: ItemPath(0, 0), at: .zero, into: buffer))
    #expect(try connection.setPreferredSizes([]) == nil)
    #expect(try connection.saveState() == nil)
    #expect(try !connection.loadState([], version: 1))
    #expect(buffer.records.map(\.item) == [7], "the buffer is unchanged")
  }

  /// A mistake in an answer about one element, and the error of the border.
  static let breaches: [(FakeLayout.Behaviour, String)] = [
    (.nanFrame, "frame.width of cell 0.1 is NaN (rule: finite)"),
    (.negativeWidth, "frame.width of cell 0.1 is -1 (rule: size)"),
    (.alphaAboveOne, "alpha of cell 0.1 is 1.5 (rule: alpha)"),
    (.unknownFlag, "flags of cell 0.1 are 0x4 (rule: flags)"),
    (.badTransform, "cell 0.1 names transform 2, which is not in the answer (rule: index)"),
    (.otherElement, "asked for one element, it answered cell 0.0 (rule: identity)"),
    (
      .twoAnswers,
      "asked for one element, it answered cell 0.0 and cell 0.1 (rule: identity)"
    ),
    (.noAnswer, "asked for one element, it answered none (rule: identity)"),
    (.unknownSection, "cell 3.1 is not in the data (rule: path)"),
    (
      .claimsMoreRecords,
      "it claims 65 records, 1 transforms, 3 payload words, with room for 64 records, "
        + "64 transforms, 64 payload words (rule: room)"
    ),
  ]

  @Test("every answer passes the border as one about that element", arguments: breaches)
  func breach(_ behaviour: FakeLayout.Behaviour, _ message: String) throws {
    let fake = try warm()
    try update(fake)
    try fake.misbehave(behaviour, in: .initial)
    let buffer = AnswerBuffer()
    let error = try #require(
      #expect(throws: LayoutError.self) {
        try fake.connection.updateAttributes(
          .initial, defaults: defaults([cell(0, 1)]), into: buffer)
      })
    #expect(
      error == LayoutError(.breach, message, plugin: "test.fake", call: "initial"))
    #expect(buffer.count == 0)
    #expect(throws: error) { try fake.frame() }
  }

  /// The calls, each with the code that makes it.
  static let calls: [(FakeLayout.Call, String)] = [
    (.prepareForUpdates, "prepare_for_updates"), (.initial, "initial"), (.final, "final"),
    (.finalizeUpdates, "finalize_updates"), (.preferredSize, "preferred_size"),
    (.targetPath, "target_path"), (.attributesForMoving, "attributes_for_moving"),
    (.save, "save"), (.load, "load"), (.transition, "prepare_from"), (.trackAt, "track_at"),
    (.crossTarget, "cross_target"),
  ]

  private func make(_ call: FakeLayout.Call, on fake: FakeConnection) throws {
    let (connection, buffer) = (fake.connection, AnswerBuffer())
    switch call {
    case .prepareForUpdates: try update(fake)
    case .initial:
      _ = try connection.updateAttributes(
        .initial, defaults: defaults([cell(0, 1)]), into: buffer)
    case .final:
      _ = try connection.updateAttributes(.final, defaults: defaults([cell(0, 1)]), into: buffer)
    case .finalizeUpdates: try connection.finalizeUpdates()
    case .preferredSize:
      let size = Size(width: 1, height: 1)
      let preference = SizePreference(
        element: layout_element(category: UInt16(LAYOUT_CELL), kind: 0, section: 0, item: 0),
        original: size, preferred: size)
      _ = try connection.setPreferredSizes([preference])
    case .targetPath: _ = try connection.reorderingTarget(of: ItemPath(0, 0), at: .zero)
    case .attributesForMoving:
      _ = try connection.reorderingAttributes(of: ItemPath(0, 0), at: .zero, into: buffer)
    case .save: _ = try connection.saveState()
    case .trackAt: _ = try connection.crossTrack(at: .zero)
    case .crossTarget: _ = try connection.crossTarget(0, velocity: 0, ofSection: 0)
    case .load: _ = try connection.loadState([UInt8](repeating: 0, count: 8), version: 1)
    default: try connection.notify(.prepareFrom("other"))
    }
  }

  @Test("a failed call is named, and the layout stays usable", arguments: calls)
  func fails(_ call: FakeLayout.Call, _ name: String) throws {
    let fake = try warm()
    try update(fake)
    try fake.misbehave(.error, in: call)
    let error = #expect(throws: LayoutError.self) { try make(call, on: fake) }
    #expect(
      error == LayoutError("layout-failed", "told to fail", plugin: "test.fake", call: name))
    try fake.misbehave(.good)
    try fake.frame(marks: LAYOUT_MARK_EVERYTHING)
    #expect(fake.buffer.count > 30)
    try make(call, on: fake)
  }

  @Test("C16: a call from inside an answer to a query is refused", arguments: calls)
  func reentrant(_ call: FakeLayout.Call, _ name: String) throws {
    let fake = try warm()
    var refusals: [LayoutError] = []
    try fake.connection.queries.bind("insetForSection") { (path: ItemPath) -> Insets? in
      do { try make(call, on: fake) } catch {
        if let error = error as? LayoutError { refusals.append(error) }
      }
      return nil
    }
    try fake.frame(marks: LAYOUT_MARK_EVERYTHING)
    #expect(refusals.count == 3)
    #expect(refusals.allSatisfy { $0.code == "reentrant" && $0.call == "prepare" })
  }

  @Test("a table with an empty slot is refused by the slot's name")
  func emptySlot() throws {
    let error = #expect(throws: LayoutError.self) {
      try FakeConnection(flags: [FakeLayout.allExtensions, "-DFINAL_SLOT=NULL"])
    }
    #expect(error?.code == "slot-missing")
    #expect(error?.message.contains("final") == true)
  }
}
