// SPDX-License-Identifier: Apache-2.0
//
// Actions, events, properties, targets, the log and the registrations of a layout.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("Services")
struct ServicesTests {
  @Test("an action is called with its arguments and returns its result")
  func action() throws {
    let fake = try FakeConnection()
    #expect(
      try fake.connection.call(action: 0, arguments: [.number(1.5), .number(-4)]) == .number(-2.5))
  }

  @Test("arguments of another count or type are refused before the call, with the difference")
  func actionSignature() throws {
    let fake = try FakeConnection()
    let count = #expect(throws: LayoutError.self) {
      try fake.connection.call(action: 0, arguments: [.number(1)])
    }
    #expect(count?.code == "action-signature")
    #expect(count?.message == "add(a: f64, b: f64) takes 2 arguments, not 1")
    let type = #expect(throws: LayoutError.self) {
      try fake.connection.call(action: 1, arguments: [.index(0), .number(3)])
    }
    #expect(type?.message == "item of touch(section: u32, item: u32) is a u32, not a f64")
  }

  @Test("C164: an action may post an event, which waits until the app reads it")
  func event() throws {
    let fake = try FakeConnection()
    try fake.frame()
    #expect(try fake.connection.call(action: 1, arguments: [.index(2), .index(1)]) == .none)
    #expect(
      fake.connection.takeEvents()
        == [LayoutEvent(name: "touched", arguments: [.index(2), .index(1)])])
    #expect(fake.connection.takeEvents().isEmpty)
  }

  @Test("an action starts an animation of a layout with dynamics, and the next frame advances")
  func actionAdvances() throws {
    let fake = try FakeConnection()
    try fake.frame()
    #expect(try fake.frame().callCount == 1)
    _ = try fake.connection.call(action: 0, arguments: [.number(1), .number(1)])
    #expect(try fake.frame().callCount == 2)
  }

  @Test(
    "an unknown event, wrong arguments and an unknown kind are refused with a status",
    arguments: [
      FakeLayout.Behaviour.postsUnknownEvent, .postsWrongArguments, .registersUnknownKind,
    ])
  func refusals(_ behaviour: FakeLayout.Behaviour) throws {
    let fake = try FakeConnection()
    try fake.misbehave(behaviour, in: .prepare)
    let error = try #require(throws: LayoutError.self) { try fake.frame() }
    #expect(error.code == "layout-argument")
    #expect(fake.connection.takeEvents().isEmpty)
  }

  @Test("a query that the layout does not declare has no functions")
  func unknownQuery() throws {
    let fake = try FakeConnection()
    try fake.misbehave(.asksUnknownQuery, in: .prepare)
    #expect(try fake.frame().didPrepare)
  }

  @Test("properties of every shape are written and read")
  func properties() throws {
    let fake = try FakeConnection()
    let connection = fake.connection
    #expect(try connection.property(at: FakeLayout.titleProperty) == .text("Fäke"))
    #expect(try connection.property(at: FakeLayout.stopsProperty) == .none)
    for (index, value) in [
      (FakeLayout.titleProperty, LayoutValue.text("")), (FakeLayout.titleProperty, .text("Über")),
      (FakeLayout.stopsProperty, .array([1, -2.5, 1e300])), (FakeLayout.stopsProperty, .array([])),
      (FakeLayout.stopsProperty, .none), (FakeLayout.spacingProperty, .number(12)),
    ] {
      try connection.setProperty(at: index, to: value)
      #expect(try connection.property(at: index) == value)
    }
  }

  @Test("a value that the layout refuses is not set, with the layout's words")
  func refusedProperty() throws {
    let fake = try FakeConnection()
    #expect(
      throws: LayoutError(
        "layout-argument", "this title is refused", plugin: "test.fake", call: "set_property")
    ) {
      try fake.connection.setProperty(at: FakeLayout.titleProperty, to: .text("refuse"))
    }
    try fake.connection.restart()
    #expect(try fake.connection.property(at: FakeLayout.titleProperty) == .text("Fäke"))
  }

  @Test("C106: a layout with targets changes the proposal, and without them the host keeps it")
  func target() throws {
    let fake = try FakeConnection()
    let target = try fake.connection.scrollTarget(
      proposed: Point(x: 3, y: 70), velocity: Vector(dx: 0, dy: 400), bounds: fake.bounds,
      afterUpdate: false)
    #expect(target == Point(x: 3, y: 50))
    #expect(fake.connection.offers(LAYOUT_EXT_SCROLL_TARGET))
    #expect(!fake.connection.offers(LAYOUT_EXT_STATE))
    let plain = try FakeConnection(flags: ["-DNO_EXTENSIONS"])
    #expect(
      try plain.connection.scrollTarget(
        proposed: .zero, velocity: .zero, bounds: fake.bounds, afterUpdate: false) == nil)
    #expect(!plain.connection.offers(LAYOUT_EXT_SCROLL_TARGET))
  }

  @Test("C24–C28: one element by its name, or nil")
  func onDemand() throws {
    let fake = try FakeConnection()
    try fake.frame()
    for (element, isThere) in [
      (layout_element(category: UInt16(LAYOUT_CELL), kind: 0, section: 0, item: 29), true),
      (layout_element(category: UInt16(LAYOUT_SUPPLEMENTARY), kind: 1, section: 1, item: 0), true),
      (layout_element(category: UInt16(LAYOUT_DECORATION), kind: 2, section: 2, item: 0), true),
      (layout_element(category: UInt16(LAYOUT_CELL), kind: 0, section: 1, item: 0), false),
      (layout_element(category: UInt16(LAYOUT_CELL), kind: 0, section: 9, item: 9), false),
    ] {
      try fake.connection.attributes(for: element, into: fake.buffer)
      #expect(fake.buffer.records.map(\.key) == (isThere ? [element.key] : []))
    }
  }

  @Test("C41, C44: custom fields are read from the payload, at any place of the record")
  func fields() throws {
    let fake = try FakeConnection()
    try fake.misbehave(.descending)
    try fake.frame()
    let descriptor = fake.connection.descriptor
    for (index, record) in fake.buffer.records.enumerated() {
      let fields = fake.buffer.fields(of: index, in: descriptor)
      switch record.kind {
      case 0:
        #expect(fields == [.enumeration(Int(record.item % 2)), .point(record.frame.origin)])
      case 1: #expect(fields == [])
      default: #expect(fields == [.integer(0x3366_99ff)])
      }
    }
  }

  @Test("the log keeps the last lines and counts the earlier ones")
  func log() throws {
    let fake = try FakeConnection()
    try fake.misbehave(.logs, in: .advance)
    try fake.frame()
    let line = LogEntry(level: .warning, message: "a word", plugin: "test.fake")
    #expect(fake.connection.log.take() == ([line], 0))
    for _ in 0..<LayoutLog.limit + 3 { fake.connection.log.write(line) }
    let (entries, droppedCount) = fake.connection.log.take()
    #expect(entries.count == LayoutLog.limit)
    #expect(droppedCount == 3)
  }

  @Test("an instance ends with its connection, and its image with the last one")
  func lifetime() throws {
    weak var image: AnyObject?
    do {
      let fake = try FakeConnection()
      try fake.frame()
      image = try FakeLayout.image()
    }
    #expect(image == nil)
  }
}
