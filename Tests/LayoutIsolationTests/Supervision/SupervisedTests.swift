// SPDX-License-Identifier: Apache-2.0
//
// A layout that is restarted automatically after any end.

import Glibc
import LayoutABI
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("A supervised layout")
struct SupervisedTests {
  /// A clock that tests set.
  final class Clock {
    var time = 0.0
  }

  /// A supervised fake layout that has shown a frame.
  private func start(
    _ clock: Clock = Clock(), deadlines: Deadlines? = nil,
    onStrike: @escaping (LayoutError) -> Int = { _ in 0 },
    onQuarantine: @escaping (LayoutError) -> Void = { _ in }
  ) throws -> (SupervisedConnection, AnswerBuffer) {
    var options = WorkerOptions.confined
    options.deadlines = deadlines
    let file = PluginFile(judging: try FakeLayout.path())
    let connection = SupervisedConnection(
      try WorkerConnection(file: file, layout: "fake", options: options),
      now: { clock.time }, onStrike: onStrike, onQuarantine: onQuarantine)
    try SameAnswersTests.bind(connection)
    let buffer = AnswerBuffer()
    try show(connection, buffer)
    return (connection, buffer)
  }

  private func show(
    _ connection: any LayoutConnection, _ buffer: AnswerBuffer, marks: UInt32 = 0
  ) throws(LayoutError) {
    _ = try connection.frame(.at(0, marks: marks), shape: SameAnswersTests.shape, into: buffer)
  }

