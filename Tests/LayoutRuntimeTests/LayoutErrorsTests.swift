// SPDX-License-Identifier: Apache-2.0
//
// Errors that a layout reports: statuses, texts, instances that cannot be made.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("Errors of layouts")
struct LayoutErrorsTests {
  /// Each call that can fail, and the code with which a test makes it.
  static let calls: [(FakeLayout.Call, String)] = [
    (.attributesInRect, "attributes_in_rect"), (.prepare, "prepare"),
    (.contentSize, "content_size"), (.advance, "advance"),
  ]

  @Test(
    "an error status in a frame names plugin and call, with the layout's words", arguments: calls)
  func inFrame(_ call: FakeLayout.Call, _ name: String) throws {
    let fake = try FakeConnection()
    try fake.frame()
    try fake.misbehave(.error, in: call)
    let error = try #require(throws: LayoutError.self) {
      try fake.frame(marks: LAYOUT_MARK_EVERYTHING)
    }
    #expect(error == LayoutError("layout-failed", "told to fail", plugin: "test.fake", call: name))

    // An error is not a breach: the next frame calls again.
    try fake.misbehave(.good)
    try fake.frame()
    #expect(fake.buffer.count == 35)
  }

  @Test("an error status of should_invalidate, attributes_for, a property, a target and an action")
  func outsideFrames() throws {
    let fake = try FakeConnection()
    try fake.frame()
    try fake.misbehave(.error, in: .shouldInvalidate)
    fake.scroll()
    expectFailure("should_invalidate") { try fake.frame() }
    try fake.misbehave(.error, in: .attributesFor)
    expectFailure("attributes_for") {
      try fake.connection.attributes(for: layout_element(), into: fake.buffer)
    }
    try fake.misbehave(.error, in: .setProperty)
    expectFailure("set_property") {
      try fake.connection.setProperty(at: FakeLayout.spacingProperty, to: .number(1))
    }
    try fake.misbehave(.error, in: .getProperty)
    expectFailure("get_property") { _ = try fake.connection.property(at: 0) }
    try fake.misbehave(.error, in: .scrollTarget)
    expectFailure("target") {
      _ = try fake.connection.scrollTarget(
        proposed: .zero, velocity: .zero, bounds: fake.bounds, afterUpdate: true)
    }
    try fake.misbehave(.error, in: .action)
    expectFailure("add") {
      _ = try fake.connection.call(action: 0, arguments: [.number(1), .number(2)])
    }
  }

  private func expectFailure(_ call: String, _ body: () throws -> Void) {
    #expect(
      throws: LayoutError("layout-failed", "told to fail", plugin: "test.fake", call: call),
      performing: body)
  }

  @Test("an error without a text, and an unknown one, say so")
  func withoutText() throws {
    let fake = try FakeConnection()
    for (behaviour, status) in [(FakeLayout.Behaviour.errorWithoutText, -1), (.unknownStatus, -77)]
    {
      try fake.misbehave(behaviour, in: .prepare)
      let error = try #require(throws: LayoutError.self) { try fake.frame() }
      #expect(error.code == "layout-failed")
      #expect(error.message == "it failed with status \(status) and does not say why")
    }
  }

  @Test("an unknown positive status is a breach")
  func positiveStatus() throws {
    let fake = try FakeConnection()
    try fake.misbehave(.positiveStatus, in: .prepare)
    let error = try #require(throws: LayoutError.self) { try fake.frame() }
    #expect(error.code == .breach)
    #expect(error.call == "prepare")
  }

  @Test("an unknown layout is named, with the list of known ones")
  func unknownLayout() throws {
    let image = try FakeLayout.image()
    let error = try #require(throws: LayoutError.self) {
      try InProcessConnection(image: image, layout: "nobody")
    }
    #expect(error.code == "unknown-layout")
    #expect(error.message == "the plugin offers no layout 'nobody'; it offers fake")
  }

  @Test("a create that fails, a table that is too short and a null slot are named")
  func creation() throws {
    let failure = #expect(throws: LayoutError.self) {
      try FakeConnection(flags: ["-DCREATE_FAILS"])
    }
    #expect(
      failure == LayoutError("layout-failed", "told to fail", plugin: "test.fake", call: "create"))
    let short = #expect(throws: LayoutError.self) {
      try FakeConnection(instanceMutation: "self->table.struct_size = 64")
    }
    #expect(short?.code == "table-too-short")
    let missing = #expect(throws: LayoutError.self) {
      try FakeConnection(instanceMutation: "self->table.content_size = NULL")
    }
    #expect(missing?.code == "slot-missing")
    #expect(missing?.message.contains("content_size") == true)
  }
}
