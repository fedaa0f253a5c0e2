// SPDX-License-Identifier: Apache-2.0
//
// The calls that a layout may make to its host, and their times.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("Host table")
struct HostTableTests {
  /// A statement for the fake layout's `prepare`, as a flag.
  private func inPrepare(_ statement: String) -> [String] {
    ["-DIN_PREPARE={ const layout_host *h = self->host; void *c = h->context; \(statement) }"]
  }

  @Test("C57, C60: reuse identifiers are registered in create or prepare, by kind")
  func registrations() throws {
    let fake = try FakeConnection(
      flags: inPrepare("if (h->register_reuse(c, KIND_HEADER, text(\"title\"))) return -1;"),
      instanceMutation: """
        if (host->register_decoration(host->context, KIND_BACKDROP, text("paper")) || \
        host->register_reuse(host->context, KIND_BACKDROP, text("wrong")) == LAYOUT_OK || \
        host->register_decoration(host->context, KIND_CELL, text("wrong")) == LAYOUT_OK || \
        host->register_reuse(host->context, KIND_CELL, text("")) == LAYOUT_OK) \
        return LAYOUT_ERROR_FAILED
        """)
    #expect(fake.connection.reuseIdentifiers == [nil, nil, "paper"])
    try fake.frame()
    #expect(fake.connection.reuseIdentifiers == [nil, "title", "paper"])
  }

  @Test("a registration outside of create and prepare is refused")
  func lateRegistration() throws {
    let fake = try FakeConnection()
    try fake.misbehave(.registersUnknownKind, in: .advance)
    let error = try #require(throws: LayoutError.self) { try fake.frame() }
    #expect(error.code == "layout-context")
  }

  @Test("C30, M1: marks and elements that a layout sets wait for the host, once")
  func marks() throws {
    let element = "layout_element e = {LAYOUT_SUPPLEMENTARY, KIND_HEADER, 1, 0};"
    let fake = try FakeConnection(
      flags: inPrepare(
        element
          + "layout_invalidation w = {sizeof w, LAYOUT_MARK_SUPPLEMENTARIES, &e, NULL, 1, 0};"
          + "h->invalidate(c, &w); w.element_count = 0; w.marks = LAYOUT_MARK_BOUNDS;"
          + "h->invalidate(c, &w);"))
    try fake.frame()
    let (marks, elements) = fake.connection.takeMarks()
    #expect(marks == LAYOUT_MARK_SUPPLEMENTARIES | LAYOUT_MARK_BOUNDS)
    #expect(
      elements.map(\.key)
        == [
          layout_element(category: UInt16(LAYOUT_SUPPLEMENTARY), kind: 1, section: 1, item: 0).key
        ])
    #expect(fake.connection.takeMarks().marks == LAYOUT_MARK_NOTHING)
    // The host marks the next frame: no prepare happens by itself.
    #expect(try !fake.frame().didPrepare)
  }

  @Test(
    "unknown marks and missing elements are breaches of the call in which they were set",
    arguments: [
      ("layout_invalidation w = {sizeof w, 1u << 20, NULL, NULL, 0, 0};", "the marks 0x100000"),
      (
        "layout_element e = {LAYOUT_CELL, KIND_CELL, 0, 30};"
          + "layout_invalidation w = {sizeof w, LAYOUT_MARK_ITEMS, &e, NULL, 1, 0};",
        "cell 0.30 is not in the data"
      ),
      (
        "layout_element e = {LAYOUT_CELL, KIND_HEADER, 0, 0};"
          + "layout_invalidation w = {sizeof w, LAYOUT_MARK_ITEMS, &e, NULL, 1, 0};",
        "the element 0.0 of category 0 and kind 1 is of no declared kind"
      ),
      (
        "layout_invalidation w = {24, LAYOUT_MARK_ITEMS, (void *)16, NULL, 1, 0};",
        "the invalidation's struct_size is 24, ABI 1.0 needs 32"
      ),
      (
        "layout_update u = {0}; layout_invalidation w = {sizeof w, LAYOUT_MARK_ITEMS, NULL, &u, 0, 1};",
        "the invalidation has 1 updates, which a host alone tells"
      ),
    ])
  func wrongMarks(_ statement: String, _ message: String) throws {
    let fake = try FakeConnection(flags: inPrepare(statement + "h->invalidate(c, &w);"))
    let error = try #require(throws: LayoutError.self) { try fake.frame() }
    #expect(error.code == .breach)
    #expect(error.call == "invalidate")
    #expect(error.message.hasPrefix(message))
    #expect(fake.connection.quarantine == error)
  }

  @Test("C15: a layout may query counts while it prepares, and missing sections are empty")
  func counts() throws {
    let fake = try FakeConnection(
      flags: inPrepare(
        "if (h->section_count(c) != 3 || h->item_count(c, 0) != 30 || h->item_count(c, 1) != 0 || "
          + "h->item_count(c, 3) != 0 || h->extension(c, text(\"nobody/1\")) || !h->extension(c, text(LAYOUT_CORE))) return -1;"
      ))
    #expect(try fake.frame().didPrepare)
  }

  @Test(
    "events beyond the limit of a frame are refused, earlier ones stay, the next may post again")
  func eventFlood() throws {
    let fake = try FakeConnection(
      flags: inPrepare(
        "layout_value v[2] = {{.type = LAYOUT_TYPE_U32}, {.type = LAYOUT_TYPE_U32}};"
          + "for (int i = 0; i < 100000; i++) {"
          + "  layout_status s = h->post_event(c, 0, v, 2); if (s) return s; }"))
    for _ in 0..<2 {
      let error = try #require(throws: LayoutError.self) { try fake.frame() }
      #expect(error.code == "layout-out-of-memory")
      #expect(fake.connection.takeEvents().count == AnswerLimits().events)
    }
  }

  @Test("the clock that a layout gets never goes back")
  func clock() throws {
    let fake = try FakeConnection()
    try fake.misbehave(.moves)
    // The fake layout refuses a time before the last one.
    let bounds = Rect(x: 0, y: 0, width: 100, height: 100)
    for time in [5.0, 3, 6] {
      let outcome = try fake.connection.frame(
        FrameRequest(time: time, oldBounds: bounds, bounds: bounds), shape: fake.shape,
        into: fake.buffer)
      #expect(outcome.isMoving)
    }
  }
}
