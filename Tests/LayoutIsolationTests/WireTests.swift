// SPDX-License-Identifier: Apache-2.0
//
// Messages in both directions, and any other bytes.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("The wire format")
struct WireTests {
  /// Returns the bytes that `write` makes, in memory of `room` bytes; nil if they do not fit.
  static func bytes(room: Int = 1 << 16, _ write: (inout WireWriter) -> Void) -> [UInt8]? {
    var memory = [UInt8](repeating: 0xEE, count: room)
    let count = memory.withUnsafeMutableBytes { memory -> Int? in
      var writer = WireWriter(memory)
      write(&writer)
      return writer.isComplete ? writer.count : nil
    }
    return count.map { Array(memory[..<$0]) }
  }

  /// Returns the result of `read` for exactly these bytes.
  static func reading<Value>(
    _ bytes: [UInt8], _ read: (inout WireReader) throws(LayoutError) -> Value
  ) throws(LayoutError) -> Value {
    // A copy at the end of an allocation of its own, so that a sanitizer detects a read past it.
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    defer { memory.deallocate() }
    memory.copyBytes(from: bytes)
    var reader = WireReader(UnsafeRawBufferPointer(memory))
    let value = try read(&reader)
    try reader.finish()
    return value
  }

  static let values: [LayoutValue] = [
    .none, .bool(true), .bool(false), .integer(.min), .number(-0.0),
    .number(.leastNonzeroMagnitude),
    .number(.infinity), .enumeration(77), .point(Point(x: 1, y: -1e300)),
    .size(Size(width: 0, height: 3)), .insets(Insets(top: 1, left: 2, bottom: 3, right: 4)),
    .text(""), .text("Ωmega 🧭\0end"), .array([]), .array([1, -2, .greatestFiniteMagnitude]),
    .index(.max),
  ]

  @Test("values keep type and content", arguments: values)
  func value(_ value: LayoutValue) throws {
    let bytes = try #require(Self.bytes { $0.write(value) })
    let back = try Self.reading(bytes) { (reader) throws(LayoutError) in try reader.readValue() }
    #expect(back == value)
    #expect("\(back)" == "\(value)", "the sign of zero too")
  }

  @Test("errors keep all parts")
  func error() throws {
    for error in [
      LayoutError("a-code", "Größe", plugin: "p", call: "prepare"), LayoutError("", ""),
    ] {
      let bytes = try #require(Self.bytes { $0.write(error) })
      let back = try Self.reading(bytes) { (reader) throws(LayoutError) in try reader.readError() }
      #expect(back == error)
    }
  }

  /// A descriptor that has everything at least once.
  static func plugin() throws -> PluginDescriptor {
    try PluginImage.open(PluginFile(judging: FakeLayout.path())).descriptor
  }

  @Test("the descriptor of a plugin is read back equal")
  func descriptor() throws {
    let plugin = try Self.plugin()
    let bytes = try #require(Self.bytes { $0.write(plugin) })
    let back = try Self.reading(bytes) { (reader) throws(LayoutError) in try reader.readPlugin() }
    #expect(back == plugin)
  }

  @Test("a start contains the judged file")
  func start() throws {
    let file = PluginFile(judging: try FakeLayout.path())
    for (layout, runtime) in [
      (nil, PluginNote.Runtime.none), ("fake", .swiftStatic), ("x", .swiftShared(version: "6.3.1")),
    ] {
      var note = try #require(file.note)
      note.runtime = runtime
      let judged = PluginFile(judged: file.path, hash: file.hash, note: note, unloads: true)
      let start = StartMessage(file: judged, imagePath: "/i/\(file.hash).so", layoutID: layout)
      let bytes = try #require(Self.bytes { $0.write(start) })
      let back = try Self.reading(bytes) { (reader) throws(LayoutError) in try reader.readStart() }
      #expect(back.file == judged)
      #expect(back.imagePath == start.imagePath)
      #expect(back.layoutID == layout)
    }
  }

  /// A frame with all its parts.
  static var frame: (request: FrameRequest, news: FrameNews) {
    var request = FrameRequest.at(0.1, from: -0.0, time: 1.5, marks: 5)
    request.touch = Point(x: 3, y: 4)
    request.rect = Rect(x: -1, y: -2, width: 3, height: 4)
    request.elements = [layout_element(category: 1, kind: 2, section: 3, item: 4)]
    request.updates = [
      layout_update(
        action: 2, of_section: 0, before: layout_path(section: 1, item: 2),
        after: layout_path(section: 3, item: 4))
    ]
    let shape = DataShape(
      epoch: 7, itemCounts: [1, 0, 900], contentInset: Insets(top: 1, left: 2, bottom: 3, right: 4),
      scale: 2, isRightToLeft: true)
    return (
      request, FrameNews(shape: shape, bindings: FrameNews.Bindings(revision: 9, bound: [1, 0, 1]))
    )
  }

