// SPDX-License-Identifier: Apache-2.0
//
// The calls of a frame, their number, and their cost.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("Frame sequence")
struct FrameSequenceTests {
  /// A connection whose buffer and layout have had a frame at the same place.
  private func warm() throws -> FakeConnection {
    let fake = try FakeConnection()
    try fake.frame()
    try fake.frame()
    return fake
  }

  @Test("C1, C14: the first frame prepares, then queries the content size and the elements")
  func firstFrame() throws {
    let fake = try FakeConnection()
    let outcome = try fake.frame()
    #expect(outcome.didPrepare)
    #expect(outcome.contentSize == Size(width: 500, height: 20 + 150 + 20 + 20 + 50))
    #expect(fake.buffer.count == 35)
  }

  @Test("C13: a frame in which nothing changed is one call")
  func unchanged() throws {
    let outcome = try warm().frame()
    #expect(outcome.callCount == 1)
    #expect(!outcome.didPrepare)
  }

  @Test("C31: bounds that invalidate nothing add should_invalidate, and dynamics are called once")
  func scrolled() throws {
    let fake = try warm()
    fake.scroll()
    let outcome = try fake.frame()
    #expect(outcome.callCount == 3)
    #expect(!outcome.didPrepare)
    #expect(try fake.frame().callCount == 1)
  }

  @Test("C31: bounds that invalidate add prepare and content_size")
  func invalidated() throws {
    let fake = try warm()
    try fake.misbehave(.invalidates)
    fake.scroll()
    let outcome = try fake.frame()
    #expect(outcome.callCount == 5)
    #expect(outcome.didPrepare)
  }

  @Test("without dynamics the same frames are two and four calls", arguments: [false, true])
  func withoutDynamics(invalidates: Bool) throws {
    let fake = try FakeConnection(flags: ["-DNO_EXTENSIONS"])
    try fake.frame()
    if invalidates { try fake.misbehave(.invalidates) }
    fake.scroll()
    #expect(try fake.frame().callCount == (invalidates ? 4 : 2))
  }

  @Test("C34: a layout that animates is advanced in each frame until it rests")
  func dynamics() throws {
    let fake = try warm()
    try fake.misbehave(.moves)
    #expect(try !fake.frame().isMoving)
    fake.scroll()
    #expect(try fake.frame().isMoving)
    #expect(try fake.frame().callCount == 2)
    try fake.misbehave(.good)
    #expect(try !fake.frame().isMoving)
    #expect(try fake.frame().callCount == 1)
  }

  @Test("a mark, another epoch, other counts, another scale and another binding each prepare")
  func changes() throws {
    let fake = try warm()
    #expect(try fake.frame(marks: LAYOUT_MARK_ITEMS).didPrepare)
    fake.shape.epoch += 1
    #expect(try fake.frame().didPrepare)
    fake.shape.itemCounts[1] = 3
    #expect(try fake.frame().didPrepare)
    fake.shape.scale = 2
    #expect(try fake.frame().didPrepare)
    try fake.connection.queries.bind("sizeForItem") { _ in Size(width: 10, height: 10) }
    #expect(try fake.frame().didPrepare)
    #expect(try !fake.frame().didPrepare)
  }

  @Test("C30: after a failed prepare the next frame prepares everything again")
  func owedMarks() throws {
    let fake = try warm()
    try fake.misbehave(.error, in: .prepare)
    #expect(throws: LayoutError.self) { try fake.frame(marks: LAYOUT_MARK_ITEMS) }
    #expect(fake.buffer.count == 0)
    try fake.misbehave(.good)
    #expect(try fake.frame().didPrepare)
    #expect(try !fake.frame().didPrepare)
    #expect(fake.buffer.count == 35)
  }

  @Test("if everything is stale no element is named, also if that waits for a retry")
  func owedNames() throws {
    let wrong = "(why->marks & LAYOUT_MARK_EVERYTHING) && why->element_count"
    let fake = try FakeConnection(flags: ["-DIN_PREPARE=if (\(wrong)) return LAYOUT_ERROR_FAILED"])
    try fake.frame()
    let named = [layout_element(category: UInt16(LAYOUT_CELL), kind: 0, section: 0, item: 3)]
    func frame() throws(LayoutError) -> FrameOutcome {
      try fake.frame(marks: LAYOUT_MARK_ITEMS, elements: named)
    }
    #expect(try frame().didPrepare)
    try fake.misbehave(.error, in: .prepare)
    #expect(throws: LayoutError.self) { try frame() }
    try fake.misbehave(.good)
    #expect(try frame().didPrepare)
  }

