// SPDX-License-Identifier: Apache-2.0
//
// The app's answers through the worker: the same as in this process, in as few exchanges as pages.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("Queries through a worker")
struct QueryTests {
  struct Refusal: Error, CustomStringConvertible {
    var description: String { "no idea" }
  }

  static func tiers() throws -> Tiers {
    try Tiers(file: PluginFile(judging: fixture("Asker")), layout: "asker")
  }

  /// A frame that needs all of `counts` items, with the kind of query that the layout makes.
  @discardableResult
  static func ask(
    _ tiers: Tiers, _ counts: [UInt32], many: Bool, epoch: UInt64 = 1
  ) -> Outcome {
    tiers.agree { connection, _ in
      try connection.setProperty(at: 0, to: .integer(many ? 1 : 0))
      return 0
    }
    var request = FrameRequest.at(0, marks: LAYOUT_MARK_EVERYTHING)
    request.rect = Rect(x: -10, y: -10, width: 1e9, height: 1e9)
    return tiers.frame(request, DataShape(epoch: epoch, itemCounts: SectionCounts(counts)))
  }

  @Test("without bound queries the layout gets no functions, and no exchange is made for them")
  func unbound() throws {
    let tiers = try Self.tiers()
    Self.ask(tiers, [3, 2], many: false)
    Self.ask(tiers, [3, 2], many: true, epoch: 2)
    #expect(tiers.there.counters.pages == 0)
    #expect(tiers.there.counters.singles == 0)
  }

  @Test("single queries of every type, answered and not, with arguments", arguments: [1, 7, 5000])
  func singles(_ count: UInt32) throws {
    let tiers = try Self.tiers()
    for connection in tiers.both {
      let queries = connection.queries
      try queries.bind("sizeForItem") { path -> Size? in
        path.item % 3 == 1 ? nil : Size(width: Double(path.item), height: 1 / 3.0)
      }
      try queries.bind("weightForItem") { path -> Int64? in
        path.item % 2 == 1 ? nil : Int64.min + Int64(path.item)
      }
      try queries.bind("heightForItem") { (path, width: Double, n: UInt32, odd: Bool) -> Double? in
        odd ? nil : width * Double(n) + Double(path.item)
      }
      try queries.bind("insetForSection") { path -> Insets? in
        path.section == 1 ? nil : Insets(top: 1, left: 2, bottom: 3, right: Double(path.section))
      }
      try queries.bind("isSectionOpen") { path -> Bool? in
        path.section == 0 ? nil : path.section == 1
      }
    }
    let outcome = Self.ask(tiers, [count, 2, count], many: false)
    #expect(outcome.error == nil)
    #expect(outcome.elements.count == Int(count) * 2 + 2)
  }

  @Test("texts and lists are passed as arguments, for closures with and without them")
  func texts() throws {
    let tiers = try Self.tiers()
    for looks in [true, false] {
      for connection in tiers.both {
        try connection.queries.bind(
          "lengthOfItem",
          dynamic: { _, values -> LayoutValue? in
            guard looks else { return .number(1) }
            guard case .text(let text) = values[0], case .array(let numbers) = values[1] else {
              throw Refusal()
            }
            return .number(numbers.reduce(Double(text.utf8.count * 1000), +))
          })
      }
      let outcome = Self.ask(tiers, [50, 2], many: false, epoch: looks ? 1 : 2)
      #expect(outcome.error == nil)
      #expect(outcome.elements.count == 52)
    }
  }

  @Test(
    "bulk queries: all, none, uniform, and ranges where pages differ",
    arguments: [1, 65_536, 65_537, 131_000])
  func bulk(_ count: UInt32) throws {
    let answers: [(Int) -> Size?] = [
      { Size(width: Double($0), height: 2) }, { _ in nil }, { _ in Size(width: 9, height: 9) },
      { $0 < 65_536 ? nil : Size(width: Double($0), height: 1) },
      { $0 < 65_536 ? Size(width: 4, height: 4) : nil }, { $0 == 65_536 ? Size.zero : nil },
    ]
    let tiers = try Self.tiers()
    for (index, answer) in answers.enumerated() {
      for connection in tiers.both {
        try connection.queries.bind("sizeForItem") { answer($0.item) }
        try connection.queries.bind("weightForItem") { path -> Int64? in Int64(path.item) * 3 }
      }
      #expect(Self.ask(tiers, [count, 3], many: true, epoch: UInt64(index)).error == nil)
    }
  }

