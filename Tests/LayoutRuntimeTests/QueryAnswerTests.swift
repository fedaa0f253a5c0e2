// SPDX-License-Identifier: Apache-2.0
//
// The answers that a layout gets: one value, many, further arguments, none.

import Foundation
import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@Suite("Answers to queries")
struct QueryAnswerTests {
  private static let mark = Size(width: -7, height: -7)

  @Test("C79: a closure for one path answers single and bulk queries")
  func perItem() throws {
    let bench = QueryBench()
    #expect(bench.functions == nil)
    try bench.table.bind("ask") { path in
      path.item == 3 ? nil : Size(width: Double(path.section), height: Double(path.item))
    }
    #expect(bench.askOne(2, 4, Self.mark) == (LAYOUT_OK, Size(width: 2, height: 4)))
    #expect(bench.askOne(0, 3, Self.mark) == (LAYOUT_UNANSWERED, Self.mark))
    let many = bench.askMany(0, 2, 3, Self.mark)
    #expect(many.status == LAYOUT_OK)
    #expect(many.how == LAYOUT_ANSWERED_ALL)
    #expect(many.values[0] == Size(width: 0, height: 2))
    #expect(many.values[1].width.isNaN)
    #expect(many.values[2] == Size(width: 0, height: 4))
  }

