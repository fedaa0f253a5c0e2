// SPDX-License-Identifier: Apache-2.0
//
// Waiting events: their number, and the dropped ones.

import LayoutModel
import LayoutRuntime
import Testing

@Suite("Waiting events")
struct EventQueueTests {
  private static let byteLimit = AnswerLimits().eventBytes

  /// Returns an event of this many bytes, with distinct first letters.
  private static func event(_ number: Int, bytes: Int) -> LayoutEvent {
    let name = "\(number)"
    let filling = String(repeating: "x", count: bytes - 64 - 48 - name.utf8.count)
    return LayoutEvent(name: name, arguments: [.text(filling)])
  }

  private func names(_ queue: inout EventQueue) -> [String] { queue.take().map(\.name) }

  @Test("come back in order, once")
  func order() {
    var queue = EventQueue()
    let told = (0..<3).filter { queue.append(Self.event($0, bytes: 200)) }
    #expect(told.isEmpty)
    let all = names(&queue)
    #expect(all == ["0", "1", "2"])
    let rest = names(&queue)
    #expect(rest.isEmpty)
  }

  @Test("are the last ones that fit, and only the first dropped one is reported")
  func bound() {
    var queue = EventQueue()
    let size = Self.byteLimit / 64
    let told = (0..<1000).filter { queue.append(Self.event($0, bytes: size)) }
    #expect(told == [64])
    #expect(queue.isDropping)
    let kept = names(&queue)
    #expect(kept == (936..<1000).map { "\($0)" })
    #expect(!queue.isDropping)
    let again = (0..<70).filter { queue.append(Self.event($0, bytes: size)) }
    #expect(again == [64], "and again after they were read")
  }

  @Test("a long event replaces many short ones")
  func long() {
    var queue = EventQueue()
    for number in 0..<64 { _ = queue.append(Self.event(number, bytes: Self.byteLimit / 64)) }
    let isFirst = queue.append(Self.event(64, bytes: Self.byteLimit / 2))
    #expect(isFirst)
    let kept = names(&queue)
    #expect(kept == (32...64).map { "\($0)" })
  }

  @Test("count at least their memory, by type of argument")
  func size() {
    let arguments: [LayoutValue] = [.text("ä"), .array([1, 2, 3]), .index(7), .none]
    #expect(LayoutEvent(name: "moved", arguments: arguments).byteCount == 64 + 5 + 4 * 48 + 2 + 24)
  }
}
