// SPDX-License-Identifier: Apache-2.0
//
// The worker gives the same results as this process: answers, errors, events, to the bit.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("A worker and this process agree")
struct SameAnswersTests {
  static let shape = DataShape(
    epoch: 3, itemCounts: [40, 0, 25], contentInset: Insets(top: 8, left: 4, bottom: 2, right: 4),
    scale: 2)

  /// Sizes that differ, some unanswered, and insets of sections.
  static func bind(_ connection: any LayoutConnection) throws {
    try connection.queries.bind("sizeForItem") { (path: ItemPath) -> Size? in
      path.item % 5 == 0 ? nil : Size(width: Double(path.item) / 3, height: 20)
    }
    try connection.queries.bind("insetForSection") { (path: ItemPath) -> Insets? in
      Insets(top: Double(path.section) * 7, left: 0, bottom: 0, right: 0)
    }
  }

  /// Tiers that are bound and prepared.
  static func prepared() throws -> Tiers {
    let tiers = try Tiers.fake()
    for connection in tiers.both { try bind(connection) }
    let first = tiers.frame(.at(0, marks: LAYOUT_MARK_EVERYTHING), shape)
    #expect(first.elements.count > 40)
    return tiers
  }

  @Test("about the descriptor of the layout")
  func identity() throws {
    let tiers = try Tiers.fake()
    #expect(tiers.here.pluginID == tiers.there.pluginID)
    #expect(tiers.here.descriptor == tiers.there.descriptor)
    #expect(tiers.here.queries.descriptors == tiers.there.queries.descriptors)
    for id in Judge.knownExtensions + ["layout.unheard-of/1"] {
      #expect(tiers.here.offers(id) == tiers.there.offers(id), "\(id)")
    }
    #expect(tiers.there.offers(LAYOUT_EXT_SCROLL_TARGET))
  }

