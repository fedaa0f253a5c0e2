// SPDX-License-Identifier: Apache-2.0
//
// Sections that scroll across, in this process: the calls to the layout, and its allowed answers.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("Sections that scroll across")
struct CrossScrollTests {
  /// A prepared fake layout that offers every extension: sections of 30, 0 and 5 items.
  private func warm() throws -> FakeConnection {
    let fake = try FakeConnection(flags: [FakeLayout.allExtensions])
    fake.bounds.size.height = 400
    try fake.frame()
    return fake
  }

  /// Returns a frame with sections at these offsets.
  @discardableResult
  private func frame(
    _ fake: FakeConnection, _ offsets: [Int: Double], marks: UInt32 = 0
  ) throws(LayoutError) -> FrameOutcome {
    var request = FrameRequest(time: 1, oldBounds: fake.bounds, bounds: fake.bounds, marks: marks)
    for (section, offset) in offsets { request.crossOffsets[section] = offset }
    return try fake.connection.frame(request, shape: fake.shape, into: fake.buffer)
  }

  /// Returns the position of the first item of a section.
  private func start(_ fake: FakeConnection, _ section: UInt32) throws -> Double {
    let cells = fake.buffer.records.filter { $0.category == LAYOUT_CELL }
    return try #require(cells.first { $0.section == section && $0.item == 0 }).frame.x
  }

  @Test("a frame sends only the changed offsets, and prepares nothing")
  func tells() throws {
    let fake = try warm()
    let both = try frame(fake, [0: 40, 2: 7])
    #expect(both.calls.names == ["set_offset", "set_offset", "attributes_in_rect"])
    #expect(try start(fake, 0) == -40)
    #expect(try start(fake, 2) == -7)
    #expect(try frame(fake, [0: 40, 2: 7]).calls.names == ["attributes_in_rect"])
    #expect(try frame(fake, [0: 41, 2: 7]).calls.names == ["set_offset", "attributes_in_rect"])
    #expect(try frame(fake, [2: 7]).calls.names == ["set_offset", "attributes_in_rect"])
    #expect(try start(fake, 0) == 0)
  }

  @Test("offsets stay through a prepare, and those of removed sections are dropped")
  func prepares() throws {
    let fake = try warm()
    try frame(fake, [0: 40, 2: 7])
    let same = try frame(fake, [0: 40, 2: 7], marks: LAYOUT_MARK_EVERYTHING)
    #expect(same.calls.names == ["prepare", "content_size", "advance", "attributes_in_rect"])
    #expect(try start(fake, 2) == -7)
    fake.shape.itemCounts = [30, 0]
    try frame(fake, [0: 40])
    fake.shape.itemCounts = [30, 0, 5]
    let again = try frame(fake, [0: 40, 2: 7])
    #expect(again.calls.names.filter { $0 == "set_offset" }.count == 1)
    #expect(try start(fake, 2) == -7)
  }

  @Test("a new layout gets the offsets again, and one without the extension gets none")
  func restarts() throws {
    let fake = try warm()
    try frame(fake, [0: 40])
    try fake.connection.restart()
    let outcome = try frame(fake, [0: 40], marks: LAYOUT_MARK_EVERYTHING)
    #expect(outcome.calls.names.contains("set_offset"))
    #expect(try start(fake, 0) == -40)
    let plain = try FakeConnection()
    try plain.frame()
    #expect(try frame(plain, [0: 40]).calls.names == ["attributes_in_rect"])
    #expect(try plain.connection.crossTrack(at: .zero) == nil)
    #expect(try plain.connection.crossTarget(3, velocity: 0, ofSection: 0) == nil)
  }

  @Test("offsets that the layout refused are sent again")
  func refused() throws {
    let fake = try warm()
    try fake.misbehave(.error, in: .setOffset)
    let error = #expect(throws: LayoutError.self) { try frame(fake, [0: 40]) }
    #expect(error?.call == "set_offset")
    try fake.misbehave(.good)
    #expect(try frame(fake, [0: 40]).calls.names.contains("set_offset"))
    #expect(try start(fake, 0) == -40)
  }