  /// Makes the layout do `behaviour` in the next `prepare`, which the next frame causes.
  private func strike(
    _ connection: SupervisedConnection, _ buffer: AnswerBuffer,
    _ behaviour: FakeLayout.Behaviour
  ) throws -> LayoutError {
    try connection.setProperty(
      at: FakeLayout.callProperty, to: FakeLayout.Call.prepare.value)
    try connection.setProperty(at: FakeLayout.behaviourProperty, to: behaviour.value)
    let error = #expect(throws: LayoutError.self) {
      try show(connection, buffer, marks: LAYOUT_MARK_EVERYTHING)
    }
    return try #require(error)
  }

  @Test("after a crash the next frame shows the same, from the host's own state")
  func crash() throws {
    let (connection, buffer) = try start()
    try connection.setProperty(at: FakeLayout.spacingProperty, to: .number(7))
    try show(connection, buffer, marks: LAYOUT_MARK_EVERYTHING)
    let shown = Elements(buffer)
    // A value set through the base is not part of the host's state, so it does not come back.
    _ = try connection.base.call(action: 0, arguments: [.number(1), .number(2)])
    kill(connection.processID, SIGKILL)
    #expect(throws: LayoutError.self) { try show(connection, buffer) }
    #expect(connection.supervision.strikes.isEmpty, "it was killed from outside")
    try show(connection, buffer)
    #expect(Elements(buffer) == shown)
    #expect(try connection.property(at: FakeLayout.spacingProperty) == .number(7))
  }

  @Test("the third crash in ten minutes is the last, and its error is reported once")
  func quarantine() throws {
    let clock = Clock()
    var told: [LayoutError] = []
    let (connection, buffer) = try start(clock, onQuarantine: { told.append($0) })
    var errors: [LayoutError] = []
    errors.append(try strike(connection, buffer, .trap))
    // The mistake is part of the host's state, so each restart crashes again.
    for _ in 0..<2 {
      clock.time += 10
      let error = #expect(throws: LayoutError.self) { try show(connection, buffer) }
      errors.append(try #require(error))
    }
    #expect(errors.map(\.code) == ["worker-died", "worker-died", "quarantined"])
    #expect(errors[2].message.contains("SIGILL"))
    #expect(errors.allSatisfy { $0.plugin == "test.fake" && $0.call == "prepare" })
    #expect(told.map(\.code) == ["worker-died"])
    clock.time += 100
    #expect(throws: errors[2]) { try show(connection, buffer) }
    #expect(throws: errors[2]) { try connection.property(at: 0) }
    #expect(throws: errors[2]) { try connection.restart() }
  }

  @Test("a strike of the same hash elsewhere counts")
  func strikesElsewhere() throws {
    var count = 1
    let (connection, buffer) = try start(onStrike: { _ in
      count += 1
      return count
    })
    let first = try strike(connection, buffer, .trap)
    #expect(first.code == "worker-died" && first.message.contains("started again by itself"))
    #expect(connection.supervision.state == .waiting(until: 0.1), "two strikes are on record")
    try? connection.restart()
    let last = #expect(throws: LayoutError.self) { try show(connection, buffer) }
    #expect(last?.code == "quarantined")
    #expect(connection.supervision.strikes.count == 2)
  }

  @Test("a crash in a restart by the app is a strike")
  func restart() throws {
    let scratch = try TemporaryDirectory()
    let traps = "if (access(\"\(scratch.path)/traps\", 0) == 0) __builtin_trap()"
    let path = try FakeLayout.path(
      flags: ["-include", "unistd.h", "-DINSTANCE_MUTATION=\(traps)"])
    let connection = SupervisedConnection(
      try WorkerConnection(file: PluginFile(judging: path), layout: "fake"))
    _ = try scratch.write([], to: "traps")
    for count in 1...2 {
      let error = #expect(throws: LayoutError.self) { try connection.restart() }
      #expect(error?.code == "worker-died" && error?.call == "create")
      #expect(connection.supervision.strikes.count == count)
    }
    let last = #expect(throws: LayoutError.self) { try connection.restart() }
    #expect(last?.code == "quarantined")
  }

  /// Starts workers, unless it is told to fail.
  private final class Orders: @unchecked Sendable {
    // Sendable because one thread uses it.
    var fail = false

    /// Returns options whose workers are started by these orders.
    func options() -> WorkerOptions {
      let plain = WorkerOptions.confined
      var options = plain
      options.order = { [self] (areas, images) throws(LayoutError) -> any WorkerOrder in
        if fail { return FailedOrder() }
        return try Supervisor.shared().start(
          plain.locate(), arguments: plain.arguments.list, areas: areas, images: images,
          limits: plain.watchLimits, isConfined: plain.isSandboxed)
      }
      return options
    }
  }

  /// An order that gives no process.
  private final class FailedOrder: WorkerOrder {
    private static let error = LayoutError("worker-start", "there is no process")
    var process: WorkerProcess? { get throws(LayoutError) { throw Self.error } }
    func wait() throws(LayoutError) -> WorkerProcess { throw Self.error }
    func cancel() {}
  }

  @Test("after a restart that failed without a plugin, a crash of the worker that runs is a strike")
  func failedRestart() throws {
    let orders = Orders()
    let file = PluginFile(judging: try FakeLayout.path())
    let connection = SupervisedConnection(
      try WorkerConnection(file: file, layout: "fake", options: orders.options()))
    try SameAnswersTests.bind(connection)
    let buffer = AnswerBuffer()
    try show(connection, buffer)
    let process = connection.processID
    orders.fail = true
    let failure = #expect(throws: LayoutError.self) { try connection.restart() }
    #expect(failure?.code == "worker-start" && connection.supervision.state == .running)
    #expect(connection.processID == process)
    orders.fail = false
    #expect(try strike(connection, buffer, .trap).code == "worker-died")
    #expect(connection.supervision.strikes.count == 1)
  }

  @Test("a frame that is not polled any more ends the worker, without a strike")
  func abandoned() throws {
    let (connection, buffer) = try start()
    let request = FrameRequest.at(0, marks: LAYOUT_MARK_EVERYTHING)
    _ = try connection.startFrame(request, shape: SameAnswersTests.shape, into: buffer)
    let error = #expect(throws: LayoutError.self) { try connection.property(at: 0) }
    #expect(error?.code == "worker-ended")
    #expect(error?.message.contains("started again by itself") == true)
    try show(connection, buffer)
    #expect(connection.supervision.strikes.isEmpty)
  }

  @Test("a frame that a restart overtakes does not end the new worker")
  func overtaken() throws {
    let (connection, buffer) = try start()
    let request = FrameRequest.at(0, marks: LAYOUT_MARK_EVERYTHING)
    let shape = SameAnswersTests.shape
    let frame = try connection.startFrame(request, shape: shape, into: AnswerBuffer())
    try connection.restart()
    let process = connection.processID
    let error = #expect(throws: LayoutError.self) { try frame.poll(.untilDone, epoch: shape.epoch) }
    #expect(error?.code == "worker-ended" && connection.supervision.state == .running)
    try show(connection, buffer)
    #expect(connection.processID == process && connection.supervision.strikes.isEmpty)
  }

  @Test("a restart is delayed")
  func waits() throws {
    let clock = Clock()
    let (connection, buffer) = try start(clock)
    for _ in 0..<3 {
      kill(connection.processID, SIGKILL)
      #expect(throws: LayoutError.self) { try show(connection, buffer) }
      // Two restarts follow at once and die before they show a frame.
      if connection.supervision.state == .waiting(until: clock.time) {
        try? connection.restart()
      }
    }
    let dead = connection.processID
    #expect(connection.supervision.state == .waiting(until: 0.1))
    #expect(throws: LayoutError.self) { try show(connection, buffer) }
    #expect(connection.processID == dead)
    clock.time = 0.1
    try show(connection, buffer)
    #expect(connection.processID != dead)
  }

  @Test("a frame that sleeps beyond its soft limit is late, and its worker continues")
  func late() throws {
    let nap = "{ if (why->marks == LAYOUT_MARK_DECORATIONS) usleep(600000); }"
    var deadlines = Deadlines()
    deadlines.prepare = .init(soft: 0.1, hard: 30)
    deadlines.rectangle = .init(soft: 0.1, hard: 30)
    var options = WorkerOptions(deadlines: nil)
    options.deadlines = deadlines
    let path = try FakeLayout.path(flags: ["-include", "unistd.h", "-DIN_PREPARE=\(nap)"])
    let connection = SupervisedConnection(
      try WorkerConnection(file: PluginFile(judging: path), layout: "fake", options: options))
    let buffer = AnswerBuffer()
    func shown() throws -> LayoutError? {
      // A machine without a free processor makes frames late, which are then requested again.
      for _ in 0..<100 {
        do {
          try show(connection, buffer)
          return nil
        } catch {
          guard error.code == "worker-late" else { throw error }
        }
      }
      return LayoutError("never", "it never came")
    }
    #expect(try shown() == nil)
    let (process, elements) = (connection.processID, Elements(buffer))
    let error = #expect(throws: LayoutError.self) {
      try show(connection, AnswerBuffer(), marks: LAYOUT_MARK_DECORATIONS)
    }
    #expect(error?.code == "worker-late")
    #expect(error?.call == "prepare")
    #expect(connection.supervision.strikes.count == 1)
    #expect(try shown() == nil)
    #expect(connection.processID == process && Elements(buffer) == elements)
  }

  @Test("a frame beyond its hard limit ends its worker, and the next frame has another")
  func hung() throws {
    var deadlines = Deadlines()
    deadlines.prepare = .init(soft: 60, hard: 1)
    deadlines.rectangle = .init(soft: 60, hard: 1)
    let (connection, buffer) = try start(deadlines: deadlines)
    let process = connection.processID
    // A stopped worker neither runs nor waits for a processor.
    kill(process, SIGSTOP)
    let error = #expect(throws: LayoutError.self) {
      try show(connection, buffer, marks: LAYOUT_MARK_EVERYTHING)
    }
    #expect(error?.code == "worker-hung")
    #expect(connection.supervision.strikes.count == 1)
    try show(connection, buffer)
    #expect(connection.processID != process)
  }

  @Test("after kill -9 at each of 200 instants the session continues with the same frame")
  func killedAnytime() throws {
    let file = PluginFile(judging: try bundledPlugin("FlowPlugin"), trust: .bundled)
    var options = WorkerOptions.confined
    options.deadlines = Deadlines()
    options.deadlines?.rectangle = .init(soft: 20, hard: 60)
    options.deadlines?.prepare = .init(soft: 20, hard: 60)
    let worker = try WorkerConnection(file: file, layout: "flow", options: options)
    let connection = SupervisedConnection(worker)
    let view = CollectionView(
      viewportSize: Size(width: 320, height: 480), layout: CollectionLayout(connection))
    let data = HostileSession.Shelf()
    view.dataSource = data
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    try view.layoutIfNeeded()
    let seed: UInt64 = 20
    var random = SeededGenerator(seed: seed)
    var deaths = 0
    for round in 0..<200 {
      let killed = connection.processID
      Killer.kill(killed, afterMicroseconds: .random(in: 0...2_000, using: &random))
      var isBack = false
      var attempts = 0
      while !isBack {
        attempts += 1
        let offset = Point(x: 0, y: Double.random(in: 0...2_000, using: &random).rounded())
        let before = view.visibleElements.map(\.attributes)
        do throws(LayoutError) {
          try view.setContentOffset(offset)
          // The view may have met the end during prefetching, which it does not report.
          isBack = connection.processID != killed
        } catch {
          #expect(error.code == "worker-died", "seed \(seed), round \(round): \(error)")
          #expect(view.visibleElements.map(\.attributes) == before)
        }
        try #require(attempts < 100_000, "seed \(seed), round \(round)")
      }
      deaths += 1
      #expect(!view.visibleElements.isEmpty)
    }
    #expect(deaths == 200)
    #expect(connection.supervision.strikes.isEmpty)
  }
}
