// SPDX-License-Identifier: Apache-2.0
//
// The last calls to a layout, and the record of a call that does not return.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Synchronization
import Testing

@testable import LayoutIsolation

@Suite("Calls before a crash")
struct CallRingTests {
  private func note(_ number: Int) -> CallNote {
    CallNote(call: "save", epoch: UInt64(number), arguments: .count(number))
  }

  @Test("the ring has the last calls, oldest first", arguments: [0, 1, 255, 256, 257, 1000])
  func order(count: Int) {
    var ring = CallRing(values: [])
    for number in 0..<count { ring.append(note(number)) }
    #expect(ring.count == count)
    #expect(ring.calls.map(\.epoch) == (max(0, count - 256)..<count).map(UInt64.init))
    ring.restart(values: [])
    #expect(ring.calls.isEmpty)
  }

  @Test("a value set by a dropped call is still known, and later values are in the calls")
  func values() {
    var ring = CallRing(values: [nil, .bool(true), nil])
    ring.append(CallNote(call: "set_property", epoch: 0, arguments: .value(.index(1), property: 0)))
    ring.append(CallNote(call: "set_property", epoch: 0, arguments: .value(.index(2), property: 0)))
    for number in 0..<255 { ring.append(note(number)) }
    #expect(ring.earlierValues == [.index(1), .bool(true), nil])
    ring.append(note(0))
    #expect(ring.earlierValues == [.index(2), .bool(true), nil])
    ring.restart(values: [nil, nil, .index(9)])
    for number in 0..<600 { ring.append(note(number)) }
    #expect(ring.earlierValues == [nil, nil, .index(9)])
  }

  /// Receives the crash records.
  private final class Book: Sendable {
    let errors = Mutex<[LayoutError]>([])
    let calls = Mutex<[String]>([])
  }

  private func start(
    _ book: Book, flags: [String] = [], options: WorkerOptions = .confined,
    deadline: Double = 60
  ) throws -> (WorkerConnection, AnswerBuffer) {
    var options = options
    options.deadline = deadline
    options.onCrash = { record in
      book.errors.withLock { $0.append(record.error) }
      book.calls.withLock { $0 = record.instance?.calls.map(\.call) ?? ["nothing"] }
      return "/place/\(book.errors.withLock { $0.count })"
    }
    let file = PluginFile(judging: try FakeLayout.path(flags: flags))
    let worker = try WorkerConnection(file: file, layout: "fake", options: options)
    try SameAnswersTests.bind(worker)
    return (worker, AnswerBuffer())
  }

  @Test(
    "a crash, a hang and a breach are recorded once for each instance, and the error says where",
    arguments: [
      (FakeLayout.Behaviour.trap, "worker-died"), (.loops, "worker-hung"), (.nanSize, "breach"),
    ])
  func handsOn(behaviour: FakeLayout.Behaviour, code: String) throws {
    let book = Book()
    let deadline: Double = behaviour == .loops ? 3 : 60
    var (worker, buffer) = try start(book, deadline: deadline)
    for round in 1...2 {
      // A value that fails at once is not in the host's settings, since these are set again.
      if round > 1 { (worker, buffer) = try start(book, deadline: deadline) }
      _ = try worker.frame(.at(0), shape: SameAnswersTests.shape, into: buffer)
      #expect(book.errors.withLock { $0.count } == round - 1)
      try worker.setProperty(
        at: FakeLayout.callProperty, to: FakeLayout.Call.contentSize.value)
      try worker.setProperty(at: FakeLayout.behaviourProperty, to: behaviour.value)
      for _ in 0..<2 {
        let error = #expect(throws: LayoutError.self) {
          try worker.frame(
            .at(0, marks: LAYOUT_MARK_EVERYTHING), shape: SameAnswersTests.shape, into: buffer)
        }
        #expect(error?.code.rawValue == code)
        #expect(error?.call == "content_size")
        #expect(error?.message.contains("/place/\(round),") == true, "\(error?.message ?? "")")
      }
      #expect(book.errors.withLock { $0.count } == round)
      let last = book.calls.withLock { $0.suffix(4) }
      #expect(last == ["frame", "set_property", "set_property", "frame"])
    }
  }

  @Test("a layout that traps in create is recorded too, without calls")
  func create() throws {
    let book = Book()
    let error = #expect(throws: LayoutError.self) { try start(book, flags: ["-DCREATE_TRAPS"]) }
    #expect(error?.call == "create")
    #expect(error?.message.contains("/place/1,") == true)
    #expect(book.calls.withLock { $0 } == ["nothing"])
  }

  @Test("a layout that traps when a restart sets its properties is recorded")
  func properties() throws {
    let scratch = try TemporaryDirectory()
    let traps = "if (access(\"\(scratch.path)/traps\", 0) == 0) __builtin_trap()"
    let book = Book()
    // In the sandbox it could not see the file.
    let (worker, buffer) = try start(
      book, flags: ["-include", "unistd.h", "-DIN_SET=\(traps)"],
      options: WorkerOptions(deadlines: nil))
    try worker.setProperty(at: FakeLayout.spacingProperty, to: .number(2))
    _ = try worker.frame(.at(0), shape: SameAnswersTests.shape, into: buffer)
    _ = try scratch.write([], to: "traps")
    let error = #expect(throws: LayoutError.self) { try worker.restart() }
    #expect(error?.code == "worker-died" && error?.call == "set_property")
    #expect(error?.message.contains("/place/1,") == true, "\(error?.message ?? "")")
  }

  @Test("an error of the layout itself is not a crash")
  func plainError() throws {
    let book = Book()
    let (worker, buffer) = try start(book)
    try worker.setProperty(at: FakeLayout.callProperty, to: FakeLayout.Call.prepare.value)
    try worker.setProperty(at: FakeLayout.behaviourProperty, to: FakeLayout.Behaviour.error.value)
    #expect(throws: LayoutError.self) {
      try worker.frame(.at(0), shape: SameAnswersTests.shape, into: buffer)
    }
    #expect(book.errors.withLock { $0.isEmpty })
  }
}