  @Test("unanswered items before the first answer are NaN, and no answer leaves the room unchanged")
  func unansweredFirst() throws {
    let bench = QueryBench()
    try bench.table.bind("ask") { path in path.item < 8 ? nil : Size(width: 1, height: 1) }
    #expect(
      bench.askMany(0, 6, 4, Self.mark).values.map(\.width.isNaN) == [true, true, false, false])
    let none = bench.askMany(0, 0, 8, Self.mark)
    #expect(none.how == LAYOUT_ANSWERED_NONE)
    #expect(none.values == Array(repeating: Self.mark, count: 8))
  }

  @Test("a bulk closure writes into the layout's memory and answers single queries too")
  func bulk() throws {
    let bench = QueryBench(result: .number)
    let data = (0..<10).map { $0 == 4 ? .nan : Double($0) / 2 }
    try bench.table.bind("ask") {
      (section: Int, range: Range<Int>, out: inout MutableSpan<Double>) in
      if section == 2 { return .none }
      for (place, index) in range.enumerated() { out[place] = data[index] }
      return .all
    }
    #expect(bench.askMany(0, 1, 3, 0.0).values == [0.5, 1, 1.5])
    #expect(bench.askOne(0, 9, 0.0) == (LAYOUT_OK, 4.5))
    #expect(bench.askOne(0, 4, -7.0) == (LAYOUT_UNANSWERED, -7))
    #expect(bench.askOne(2, 0, -7.0) == (LAYOUT_UNANSWERED, -7))
    #expect(bench.askMany(2, 0, 5, 0.0).how == LAYOUT_ANSWERED_NONE)
  }

  @Test("a bulk closure that leaves a whole range unanswered leaves the layout's memory as it was")
  func unansweredUniform() throws {
    let bench = QueryBench()
    try bench.table.bind("ask") {
      (_: Int, _: Range<Int>, out: inout MutableSpan<Size>) in
      out[0] = Size(width: .nan, height: 0)
      return .uniform
    }
    let none = bench.askMany(0, 0, 8, Self.mark)
    #expect(none.how == LAYOUT_ANSWERED_NONE)
    #expect(none.values == Array(repeating: Self.mark, count: 8))
  }

  @Test("any byte of a Bool stays as it was where a bulk closure answers nothing")
  func unansweredBool() throws {
    let bench = QueryBench(result: .bool)
    try bench.table.bind("ask") {
      (section: Int, _: Range<Int>, out: inout MutableSpan<Bool>) in
      out[0] = false
      if section == 2 { return .uniform }
      return .none
    }
    // No Bool of Swift has this byte.
    let mark: UInt8 = 0xFF
    #expect(bench.askOne(0, 3, mark) == (LAYOUT_UNANSWERED, mark))
    let none = bench.askMany(0, 0, 4, mark)
    #expect(none.how == LAYOUT_ANSWERED_NONE)
    #expect(none.values == [mark, mark, mark, mark])
    #expect(bench.askOne(2, 0, mark) == (LAYOUT_OK, 0))
    let uniform = bench.askMany(2, 0, 3, mark)
    #expect(uniform.how == LAYOUT_ANSWERED_UNIFORM)
    #expect(uniform.values == [0, mark, mark])
  }

  @Test("a bulk closure may give one value for all")
  func uniform() throws {
    let bench = QueryBench(itemCounts: [100_000_000])
    var askedCount = 0
    try bench.table.bind("ask") {
      (_: Int, range: Range<Int>, out: inout MutableSpan<Size>) in
      askedCount += 1
      out[0] = Size(width: Double(range.count), height: 5)
      return .uniform
    }
    // The room for a hundred million is the layout's; it only has to hold the written values.
    var room = Size.zero
    var how: UInt32 = 0
    let functions = try #require(bench.functions)
    let status = functions.many?(functions.context, 0, 0, 100_000_000, &room, &how)
    #expect(status == LAYOUT_OK)
    #expect(how == LAYOUT_ANSWERED_UNIFORM)
    #expect(room == Size(width: 1e8, height: 5))
    #expect(askedCount == 1)
  }

  @Test("C80, C81: a query of section scope is called for a section, or for a range of sections")
  func sectionScope() throws {
    let bench = QueryBench(scope: .section, result: .number)
    try bench.table.bind("ask") { path in
      path.item == 0 ? Double(path.section) * 10 : nil
    }
    #expect(bench.askOne(2, 0, 0.0) == (LAYOUT_OK, 20))
    #expect(bench.askOne(2, 1, 0.0).0 == LAYOUT_ERROR_ARGUMENT)
    #expect(bench.askMany(0, 0, 3, 0.0).values == [0, 10, 20])
    #expect(bench.askMany(0, 1, 3, 0.0).status == LAYOUT_ERROR_ARGUMENT)
  }

  @Test("further arguments of every kind arrive through the function that libffi built")
  func arguments() throws {
    let bench = QueryBench(
      result: .insets, arguments: [.number, .bool, .integer, .size, .insets, .index, .point])
    try bench.table.bind("ask") {
      (path: ItemPath, a: Double, b: Bool, c: Int, d: Size, e: Insets, f: UInt32, g: Point)
        -> Insets? in
      guard b else { return nil }
      return Insets(
        top: Double(path.item) + a, left: Double(c) + d.width, bottom: e.right + g.y,
        right: Double(f))
    }
    typealias One =
      @convention(c) (
        UnsafeMutableRawPointer?, UInt32, UInt32, Double, UInt8, Int64, layout_size, layout_insets,
        UInt32, layout_point, UnsafeMutablePointer<layout_insets>?
      ) -> layout_status
    let one = try #require(bench.one(as: One.self))
    let own = bench.functions?.context
    var out = Insets.zero
    let insets = Insets(top: 1, left: 2, bottom: 3, right: 4)
    let size = Size(width: 0.25, height: 8)
    #expect(one(own, 0, 7, 0.5, 1, -3, size, insets, 9, Point(x: 1, y: 6), &out) == LAYOUT_OK)
    #expect(out == Insets(top: 7.5, left: -2.75, bottom: 10, right: 9))
    let unanswered = one(own, 0, 7, 0.5, 0, -3, size, insets, 9, Point(x: 1, y: 6), &out)
    #expect(unanswered == LAYOUT_UNANSWERED)
    #expect(bench.functions?.many == nil)
  }

  @Test("text and arrays arrive as values in a dynamic closure")
  func dynamicArguments() throws {
    let bench = QueryBench(result: .number, arguments: [.text, .array])
    try bench.table.bind(
      "ask",
      dynamic: { path, arguments in
        guard case .text(let text) = arguments[0], case .array(let numbers) = arguments[1] else {
          return nil
        }
        let sum = numbers.reduce(0, +)
        return .number(sum + Double(text.count + path.section))
      })
    typealias One =
      @convention(c) (
        UnsafeMutableRawPointer?, UInt32, UInt32, layout_text, layout_array,
        UnsafeMutablePointer<Double>?
      ) -> layout_status
    let one = try #require(bench.one(as: One.self))
    let lent = LentValues([.text("Fäke"), .array([1, 2.5])])
    var out = 0.0
    let values = lent.base
    let text = try #require(values?[0].as.text)
    let array = try #require(values?[1].as.array)
    #expect(one(bench.functions?.context, 2, 0, text, array, &out) == LAYOUT_OK)
    // Two numbers, four characters, section 2.
    #expect(out == 9.5)
  }

  @Test("a dynamic closure answers single and bulk queries, and its type is checked")
  func dynamic() throws {
    let bench = QueryBench(result: .integer)
    try bench.table.bind(
      "ask", dynamic: { path, _ in path.section == 0 ? .integer(Int64(path.item)) : .number(1) })
    #expect(bench.askOne(0, 6, Int64(0)) == (LAYOUT_OK, 6))
    #expect(bench.askMany(0, 3, 2, Int64(0)).values == [3, 4])
    #expect(bench.askOne(2, 1, Int64(0)).0 == LAYOUT_ERROR_QUERY)
    #expect(
      bench.table.takeError(call: "prepare")?.message
        == "the app's answer to ask at 2.1 failed: a i64 is wanted, not a f64")
  }

  @Test("whole numbers have no NaN: a range is answered completely, not at all, or fails")
  func partialIntegers() throws {
    let bench = QueryBench(result: .enumeration)
    try bench.table.bind("ask") { path in path.item == 2 ? nil : path.item }
    #expect(bench.askMany(0, 0, 2, 9).values == [0, 1])
    #expect(bench.askMany(0, 2, 1, 9).how == LAYOUT_ANSWERED_NONE)
    #expect(bench.askMany(0, 1, 3, 9).status == LAYOUT_ERROR_QUERY)
    #expect(bench.table.takeError(call: "prepare")?.message.contains("answered whole") == true)
  }

  @Test("NaN means unanswered, from any closure")
  func nan() throws {
    let bench = QueryBench(result: .number)
    try bench.table.bind("ask") { _ in Double.nan }
    #expect(bench.askOne(0, 0, 0.0).0 == LAYOUT_UNANSWERED)
    #expect(bench.askMany(0, 0, 3, 0.0).how == LAYOUT_ANSWERED_NONE)
  }

  @Test(
    "an invalid answer fails the query and names its path",
    arguments: [
      Size(width: -5, height: 3), Size(width: 5, height: -0.5), Size(width: 5, height: .nan),
      Size(width: .infinity, height: 3), Size(width: 5, height: -.infinity),
    ])
  func forbidden(_ size: Size) throws {
    let bench = QueryBench()
    func expectFailure(at path: String, _ status: layout_status?) {
      #expect(status == LAYOUT_ERROR_QUERY)
      let message = bench.table.takeError(call: "prepare")?.message ?? ""
      #expect(message.hasPrefix("the app's answer to ask at \(path) failed: \(size) is not"))
      #expect(message.hasSuffix("is not allowed: numbers are finite, sizes zero or more"))
    }
    try bench.table.bind("ask") { path in path.item == 3 ? size : Size(width: 1, height: 1) }
    expectFailure(at: "0.3", bench.askOne(0, 3, Self.mark).0)
    expectFailure(at: "0.3", bench.askMany(0, 1, 5, Self.mark).status)
    #expect(bench.askMany(0, 4, 5, Self.mark).status == LAYOUT_OK)

    try bench.table.bind("ask", dynamic: { _, _ in .size(size) })
    expectFailure(at: "2.0", bench.askMany(2, 0, 5, Self.mark).status)

    try bench.table.bind("ask") {
      (_: Int, range: Range<Int>, out: inout MutableSpan<Size>) in
      for (offset, item) in range.enumerated() {
        out[offset] = item == 4 ? size : Size(width: 1, height: 1)
      }
      return .all
    }
    expectFailure(at: "0.4", bench.askOne(0, 4, Self.mark).0)
    expectFailure(at: "2.4", bench.askMany(2, 1, 4, Self.mark).status)

    try bench.table.bind("ask") {
      (_: Int, _: Range<Int>, out: inout MutableSpan<Size>) in
      out[0] = size
      return .uniform
    }
    expectFailure(at: "0.2", bench.askMany(0, 2, 4, Self.mark).status)
  }

  @Test("a uniform NaN is not an answer")
  func uniformNaN() throws {
    let bench = QueryBench(result: .number)
    try bench.table.bind("ask") {
      (_: Int, _: Range<Int>, out: inout MutableSpan<Double>) in
      out[0] = .nan
      return .uniform
    }
    #expect(bench.askMany(0, 0, 5, 0.0).how == LAYOUT_ANSWERED_NONE)
    #expect(bench.askOne(0, 0, 0.0).0 == LAYOUT_UNANSWERED)
  }

  @Test("a path or range outside the data never reaches the app")
  func outside() throws {
    let bench = QueryBench()
    try bench.table.bind("ask") { path in
      Issue.record("asked for \(path)")
      return Size?.none
    }
    for (section, item) in [(3, 0), (0, 10), (1, 0), (0, .max)] as [(UInt32, UInt32)] {
      #expect(bench.askOne(section, item, Self.mark).0 == LAYOUT_ERROR_ARGUMENT)
    }
    #expect(bench.askMany(3, 0, 1, Self.mark).status == LAYOUT_ERROR_ARGUMENT)
    #expect(bench.askMany(0, 5, 6, Self.mark).status == LAYOUT_ERROR_ARGUMENT)
    #expect(bench.askMany(1, 0, 0, Self.mark).how == LAYOUT_ANSWERED_NONE)
    let functions = try #require(bench.functions)
    var how: UInt32 = 0
    #expect(functions.many?(functions.context, 0, 0, 1, nil, &how) == LAYOUT_ERROR_ARGUMENT)
  }

  @Test("outside of a call, and on another thread, a query is refused")
  func outsideCall() throws {
    let bench = QueryBench()
    try bench.table.bind("ask") { _ in Size(width: 1, height: 1) }
    let functions = try #require(bench.functions)
    nonisolated(unsafe) let elsewhere = functions
    nonisolated(unsafe) var status = LAYOUT_OK
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var room = Size.zero
      var how: UInt32 = 0
      status = elsewhere.many?(elsewhere.context, 0, 0, 1, &room, &how) ?? LAYOUT_OK
      done.signal()
    }
    done.wait()
    #expect(status == LAYOUT_ERROR_CONTEXT)

    bench.context.leave()
    #expect(bench.askOne(0, 0, Self.mark).0 == LAYOUT_ERROR_FAILED)
    var room = Size.zero
    var how: UInt32 = 0
    #expect(functions.many?(functions.context, 0, 0, 1, &room, &how) == LAYOUT_ERROR_CONTEXT)
    #expect(bench.functions == nil)
  }

  @Test("functions stay valid after an unbind until the next prepare and answer nothing")
  func unbound() throws {
    let bench = QueryBench()
    try bench.table.bind("ask") { _ in Size(width: 1, height: 1) }
    let functions = try #require(bench.functions)
    try bench.table.unbind("ask")
    #expect(bench.functions == nil)
    var room = Self.mark
    var how: UInt32 = 9
    #expect(functions.many?(functions.context, 0, 0, 1, &room, &how) == LAYOUT_OK)
    #expect(how == LAYOUT_ANSWERED_NONE)
    #expect(room == Self.mark)
  }
}
