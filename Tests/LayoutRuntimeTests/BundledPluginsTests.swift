// SPDX-License-Identifier: Apache-2.0
//
// The bundled layouts in this process: calls and allocations of their frames.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("Bundled plugins in process")
struct BundledPluginsTests {
  /// A bundled layout, and the calls of its scrolling frame.
  struct Bundled: Sendable, CustomTestStringConvertible {
    let plugin: String
    let layout: String
    let scrollCalls: Int
    var testDescription: String { layout }
  }

  static let all = [
    Bundled(plugin: "FlowPlugin", layout: "flow", scrollCalls: 2),
    Bundled(plugin: "MosaicPlugin", layout: "mosaic", scrollCalls: 2),
    Bundled(plugin: "WaterfallPlugin", layout: "waterfall", scrollCalls: 2),
    Bundled(plugin: "SpringPlugin", layout: "spring", scrollCalls: 3),
  ]

  @Test(
    "a still frame is one call, a scrolling one two, and one more with dynamics",
    arguments: all)
  func calls(_ bundled: Bundled) throws {
    let session = try Session(bundled)
    #expect(try session.frame().didPrepare)
    #expect(session.buffer.count > 10)
    _ = try session.settle()
    #expect(try session.frame().callCount == 1)
    session.scroll()
    let outcome = try session.frame()
    #expect(outcome.callCount == bundled.scrollCalls)
    #expect(!outcome.didPrepare)
  }

  @Test("C154: a warm scrolling frame allocates nothing, host and plugin together", arguments: all)
  func allocations(_ bundled: Bundled) throws {
    let session = try Session(bundled)
    for _ in 0..<300 {
      session.scroll()
      try session.frame()
    }
    let count = try countAllocations { () throws(LayoutError) in
      for _ in 0..<300 {
        session.scroll()
        try session.frame()
      }
    }
    #expect(count == 0)
    #expect(session.buffer.count > 10)
  }

  @Test("the elements of a frame are those that intersect its rectangle, ascending", arguments: all)
  func elements(_ bundled: Bundled) throws {
    let session = try Session(bundled)
    try session.frame()
    let whole = AnswerBuffer()
    let all = Rect(x: -1e6, y: -1e6, width: 2e6, height: 4e6)
    try session.connection.attributes(in: all, into: whole)
    #expect(whole.count >= 2000)
    for step in 0..<40 {
      session.place(at: Double(step) * 37)
      try session.frame()
      _ = try session.settle()
      try session.connection.attributes(in: all, into: whole)
      let expected = whole.records.filter { $0.frame.intersects(session.bounds) }.map(\.key)
      #expect(session.buffer.records.map(\.key) == expected)
      #expect(expected == expected.sorted())
    }
  }

  /// A connection to a bundled layout with two thousand items and a viewport that moves.
  private final class Session {
    let connection: InProcessConnection
    let buffer = AnswerBuffer()
    let shape = DataShape(epoch: 1, itemCounts: [1200, 0, 800])
    private(set) var bounds = Rect(x: 0, y: 0, width: 400, height: 500)
    private var lastBounds: Rect
    private var time = 0.0
    private let isHorizontal: Bool

    init(_ bundled: Bundled) throws {
      let path = try bundledPlugin(bundled.plugin)
      connection = try InProcessConnection(
        image: PluginImage.open(PluginFile(judging: path)), layout: bundled.layout,
        children: bundledChild)
      isHorizontal = bundled.layout == "mosaic"
      lastBounds = bounds
      guard connection.queries.descriptors.contains(where: { $0.name == "sizeForItem" }) else {
        return
      }
      try connection.queries.bind("sizeForItem") { path in
        Size(width: Double(20 + path.item * 7 % 31), height: Double(20 + path.item * 5 % 17))
      }
    }

    @discardableResult
    func frame() throws(LayoutError) -> FrameOutcome {
      let request = FrameRequest(time: time, oldBounds: lastBounds, bounds: bounds)
      lastBounds = bounds
      time += 1.0 / 120
      return try connection.frame(request, shape: shape, into: buffer)
    }

    /// Runs frames until nothing moves, and returns their number.
    func settle() throws -> Int {
      for count in 0..<2000 where try !frame().isMoving { return count }
      Issue.record("the layout does not come to rest")
      return 2000
    }

    func scroll() { place(at: (isHorizontal ? bounds.x : bounds.y) + 3) }

    func place(at offset: Double) {
      if isHorizontal { bounds.x = offset } else { bounds.y = offset }
    }
  }
}