  @Test("uniform ranges stay uniform, and split where the value changes")
  func uniform() throws {
    let tiers = try Self.tiers()
    for (epoch, step) in [1_000_000, 65_536, 100_000].enumerated() {
      for connection in tiers.both {
        try connection.queries.bind(
          "sizeForItem",
          bulk: { _, range, out in
            for place in range.indices {
              out[place - range.lowerBound] = Size(width: Double(place / step), height: 1)
            }
            let isUniform = range.lowerBound / step == (range.upperBound - 1) / step
            return isUniform ? .uniform : .all
          } as (Int, Range<Int>, inout MutableSpan<Size>) throws -> QueryCoverage)
      }
      #expect(Self.ask(tiers, [131_000], many: true, epoch: UInt64(epoch)).error == nil)
    }
  }

  @Test("a type without NaN is answered completely or not at all, as in this process")
  func partial() throws {
    let tiers = try Self.tiers()
    for connection in tiers.both {
      try connection.queries.bind("weightForItem") { path -> Int64? in
        path.item < 70_000 ? 1 : nil
      }
    }
    #expect(Self.ask(tiers, [70_000], many: true).error == nil)
    #expect(Self.ask(tiers, [70_001], many: true, epoch: 2).error?.code == "query-failed")
  }

  @Test("an error of a closure is the frame's error, only if the layout queried its path")
  func failing() throws {
    let tiers = try Self.tiers()
    for connection in tiers.both {
      try connection.queries.bind("sizeForItem") { path throws -> Size? in
        if path.item == 4 { throw Refusal() }
        return Size(width: 1, height: 1)
      }
    }
    for many in [false, true] {
      let outcome = Self.ask(tiers, [9], many: many)
      #expect(outcome.error?.code == "query-failed")
      #expect(outcome.error?.message.contains("no idea") == true)
      #expect(outcome.error?.call == "prepare")
    }
    #expect(Self.ask(tiers, [4], many: false, epoch: 2).error == nil)
  }

  @Test("an answer that calls back into the layout is refused, and the frame continues")
  func reentrant() throws {
    let tiers = try Self.tiers()
    for connection in tiers.both {
      try connection.queries.bind("sizeForItem") { [unowned connection] path -> Size? in
        #expect(throws: LayoutError.self) { try connection.property(at: 0) }
        if let worker = connection as? WorkerConnection {
          let error = #expect(throws: LayoutError.self) { try worker.restart() }
          #expect(error?.code == "reentrant")
        }
        return .zero
      }
    }
    #expect(Self.ask(tiers, [2], many: true).error == nil)
  }

  @Test("a frame takes one exchange, and one more for each page")
  func exchanges() throws {
    let worker = try Self.tiers().there
    try worker.queries.bind("sizeForItem") { path -> Size? in Size(width: 1, height: 1) }
    let buffer = AnswerBuffer()
    let shape = DataShape(epoch: 1, itemCounts: [10_000])
    var before = worker.counters
    func spent() -> ExchangeCounters {
      defer { before = worker.counters }
      var spent = worker.counters
      spent.requests -= before.requests
      spent.pages -= before.pages
      spent.singles -= before.singles
      return spent
    }
    _ = try worker.frame(.at(0, marks: LAYOUT_MARK_EVERYTHING), shape: shape, into: buffer)
    var expected = ExchangeCounters()
    expected.requests = 1
    expected.pages = 3
    #expect(spent() == expected, "10,000 single questions are three pages of 4096")
    for y in 1..<100 {
      _ = try worker.frame(
        .at(Double(y), from: Double(y - 1)), shape: shape, into: buffer)
    }
    expected.requests = 99
    expected.pages = 0
    #expect(spent() == expected, "scrolling is one exchange a frame")
    try worker.setProperty(at: 0, to: .integer(1))
    _ = spent()
    _ = try worker.frame(.at(0, marks: LAYOUT_MARK_PROPERTIES), shape: shape, into: buffer)
    expected.requests = 1
    expected.pages = 1
    #expect(spent() == expected, "10,000 items are one bulk page")
    let large = DataShape(epoch: 2, itemCounts: [1_000_000])
    _ = try worker.frame(.at(0, marks: LAYOUT_MARK_COUNTS), shape: large, into: buffer)
    expected.pages = 16
    #expect(spent() == expected, "1,000,000 items are sixteen bulk pages")
  }

  @Test("a warm frame allocates nothing in the host")
  func allocations() throws {
    let tiers = try SameAnswersTests.prepared()
    let buffer = AnswerBuffer()
    var y = 0.0
    func frames(_ count: Int) throws {
      for _ in 0..<count {
        _ = try tiers.there.frame(
          .at(y + 1, from: y, time: y), shape: SameAnswersTests.shape, into: buffer)
        y += 1
      }
    }
    try frames(5)
    let allocationCount = try countAllocations { try frames(100) }
    #expect(allocationCount == 0)
    #expect(buffer.count > 10)
  }
}
