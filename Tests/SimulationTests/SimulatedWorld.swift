// SPDX-License-Identifier: Apache-2.0
//
// The world around a simulated session: a clock that goes on when it is read or waited for, workers that
// run when the host waits for them, and one fault at a time.

import CLayoutSystem
import Glibc
import LayoutModel
import LayoutTesting

@testable import LayoutIsolation

/// Time and processes of a session, on the thread that made it and on those of its workers, of which one
/// runs at a time.
final class SimulatedWorld: @unchecked Sendable {
  // Sendable because whoever runs hands over by a semaphore, and nobody else looks.

  /// What may go wrong in an exchange.
  enum Fault: String, CaseIterable {
    /// The worker ends before it reads the message.
    case diesBefore
    /// It ends with its answer, or its question, already sent.
    case diesAfter
    /// It crashes by its own fault.
    case crashes
    /// It never answers.
    case hangs
    /// It gets no processor for a while.
    case starves
    /// Bits of what it sent are others.
    case forges
    /// The word says that it sent once more.
    case doubles
    /// The clock leaps by an hour.
    case leaps
  }

  /// Nanoseconds. Always before the clock of the machine, by which a retired worker is let go of.
  private(set) var now: Int64 = 1_000_000_000
  /// False while the clock stands.
  var isRunning = true
  private(set) var processes: [SimulatedProcess] = []
  private var orderCount: Int32 = 0
  /// The next fault, and how many waits of the host it lets by.
  private var fault: (kind: Fault, after: Int)?
  /// The faults that happened.
  private(set) var struck: [Fault] = []
  /// True when host and worker waited for each other.
  private(set) var isDeadlocked = false
  private let table = UnsafeMutablePointer<layout_sys_stand_in>.allocate(capacity: 1)
  /// Of the faults.
  var dice = SeededGenerator(seed: 0)

  init() {
    table.initialize(
      to: layout_sys_stand_in(
        context: Unmanaged.passUnretained(self).toOpaque(),
        monotonic_ns: { SimulatedWorld.of($0).tick() },
        futex_wait: { SimulatedWorld.of($0).wait(for: $1, $2, $3) },
        futex_wake: { _, _, _ in 0 },
        pidfd_send_signal: { SimulatedWorld.of($0).signal($1, $2) }))
  }

  deinit { table.deallocate() }

  private static func of(_ context: UnsafeMutableRawPointer?) -> SimulatedWorld {
    guard let context else { preconditionFailure("a world without a context") }
    return Unmanaged<SimulatedWorld>.fromOpaque(context).takeUnretainedValue()
  }

  /// Runs code of the host in this world.
  func inside<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    layout_sys_set_stand_in(table)
    defer { layout_sys_set_stand_in(nil) }
    return try body()
  }

  // MARK: Time

  /// Seconds.
  var seconds: Double { Double(now) / 1e9 }

  func tick() -> Int64 {
    if isRunning { now += 100 }
    return now
  }

  func pass(seconds: Double) { now += Int64(seconds * 1e9) }

  // MARK: Workers

  /// Options of workers that live here.
  var options: WorkerOptions {
    var options = WorkerOptions(deadlines: nil)
    // Nobody kills a confined worker but the host and the system.
    options.isSandboxed = true
    options.order = { [unowned self] (areas, image) throws(LayoutError) -> any WorkerOrder in
      let process = SimulatedProcess(
        number: 1_000_000_000 + orderCount, areas: areas, image: image, in: self)
      orderCount += 1
      processes.append(process)
      process.start()
      return process
    }
    return options
  }

  /// Lets the next fault happen at one of the next waits.
  func plan(_ kind: Fault, after count: Int) { fault = (kind, count) }

  /// Takes back a fault that has not happened if it would change what a worker sends.
  func cancelForgery() {
    if let fault, [.forges, .doubles].contains(fault.kind) { self.fault = nil }
  }

  /// Takes back a fault that has not happened.
  func cancelFault() { fault = nil }

  /// Ends a worker while nothing is asked of it.
  func killOne() {
    guard let process = processes.last(where: { $0.isRunning }) else { return }
    struck.append(.diesBefore)
    process.die(.signalled(SIGKILL))
  }

  /// Ends the workers that sent what they did not say.
  ///
  /// - Returns: Whether there was any.
  func endTainted() -> Bool {
    let tainted = processes.filter(\.isTainted)
    for process in tainted { process.die(.signalled(SIGKILL)) }
    return !tainted.isEmpty
  }

  /// Lets retired workers put their layouts away, and those that died come to the end of their threads.
  func tidy() {
    for process in processes where !process.isFinished {
      if process.isDead { process.bury() } else if process.hasMessage { process.run() }
    }
    processes.removeAll { $0.isFinished }
  }

  /// Ends everything.
  func end() {
    for process in processes where !process.isFinished { process.bury() }
    processes = []
  }

  // MARK: Calls of the host

  private func signal(_ descriptor: Int32, _ signal: Int32) -> Int32 {
    guard let process = processes.first(where: { $0.number == descriptor }) else { return -ESRCH }
    process.die(.signalled(signal))
    return 0
  }

  /// The host sleeps: whoever it waits for goes on.
  private func wait(
    for word: UnsafePointer<UInt32>?, _ expected: UInt32, _ limit: Int64
  ) -> Int32 {
    guard let word, let process = processes.first(where: { $0.owns(word) }) else {
      // A thread of the product's own, which is not simulated: it places images, or collects processes.
      now += 1_000
      sched_yield()
      return 0
    }
    if let fault {
      guard fault.after == 0 else {
        self.fault = (fault.kind, fault.after - 1)
        return goOn(process, word, expected, limit)
      }
      self.fault = nil
      struck.append(fault.kind)
      return strike(fault.kind, process, word, expected, limit)
    }
    return goOn(process, word, expected, limit)
  }

  private func goOn(
    _ process: SimulatedProcess, _ word: UnsafePointer<UInt32>, _ expected: UInt32, _ limit: Int64
  ) -> Int32 {
    if process.isHung || process.isFinished { return timeOut(limit) }
    process.run()
    now += 1_000
    if word.pointee == expected, limit < 0 {
      isDeadlocked = true
      process.die(.signalled(SIGKILL))
    }
    return word.pointee == expected ? timeOut(limit) : 0
  }

  private func timeOut(_ limit: Int64) -> Int32 {
    if limit < 0 { isDeadlocked = true }
    now += max(0, limit)
    return -ETIMEDOUT
  }

  private func strike(
    _ kind: Fault, _ process: SimulatedProcess, _ word: UnsafePointer<UInt32>, _ expected: UInt32,
    _ limit: Int64
  ) -> Int32 {
    switch kind {
    case .diesBefore: process.die(.signalled(SIGKILL))
    case .diesAfter:
      process.run()
      process.die(.signalled(SIGKILL))
    case .crashes: process.die(.signalled(SIGSEGV))
    case .hangs:
      process.isHung = true
      return timeOut(limit)
    case .starves:
      now += min(max(0, limit), 2_000_000_000)
      return -ETIMEDOUT
    case .forges:
      process.run()
      process.forge(using: &dice)
    case .doubles: process.double()
    case .leaps:
      now += 3_600_000_000_000
      return goOn(process, word, expected, limit)
    }
    return 0
  }
}
