// SPDX-License-Identifier: Apache-2.0
//
// The one thread that starts workers and collects them when they end.

import CLayoutSystem
import Glibc
import LayoutLoading
import LayoutModel
import Synchronization

/// Starts and collects every worker of this process, on one thread that lives as long as the
/// process.
///
/// It has its own thread for two reasons. A worker asks the kernel to be ended with its parent
/// (`PR_SET_PDEATHSIG`), and the parent in this sense is the *thread* that started it. A worker
/// that an app's short-lived thread started would be killed in the middle of a session. Second, a
/// thread must notice a worker's end at once while the app's thread waits for an answer that will
/// not come, and must watch workers between requests (``WatchRound``).
final class Supervisor: Sendable {
  private struct Orders {
    var launches: [Launch] = []
    var retirements: [(process: WorkerProcess, deadline: Int64)] = []
  }

  private let orders = Mutex(Orders())
  /// An eventfd. A write to it wakes the thread.
  private let bell: Int32

  private static let running = Mutex<Supervisor?>(nil)

  /// Returns the supervisor, which is started at the first use.
  ///
  /// - Throws: ``LayoutError`` `worker-start` if the thread cannot be made.
  static func shared() throws(LayoutError) -> Supervisor {
    let result = running.withLock { supervisor -> Result<Supervisor, LayoutError> in
      if let supervisor { return .success(supervisor) }
      return Result { () throws(LayoutError) in
        let started = try Supervisor()
        try started.startThread()
        supervisor = started
        return started
      }
    }
    return try result.get()
  }

  private init() throws(LayoutError) {
    bell = layout_sys_eventfd()
    guard bell >= 0 else { throw .workerStart("make an eventfd", -bell) }
  }

  private func startThread() throws(LayoutError) {
    let failure = QuietThread.start("layout-workers") { self.run() }
    guard failure == 0 else { throw .workerStart("make a thread", failure) }
  }

  /// Orders a worker. The launch has its process once it runs.
  ///
  /// - Parameter images: The copy of the plugin, and those of its children, which the worker gets as open
  ///   files.
  func start(
    _ executable: String, arguments: [String], areas: AreaPair, images: [String],
    limits: WatchLimits? = nil, isConfined: Bool = false
  ) -> Launch {
    let launch = Launch(
      executable: executable, arguments: arguments, requests: areas.requestFile,
      replies: areas.replyFile, area: areas.replies, limits: limits, isConfined: isConfined,
      images: images)
    orders.withLock { $0.launches.append(launch) }
    ring()
    return launch
  }

  /// Ends a worker that was told to stop, if it has not ended within `nanoseconds`.
  func retire(_ process: WorkerProcess, within nanoseconds: Int64) {
    let now = layout_sys_monotonic_ns()
    process.account.begin(at: now)
    let deadline = now + nanoseconds
    orders.withLock { $0.retirements.append((process, deadline)) }
    ring()
  }

  /// Wakes the thread.
  func ring() {
    var one: UInt64 = 1
    _ = unsafe write(bell, &one, MemoryLayout<UInt64>.size)
  }

  /// Runs the thread: it starts ordered workers, collects those that have ended, and ends those
  /// that exceed their time or their limits.
  private func run() -> Never {
    var processes: [WorkerProcess] = []
    var retiring: [(process: WorkerProcess, deadline: Int64)] = []
    var round = WatchRound()
    while true {
      wait(for: processes, until: (retiring.map(\.deadline) + [round.deadline ?? .max]).min())
      let orders = orders.withLock { orders in
        defer { orders = Orders() }
        return orders
      }
      retiring += orders.retirements
      for launch in orders.launches {
        guard let process = launch.perform() else { continue }
        processes.append(process)
        round.add(process, at: layout_sys_monotonic_ns())
      }
      let now = layout_sys_monotonic_ns()
      for late in retiring where late.deadline <= now { late.process.kill() }
      retiring.removeAll { $0.deadline <= now || $0.process.end != nil }
      processes.removeAll(where: Self.collectIfEnded)
      round.look(at: now)
    }
  }

  /// Sleeps until there is an order, a process ends or the deadline is reached.
  private func wait(for processes: [WorkerProcess], until deadline: Int64?) {
    var watched = [pollfd(fd: bell, events: Int16(POLLIN), revents: 0)]
    watched += processes.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    var timeout: Int32 = -1
    if let deadline, deadline < .max {
      let left = max(0, deadline - layout_sys_monotonic_ns())
      timeout = Int32(clamping: (left + 999_999) / 1_000_000)
    }
    _ = unsafe poll(&watched, nfds_t(watched.count), timeout)
    var rung: UInt64 = 0
    _ = unsafe read(bell, &rung, MemoryLayout<UInt64>.size)
  }

  private static func collectIfEnded(_ process: WorkerProcess) -> Bool {
    var look = pollfd(fd: process.descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&look, 1, 0) == 1 else { return false }
    process.collect()
    return true
  }
}

extension LayoutError {
  static func workerStart(_ action: String, _ code: Int32) -> LayoutError {
    LayoutError(
      .workerStart,
      unsafe "cannot \(action) to run a plugin apart: \(String(cString: strerror(code)))")
  }
}