  @Test("a frame is read back whole, with and without side messages")
  func frameMessage() throws {
    let (request, told) = Self.frame
    var uniform = told
    uniform.shape?.itemCounts = SectionCounts(repeating: 1000, count: 1_000_000)
    for news in [told, FrameNews(), uniform] {
      let bytes = try #require(Self.bytes { $0.write(request, news: news) })
      let counts = news.shape?.itemCounts.list ?? []
      let back = try counts.withUnsafeBytes { counts in
        try Self.reading(bytes) { (reader) throws(LayoutError) in
          try reader.readFrame(epoch: 7, itemCounts: counts)
        }
      }
      #expect(back.news.shape == news.shape)
      #expect(back.news.bindings == news.bindings)
      #expect(Self.bytes { $0.write(back.request, news: back.news) } == bytes)
    }
  }

  /// Every reader, by name.
  static let readers: [(String, @Sendable (inout WireReader) throws(LayoutError) -> Void)] = [
    ("value", { (reader) throws(LayoutError) in _ = try reader.readValue() }),
    ("error", { (reader) throws(LayoutError) in _ = try reader.readError() }),
    ("plugin", { (reader) throws(LayoutError) in _ = try reader.readPlugin() }),
    ("start", { (reader) throws(LayoutError) in _ = try reader.readStart() }),
    ("started", { (reader) throws(LayoutError) in _ = try reader.readStarted() }),
    (
      "notices",
      { (reader) throws(LayoutError) in _ = try reader.readNotices(within: AnswerLimits()) }
    ),
    ("outcome", { (reader) throws(LayoutError) in _ = try reader.readOutcome() }),
    (
      "frame",
      { (reader) throws(LayoutError) in
        _ = try reader.readFrame(epoch: 0, itemCounts: UnsafeRawBufferPointer(start: nil, count: 0))
      }
    ),
    (
      "counts", { (reader) throws(LayoutError) in _ = try reader.readAnswerCounts(bulkLength: 64) }
    ),
  ]

  @Test("random bytes are refused or read, and never end the process", arguments: 0..<9)
  func noise(_ index: Int) {
    var random = SeededGenerator(seed: UInt64(index) &+ 1)
    for round in 0..<4_000 {
      // Small numbers are often valid counts, types and flags.
      let limit: UInt8 = round % 2 == 0 ? 255 : 12
      let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
        UInt8.random(in: 0...limit, using: &random)
      }
      do throws(LayoutError) {
        try Self.reading(bytes) { (reader) throws(LayoutError) in
          try Self.readers[index].1(&reader)
        }
      } catch {
        #expect(error.code == "wire" || error.code == .answerTooLarge)
      }
    }
  }

  @Test("a message that is cut short at any byte is refused")
  func truncated() throws {
    let plugin = try Self.plugin()
    let bytes = try #require(Self.bytes { $0.write(plugin) })
    for count in 0..<bytes.count {
      #expect(throws: LayoutError.self) {
        try Self.reading(Array(bytes[..<count])) { (reader) throws(LayoutError) in
          try reader.readPlugin()
        }
      }
    }
    #expect(throws: LayoutError.self, "and so is one with an extra byte") {
      try Self.reading(bytes + [0]) { (reader) throws(LayoutError) in try reader.readPlugin() }
    }
  }

  @Test("one flipped bit anywhere is refused, or read as another value inside the bounds")
  func flipped() throws {
    let (request, news) = Self.frame
    let bytes = try #require(Self.bytes { $0.write(request, news: news) })
    for place in bytes.indices {
      for bit in 0..<8 {
        var spoiled = bytes
        spoiled[place] ^= 1 << bit
        let back = try? Self.reading(spoiled) { (reader) throws(LayoutError) in
          try reader.readFrame(epoch: 7, itemCounts: UnsafeRawBufferPointer(start: nil, count: 0))
        }
        if let back { #expect(back.request.elements.count <= bytes.count / 12) }
      }
    }
  }

  @Test("a writer stays inside its memory at every length")
  func room() throws {
    let plugin = try Self.plugin()
    let bytes = try #require(Self.bytes { $0.write(plugin) })
    for room in stride(from: 0, to: bytes.count, by: 7) {
      #expect(Self.bytes(room: room) { $0.write(plugin) } == nil)
    }
    #expect(Self.bytes(room: bytes.count) { $0.write(plugin) } == bytes)
  }

  @Test("headers of another version or kind, or that do not fit, are named")
  func header() throws {
    let room = 1 << 20
    func refusal(_ change: (inout WireHeader) -> Void) -> String? {
      var header = WireHeader(.done, sequence: 1, epoch: 1, headLength: 10, bulkLength: 20)
      change(&header)
      do throws(LayoutError) { _ = try header.checkedKind(room: room) } catch {
        return error.message
      }
      return nil
    }
    #expect(refusal { _ in } == nil)
    #expect(refusal { $0.magic ^= 1 }?.contains("mark") == true)
    #expect(refusal { $0.version += 1 }?.contains("different builds") == true)
    #expect(refusal { $0.kind = 999 }?.contains("999") == true)
    #expect(refusal { $0.reserved = 1 } != nil)
    #expect(refusal { $0.headLength = .max } != nil)
    #expect(refusal { $0.headLength = UInt32(room) } != nil)
    #expect(refusal { $0.bulkLength = UInt64(room) } != nil)
    #expect(refusal { $0.bulkLength = .max } != nil)
    #expect(refusal { $0.bulkLength = UInt64(room - 128) } == nil)
    #expect(refusal { $0.bulkLength = UInt64(room - 127) } != nil)
  }
}