  @Test("the track at a point has strip, length and the offset inside its ends")
  func track() throws {
    let fake = try warm()
    let strip = Rect(x: 0, y: 20, width: 500, height: 150)
    let point = Point(x: 250, y: 100)
    for (offset, shown) in [(0.0, 0.0), (120, 120), (300, 300), (310, 300), (-5, 0)] {
      try frame(fake, [0: offset])
      let track = try #require(try fake.connection.crossTrack(at: point))
      #expect(
        track == CrossTrack(section: 0, frame: strip, contentLength: 800, offset: shown))
      #expect(track.end == 300)
    }
    #expect(try fake.connection.crossTrack(at: Point(x: 250, y: 10)) == nil, "on the header")
    #expect(try fake.connection.crossTrack(at: Point(x: 250, y: 185)) == nil, "no items")
  }

  @Test("the layout chooses where a section rests")
  func target() throws {
    let connection = try warm().connection
    #expect(try connection.crossTarget(149, velocity: 10, ofSection: 0) == 100)
    #expect(try connection.crossTarget(149, velocity: 1000, ofSection: 2) == 800)
  }

  /// A mistake about a track, and the error of the border.
  static let breaches: [(FakeLayout.Behaviour, String)] = [
    (.unknownSection, "the track of section 3 is not in the data (rule: path)"),
    (.unknownFlag, "the track of section 0 has the flags 0x4 (rule: flags)"),
    (.nanFrame, "the track of section 0 has a number that is not finite (rule: finite)"),
    (.nanTarget, "the track of section 0 has a number that is not finite (rule: finite)"),
    (.infiniteSize, "the track of section 0 has a number that is not finite (rule: finite)"),
    (.negativeHeight, "the track of section 0 has a length below zero (rule: size)"),
    (.negativeSize, "the track of section 0 has a length below zero (rule: size)"),
    (.infiniteTarget, "the track of section 0 is at 301, outside of 0 to 300 (rule: value)"),
    (
      .otherElement,
      "the track of section 0 does not contain the point that was asked about (rule: identity)"
    ),
    (
      .positiveStatus,
      "the status 77 is none of this host's; the plugin may need a newer one (rule: value)"
    ),
  ]

  @Test("an invalid track ends the layout", arguments: breaches)
  func breach(_ behaviour: FakeLayout.Behaviour, _ message: String) throws {
    let fake = try warm()
    try fake.misbehave(behaviour, in: .trackAt)
    let error = try #require(
      #expect(throws: LayoutError.self) {
        try fake.connection.crossTrack(at: Point(x: 250, y: 100))
      })
    #expect(error == LayoutError(.breach, message, plugin: "test.fake", call: "track_at"))
    #expect(throws: error) { try fake.frame() }
  }

  @Test(
    "a target that is not finite is a breach",
    arguments: [FakeLayout.Behaviour.nanTarget, .infiniteTarget])
  func badTarget(_ behaviour: FakeLayout.Behaviour) throws {
    let fake = try warm()
    try fake.misbehave(behaviour, in: .crossTarget)
    let error = #expect(throws: LayoutError.self) {
      try fake.connection.crossTarget(1, velocity: 0, ofSection: 0)
    }
    #expect(error?.code == .breach)
    #expect(error?.call == "cross_target")
  }

  @Test("a mistake of the host itself is refused by name and is no breach")
  func arguments() throws {
    let fake = try warm()
    let connection = fake.connection
    func refusal(_ body: () throws -> Void) -> String? {
      do { try body() } catch {
        return (error as? LayoutError).map { "\($0.code.rawValue): \($0.message)" }
      }
      return nil
    }
    #expect(
      refusal { try frame(fake, [3: 1]) }
        == "invalid-argument: the section 3 of a cross offset is not in the data")
    #expect(
      refusal { try frame(fake, [0: .nan]) }
        == "invalid-argument: the cross offset of section 0 has to be finite")
    #expect(
      refusal { _ = try connection.crossTrack(at: Point(x: .nan, y: 0)) }
        == "invalid-argument: the point of a track has to be finite")
    #expect(
      refusal { _ = try connection.crossTarget(0, velocity: 0, ofSection: 7) }
        == "invalid-argument: the section 7 is not in the data")
    #expect(
      refusal { _ = try connection.crossTarget(.infinity, velocity: 0, ofSection: 0) }
        == "invalid-argument: the target and the velocity of a section have to be finite")
    try frame(fake, [0: 5])
    let fresh = try FakeConnection(flags: [FakeLayout.allExtensions])
    let early = refusal { _ = try fresh.connection.crossTrack(at: .zero) }
    #expect(early?.hasPrefix("not-prepared") == true)
  }
}

@Suite("The offsets of sections")
struct CrossOffsetsTests {
  @Test("they contain only values other than 0, ascending, for any order of setting")
  func holds() {
    var offsets = CrossOffsets()
    for (section, offset) in [(5, 1.0), (2, 2), (9, 3), (2, 4), (5, 0), (7, 0)] {
      offsets[section] = offset
    }
    #expect(offsets.entries.map(\.section) == [2, 9])
    #expect([0, 2, 5, 9, 100].map { offsets[$0] } == [0, 4, 0, 3, 0])
    offsets.truncate(toSections: 9)
    #expect(offsets.entries.map(\.offset) == [4])
  }
}