  @Test("about extensions, which count from the prepare in which they are offered")
  func lateExtensions() throws {
    let late = try Tiers.fake(flags: [FakeLayout.allExtensions, "-DEXTENSIONS_WHEN=self->tops"])
    let early = try Tiers.fake(flags: [FakeLayout.allExtensions, "-DEXTENSIONS_WHEN=!self->tops"])
    for id in Judge.knownExtensions {
      for tier in late.both { #expect(!tier.offers(id)) }
      for tier in early.both { #expect(tier.offers(id)) }
    }
    for tiers in [late, early] {
      let outcome = tiers.agree { connection, buffer in
        try connection.frame(
          .at(0, time: 1, marks: LAYOUT_MARK_EVERYTHING), shape: Self.shape, into: buffer
        ).calls.names
      }
      // Dynamics take part in the frame after the `prepare` that offered them.
      #expect(outcome.value?.contains("advance") == true)
      for (id, tier) in Judge.knownExtensions.flatMap({ id in tiers.both.map { (id, $0) } }) {
        #expect(tier.offers(id), "\(id)")
      }
      tiers.agree { connection, _ in
        try connection.scrollTarget(
          proposed: Point(x: 3, y: 77), velocity: .zero,
          bounds: Rect(x: 0, y: 0, width: 9, height: 9),
          afterUpdate: false)
      }
    }
  }

  @Test("about sections of one count, given once")
  func uniform() throws {
    let tiers = try Tiers(
      file: PluginFile(judging: CPlugin.build(fixture: "Cells")), layout: "cells")
    let shape = DataShape(epoch: 1, itemCounts: SectionCounts(repeating: 1000, count: 1_000_000))
    let first = tiers.frame(.at(0, marks: LAYOUT_MARK_EVERYTHING), shape)
    #expect(first.error == nil && first.elements.count == 7 * 24)
    let last = tiers.frame(.at(19_999_520, from: 0), shape)
    #expect(last.error == nil && last.elements.count == 7 * 24)
  }

  @Test("about frames: the first, at rest, scrolled, far outside, resized, other data, no data")
  func frames() throws {
    let tiers = try Self.prepared()
    tiers.frame(.at(0), Self.shape)
    for y in stride(from: 10.0, through: 400, by: 10) {
      tiers.frame(.at(y, from: y - 10, time: y / 100), Self.shape)
    }
    #expect(tiers.frame(.at(1e9, from: 400), Self.shape).elements.count == 0)
    var resized = FrameRequest.at(0, from: 400, time: 5)
    resized.bounds.size.width = 500
    resized.touch = Point(x: 3, y: 4)
    tiers.frame(resized, Self.shape)
    var shape = Self.shape
    shape.epoch += 1
    shape.itemCounts = [3, 1_000, 4]
    tiers.frame(.at(0, time: 6, marks: LAYOUT_MARK_COUNTS), shape)
    tiers.frame(.at(0, time: 7), DataShape(epoch: 9))
    #expect(tiers.there.counters.requests == 47)
  }

  @Test("about elements without a frame, by rectangle and by name")
  func elements() throws {
    let tiers = try Self.prepared()
    for rect in [
      Rect(x: -1e6, y: -1e6, width: 2e6, height: 2e6), Rect(x: 0, y: 0, width: 9, height: 9),
    ] {
      tiers.agree { connection, buffer in
        try connection.attributes(in: rect, into: buffer)
        return buffer.count
      }
    }
    let elements = [
      layout_element(category: UInt16(LAYOUT_CELL), kind: 0, section: 2, item: 24),
      layout_element(category: UInt16(LAYOUT_CELL), kind: 0, section: 2, item: 25),
      layout_element(category: UInt16(LAYOUT_SUPPLEMENTARY), kind: 1, section: 1, item: 0),
      layout_element(category: UInt16(LAYOUT_DECORATION), kind: 2, section: 0, item: 0),
    ]
    for element in elements {
      tiers.agree { connection, buffer in
        try connection.attributes(for: element, into: buffer)
        return buffer.count
      }
    }
  }

  @Test("before the first prepare")
  func unprepared() throws {
    let tiers = try Tiers.fake()
    let outcome = tiers.agree { connection, buffer in
      try connection.attributes(in: .zero, into: buffer)
      return 0
    }
    #expect(outcome.error?.code == "not-prepared")
  }

  @Test("about properties of every type, also refused ones")
  func properties() throws {
    let tiers = try Tiers.fake()
    let settings: [(Int, LayoutValue)] = [
      (FakeLayout.spacingProperty, .number(12.5)), (FakeLayout.titleProperty, .text("Größe 🧭")),
      (FakeLayout.titleProperty, .text("")), (FakeLayout.titleProperty, .text("refuse")),
      (FakeLayout.stopsProperty, .array([1, -0.0, 3e300])), (FakeLayout.stopsProperty, .none),
      (FakeLayout.stopsProperty, .array([1, 2, 3, 4, 5])),
      (FakeLayout.callProperty, FakeLayout.Call.advance.value),
    ]
    for (index, value) in settings {
      tiers.agree { connection, _ in
        try connection.setProperty(at: index, to: value)
        return 0
      }
      tiers.agree { connection, _ in "\(try connection.property(at: index))" }
    }
  }

  @Test("about scroll targets, actions and events")
  func sides() throws {
    let tiers = try Self.prepared()
    let target = tiers.agree { connection, _ in
      try connection.scrollTarget(
        proposed: Point(x: 1, y: 130), velocity: Vector(dx: 0, dy: 900),
        bounds: Rect(x: 0, y: 10, width: 320, height: 480), afterUpdate: false)
    }
    #expect(target.value?.contains("150") == true)
    tiers.agree { connection, _ in
      "\(try connection.call(action: 0, arguments: [.number(0.1), .number(0.2)]))"
    }
    tiers.agree { connection, _ in
      "\(try connection.call(action: 1, arguments: [.index(2), .index(7)]))"
    }
    tiers.agree { connection, _ in
      "\(try connection.call(action: 0, arguments: [.number(1)]))"
    }
    let events = tiers.agree { connection, _ in connection.takeEvents() }
    #expect(events.value?.contains("touched") == true)
    tiers.agree { connection, _ in connection.takeEvents() }
  }

  @Test("about more events than a frame may post: 20 of 1 MiB, 200,000 of 1 KiB")
  func manyEvents() throws {
    for (count, bytes) in [(20, 1 << 20), (200_000, 1 << 10)] {
      let post = """
        { static char *letters; \
          if (!letters) letters = memset(malloc(\(bytes)), 'a', \(bytes)); \
          layout_value word = {.type = LAYOUT_TYPE_TEXT, .as.text = {letters, \(bytes), 0}}; \
          for (int count = 0; count < \(count); count++) { \
            layout_status status = self->host->post_event(self->host->context, 0, &word, 1); \
            if (status != LAYOUT_OK && status != LAYOUT_ERROR_MEMORY) return status; } }
        """
      let text = """
        static uint32_t text_type = LAYOUT_TYPE_TEXT; event_touched.argument_count = 1; \
        event_touched.argument_types = &text_type
        """
      let tiers = try Tiers.fake(flags: ["-DIN_PREPARE=\(post)", "-DMUTATION=\(text)"])
      // The number of waiting events is limited, so the last frame's are there after three.
      for time in 0..<3 {
        tiers.frame(.at(0, time: Double(time), marks: LAYOUT_MARK_EVERYTHING), Self.shape)
      }
      let size = LayoutEvent(
        name: "touched", arguments: [.text(String(repeating: "a", count: bytes))]
      ).byteCount
      let waiting = tiers.agree { connection, _ in connection.takeEvents().count }
      #expect(waiting.value == "\(AnswerLimits().eventBytes / size)")
      for connection in tiers.both {
        let lines = connection.log.take().entries.map(\.message)
        #expect(lines.count == 1, "once, until the app reads them")
        #expect(lines.first?.contains("the oldest are dropped") == true)
      }
    }
  }

  /// The calls in which a mistake can be made: all, or the one with the answer of the mistake.
  static func calls(_ mistake: FakeLayout.Behaviour) -> [FakeLayout.Call] {
    let everywhere: [FakeLayout.Behaviour] = [
      .error, .errorWithoutText, .unknownStatus, .positiveStatus, .asksUnknownQuery,
      .postsUnknownEvent, .postsWrongArguments, .registersUnknownKind, .logs,
    ]
    return everywhere.contains(mistake) ? FakeLayout.Call.ofCore : [.attributesInRect]
  }

  /// Every mistake after which the process continues.
  static let mistakes = FakeLayout.Behaviour.allCases.filter {
    ![.trap, .crash, .aborts, .exits, .loops, .allocates].contains($0)
      && !"\($0)".hasPrefix("writesPast")
  }

  @Test("about a layout that fails: the error, and the answers afterwards", arguments: mistakes)
  func goesWrong(_ mistake: FakeLayout.Behaviour) throws {
    for call in Self.calls(mistake) {
      let tiers = try Self.prepared()
      let settings = [
        (FakeLayout.behaviourProperty, mistake.value), (FakeLayout.callProperty, call.value),
        (FakeLayout.spacingProperty, .number(3)),
      ]
      for (index, value) in settings {
        tiers.agree { connection, _ in
          try connection.setProperty(at: index, to: value)
          return 0
        }
      }
      tiers.frame(.at(20, from: 0, time: 1), Self.shape)
      tiers.frame(.at(20, time: 2, marks: LAYOUT_MARK_EVERYTHING), Self.shape)
      tiers.agree { connection, _ in "\(try connection.property(at: 2))" }
      tiers.agree { connection, buffer in
        let cell = layout_element(category: UInt16(LAYOUT_CELL), kind: 0, section: 0, item: 0)
        try connection.attributes(for: cell, into: buffer)
        return 0
      }
      tiers.agree { connection, _ in
        try connection.scrollTarget(
          proposed: .zero, velocity: .zero, bounds: .zero, afterUpdate: true)
      }
      tiers.agree { connection, _ in
        "\(try connection.call(action: 0, arguments: [.number(1), .number(2)]))"
      }
      tiers.agree { connection, _ in
        let said = connection.takeMarks()
        return "\(said.marks) \(said.elements)"
      }
      tiers.agree { connection, _ in connection.log.take().entries }
      tiers.agree { connection, _ in "\(connection.reuseIdentifiers)" }
    }
  }
}
