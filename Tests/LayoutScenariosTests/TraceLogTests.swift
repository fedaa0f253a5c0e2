// SPDX-License-Identifier: Apache-2.0
//
// Checks that a trace without a reader does not grow for ever.

import LayoutTesting
import Testing

@testable import LayoutScenarios

@Suite("Trace")
struct TraceLogTests {
  @Test("keeps the last calls in order and counts the earlier ones")
  func ring() {
    let trace = TraceLog()
    for number in 0..<TraceLog.limit + 3 { trace.note("\(number)") }
    let (calls, droppedCount) = trace.take()
    #expect(calls.count == TraceLog.limit && droppedCount == 3)
    #expect(calls.first == "3" && calls.last == "\(TraceLog.limit + 2)")
    #expect(calls == (3..<TraceLog.limit + 3).map { "\($0)" })
    trace.note("again")
    let again = trace.take()
    #expect(again.calls == ["again"] && again.droppedCount == 0)
    #expect(trace.take().calls.isEmpty)
  }

  @Test("makes no text of a call while none is kept")
  func off() {
    let trace = TraceLog()
    trace.note("before")
    trace.keepsCalls = false
    var madeCount = 0
    func text() -> String {
      madeCount += 1
      return "call"
    }
    trace.note(text())
    #expect(madeCount == 0 && trace.take().calls.isEmpty)
    trace.keepsCalls = true
    trace.note(text())
    #expect(madeCount == 1 && trace.take().calls == ["call"])
  }

  @Test("allocates nothing for a call once it is full")
  func flat() {
    let trace = TraceLog()
    for _ in 0..<TraceLog.limit { trace.note("layout attributes_in_rect") }
    let count = countAllocations {
      for _ in 0..<TraceLog.limit { trace.note("layout attributes_in_rect") }
    }
    #expect(count == 0)
  }
}
