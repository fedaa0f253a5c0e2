// SPDX-License-Identifier: Apache-2.0
//
// The time at which a file is looked at, and the result of a look: without files and clock.

import LayoutLoading
import Testing

@Suite("Settling")
struct SettlingTests {
  private func makeQueue() -> SettlingQueue<String> {
    SettlingQueue(times: .init(settling: 50, timeLimit: 2000))
  }

  @Test("a changed file is due after a quiet period, and each change starts it again")
  func settles() {
    var queue = makeQueue()
    #expect(queue.deadline == nil)
    queue.touch("a", at: 100)
    #expect(queue.deadline == 150)
    queue.touch("a", at: 149)
    #expect(queue.deadline == 199)
    #expect(queue.take(at: 198).isEmpty)
    #expect(queue.take(at: 199).map(\.key) == ["a"])
    #expect(queue.deadline == nil && queue.take(at: 9999).isEmpty)
  }

  @Test("files wait separately, and those due together come in order")
  func waitsApart() {
    var queue = makeQueue()
    for (key, time) in [("c", 0), ("a", 10), ("b", 40), ("d", 41)] {
      queue.touch(key, at: Int64(time))
    }
    #expect(queue.deadline == 50)
    #expect(queue.take(at: 90).map(\.key) == ["a", "b", "c"])
    #expect(queue.deadline == 91)
  }

  @Test("facts about the writer that a notice lacks are unchanged")
  func remembersWriter() {
    var queue = makeQueue()
    queue.touch("a", at: 0)
    queue.touch("a", isOpen: true, at: 1)
    queue.touch("a", at: 2)
    #expect(queue.take(at: 52).map(\.isOpen) == [true])
    queue.touch("a", isOpen: true, at: 60)
    queue.touch("a", isOpen: false, at: 61)
    #expect(queue.take(at: 111).map(\.isOpen) == [false])
  }

  @Test("a half-written file gets one more look, after a longer quiet period")
  func looksAgain() throws {
    var queue = makeQueue()
    queue.touch("a", isOpen: true, at: 0)
    let first = try #require(queue.take(at: 50).first)
    #expect(!first.isLastLook)
    queue.putBack(first)
    #expect(queue.deadline == 2000)
    let last = try #require(queue.take(at: 2000).first)
    #expect(last.isLastLook && last.isOpen)
  }

  @Test("a change during the wait for the last look makes it an ordinary file again")
  func touchResets() throws {
    var queue = makeQueue()
    queue.touch("a", isOpen: true, at: 0)
    queue.putBack(try #require(queue.take(at: 50).first))
    queue.touch("a", isOpen: false, at: 300)
    #expect(queue.deadline == 350)
    #expect(queue.take(at: 350).map(\.isLastLook) == [false])
  }
}