  @Test("a warm frame allocates nothing: steady, scrolling, preparing, descending, moving")
  func allocations() throws {
    let fake = try FakeConnection()
    try fake.connection.queries.bind("sizeForItem") { _ in Size(width: 40, height: 40) }
    for behaviour in [FakeLayout.Behaviour.good, .invalidates, .descending, .moves] {
      try fake.misbehave(behaviour)
      for _ in 0..<3 {
        fake.scroll()
        try fake.frame()
      }
      let count = try countAllocations { () throws(LayoutError) in
        for _ in 0..<100 {
          fake.scroll(by: 0.5)
          try fake.frame()
        }
      }
      // Preparing is the layout's own work: this one resizes its four arrays each time.
      let allowed = behaviour == .invalidates ? 400 : 0
      #expect(count <= allowed, "\(behaviour)")
    }
  }

  @Test("the allocation counter works, since it counts a buffer that grows")
  func counterCounts() throws {
    let fake = try FakeConnection()
    let count = try countAllocations { () throws(LayoutError) in try fake.frame() }
    #expect(count > 0)
  }

  @Test("numbers that are not finite never reach a layout")
  func nonFiniteRequests() throws {
    let fake = try warm()
    fake.bounds.y = .nan
    #expect { try fake.frame() } throws: { ($0 as? LayoutError)?.code == "invalid-argument" }
    fake.bounds = Rect(x: 0, y: 0, width: .greatestFiniteMagnitude, height: 10)
    fake.bounds.x = .greatestFiniteMagnitude
    #expect { try fake.frame() } throws: { ($0 as? LayoutError)?.code == "invalid-argument" }
  }

  @Test("numbers that are not finite reach a layout by no other call either")
  func nonFiniteElsewhere() throws {
    let fake = try warm()
    func expectRefusal(_ what: String, _ body: () throws -> Void) {
      let error = #expect(throws: LayoutError.self, Comment(rawValue: what)) { try body() }
      #expect(error?.code == "invalid-argument", Comment(rawValue: what))
    }
    for (number, size) in [(Double.nan, 1.0), (-.infinity, 1), (0, .infinity), (0, .nan), (0, -1)] {
      let rect = Rect(x: 0, y: number, width: 5, height: size)
      expectRefusal("\(rect)") { try fake.connection.attributes(in: rect, into: fake.buffer) }
      expectRefusal("\(rect)") {
        _ = try fake.connection.scrollTarget(
          proposed: .zero, velocity: .zero, bounds: rect, afterUpdate: false)
      }
    }
    expectRefusal("proposed") {
      _ = try fake.connection.scrollTarget(
        proposed: Point(x: .nan, y: 0), velocity: .zero, bounds: .zero, afterUpdate: false)
    }
    expectRefusal("velocity") {
      _ = try fake.connection.scrollTarget(
        proposed: .zero, velocity: Vector(dx: 0, dy: .infinity), bounds: .zero, afterUpdate: false)
    }
    fake.shape.contentInset.left = .nan
    expectRefusal("inset") { try fake.frame() }
    fake.shape.contentInset = .zero
    for scale in [0, -1, .nan, Double.infinity] {
      fake.shape.scale = scale
      expectRefusal("scale \(scale)") { try fake.frame() }
    }
  }

  @Test("C10: a rectangle is answered without a frame, after the layout has prepared")
  func withoutFrame() throws {
    let fake = try FakeConnection()
    let all = Rect(x: -1e6, y: -1e6, width: 2e6, height: 2e6)
    #expect { try fake.connection.attributes(in: all, into: fake.buffer) } throws: {
      ($0 as? LayoutError)?.code == "not-prepared"
    }
    try fake.frame()
    try fake.connection.attributes(in: all, into: fake.buffer)
    #expect(fake.buffer.count == 30 + 5 + 3 + 3)
  }
}
