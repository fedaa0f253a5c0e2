// SPDX-License-Identifier: Apache-2.0
//
// Binding of closures by name: matching signatures, differences, and the error for an app's error.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("Binding queries")
struct QueryBindingTests {
  private func message(_ body: () throws -> Void) throws -> String {
    let error = try #require(throws: LayoutError.self, performing: body)
    #expect(error.code == "query-signature" || error.code == "unknown-query")
    #expect(error.plugin == "test.fake")
    return error.message
  }

  @Test("an unknown query is named, with the list of the layout's queries")
  func unknownName() throws {
    let queries = try FakeConnection().connection.queries
    let expected =
      "the layout asks no query named 'sizeForItm'; "
      + "it asks sizeForItem, insetForSection, heightForItem"
    #expect(
      try message { try queries.bind("sizeForItm") { _ in Size(width: 1, height: 1) } } == expected)
    #expect(try message { try queries.unbind("sizeForItm") } == expected)
    #expect(try message { try queries.bind("sizeForItm", dynamic: { _, _ in nil }) } == expected)
  }

  @Test("the error for a wrong signature names the difference")
  func signatures() throws {
    let queries = try FakeConnection().connection.queries
    #expect(
      try message { try queries.bind("sizeForItem") { _ in 3.0 } }
        == "sizeForItem answers size, not f64")
    #expect(
      try message { try queries.bind("insetForSection") { _ in Size(width: 1, height: 1) } }
        == "insetForSection answers insets, not size")
    #expect(
      try message {
        try queries.bind("sizeForItem") { (_: ItemPath, width: Double) -> Size? in
          Size(width: width, height: 1)
        }
      } == "sizeForItem takes no arguments after its path, not (f64)")
    #expect(
      try message { try queries.bind("heightForItem") { _ in 3.0 } }
        == "heightForItem takes (f64) after its path, not no arguments")
    #expect(
      try message {
        try queries.bind("heightForItem") { (_: ItemPath, _: Int, _: Bool) -> Double? in 1 }
      } == "heightForItem takes (f64) after its path, not (i64, bool)")
    #expect(
      try message {
        try queries.bind("heightForItem") {
          (_: Int, _: Range<Int>, _: inout MutableSpan<Double>) in .none
        }
      } == "heightForItem takes (f64) after its path, not no arguments")
    #expect(queries.revision == 0)
    #expect((0..<3).allSatisfy { !queries.isBound($0) })
  }

  @Test("a bound answer reaches the layout, and a change of it in the next frame")
  func answersReachTheLayout() throws {
    let fake = try FakeConnection()
    try fake.connection.queries.bind("sizeForItem") { path in
      path.item == 1 ? nil : Size(width: 10, height: 20)
    }
    try fake.connection.queries.bind("insetForSection") { _ in
      Insets(top: 5, left: 0, bottom: 0, right: 0)
    }
    try fake.frame()
    let frames = fake.buffer.records.prefix(2).map(\.frame)
    #expect(frames[0] == Rect(x: 0, y: 25, width: 10, height: 20))
    #expect(frames[1] == Rect(x: 50, y: 25, width: 50, height: 50))
    try fake.connection.queries.unbind("insetForSection")
    try fake.frame()
    #expect(fake.buffer.records[0].frame.y == 20)
  }

  @Test("a closure that throws fails the call with its own words, and the next frame tries again")
  func throwing() throws {
    let fake = try FakeConnection()
    try fake.frame()
    var fails = true
    try fake.connection.queries.bind("sizeForItem") { path in
      if fails, path == ItemPath(0, 4) { throw AppError(description: "no such picture") }
      return Size(width: 1, height: 1)
    }
    let error = try #require(throws: LayoutError.self) { try fake.frame() }
    #expect(
      error
        == LayoutError(
          "query-failed", "the app's answer to sizeForItem at 0.4 failed: no such picture",
          plugin: "test.fake", call: "prepare"))
    fails = false
    #expect(try fake.frame().didPrepare)
    #expect(fake.buffer.records[0].frame.width == 1)
  }

  @Test("an error that the layout ignores is logged, and blamed on no later call")
  func swallowed() throws {
    let swallow = """
      { const layout_query_functions *query = self->host->query(self->host->context, QUERY_SIZE); \
      uint32_t how; layout_size size; \
      if (query) (void)query->many(query->context, 0, 9, 1, &size, &how); }
      """
    let fake = try FakeConnection(flags: ["-DIN_PREPARE=\(swallow)"])
    var fails = false
    try fake.connection.queries.bind("sizeForItem") { path -> Size? in
      // The layout's own query is for the whole section, the one that it ignores for item 9.
      if fails, path.item == 9 { throw AppError(description: "only once") }
      return nil
    }
    try fake.frame()
    fails = true
    #expect(throws: LayoutError.self) { try fake.frame(marks: LAYOUT_MARK_EVERYTHING) }
    fails = false
    try fake.frame()
    #expect(fake.connection.queries.takeError(call: "prepare") == nil)

    fake.shape.itemCounts = [10, 0]
    var askedCount = 0
    try fake.connection.queries.bind("sizeForItem") { path -> Size? in
      askedCount += 1
      if askedCount == 1 { throw AppError(description: "the first time") }
      return nil
    }
    #expect(try fake.frame().didPrepare)
    let lines = fake.connection.log.take().entries.map(\.message)
    #expect(lines.count == 1)
    #expect(lines.first?.contains("prepare went on without an answer") == true)
    try fake.misbehave(.errorWithoutText, in: .prepare)
    let error = try #require(throws: LayoutError.self) {
      try fake.frame(marks: LAYOUT_MARK_EVERYTHING)
    }
    #expect(error.code == "layout-failed")
  }

  @Test("C16: a closure that calls into the layout gets an error, and the call continues")
  func reentrant() throws {
    let fake = try FakeConnection()
    var seen: [LayoutError] = []
    try fake.connection.queries.bind("sizeForItem") { path -> Size? in
      guard path.item == 0 else { return nil }
      let inner = AnswerBuffer()
      do throws(LayoutError) {
        try fake.connection.attributes(in: fake.bounds, into: inner)
      } catch { seen.append(error) }
      do throws(LayoutError) { _ = try fake.connection.property(at: 0) } catch {
        seen.append(error)
      }
      return Size(width: 9, height: 9)
    }
    try fake.frame()
    #expect(seen.map(\.code) == ["reentrant", "reentrant", "reentrant", "reentrant"])
    #expect(seen[0].message.contains("its own call to prepare"))
    #expect(fake.buffer.records[0].frame.width == 9)
    #expect(try fake.connection.property(at: 0) == .enumeration(0))
  }
}
