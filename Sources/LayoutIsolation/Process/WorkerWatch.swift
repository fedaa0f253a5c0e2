// SPDX-License-Identifier: Apache-2.0
//
// Checks the resources that workers use between requests, at intervals, one worker at a time.

import CLayoutSystem
import Glibc
import LayoutLoading
import LayoutModel
import Synchronization

// MARK: - Rounds
//
// Checks all workers at intervals: processor time by the clock of each process, memory by the
// figures in /proc.

/// The supervisor's checks of its workers' use. A check of a worker that rests costs a microsecond,
/// of one that ran since the last check about fifty. Without workers there are no checks.
struct WatchRound {
  private var watches: [(process: WorkerProcess, watch: WorkerWatch)] = []
  private var pace = WatchPace()
  private var next: Int64 = 0
  /// The number of times that a worker was checked.
  private(set) var lookCount = 0
  /// The number of checks at which the worker had run since the last one, so that its memory was
  /// read.
  private(set) var memoryCount = 0

  /// The time of the next checks, in nanoseconds of the monotonic clock; nil if there is no worker
  /// to check.
  var deadline: Int64? { watches.isEmpty ? nil : next }

  /// Checks a worker from now on, if it has limits.
  mutating func add(_ process: WorkerProcess, at now: Int64) {
    guard let limits = process.limits, let usage = Self.usage(of: process, at: now) else { return }
    pace.started()
    // A host that starts one worker after the other must not delay the checks of those that run.
    next = watches.isEmpty ? now + pace.pause : min(next, now + pace.pause)
    watches.append((process, WorkerWatch(limits, at: usage)))
  }

  /// Checks the workers if a check is due, ends those that use too much, and removes those that
  /// have ended.
  mutating func look(at now: Int64) {
    watches.removeAll { $0.process.end != nil }
    guard !watches.isEmpty, now >= next else { return }
    var isQuiet = true
    var sizes = [Int](repeating: 0, count: watches.count)
    for index in watches.indices {
      let process = watches[index].process
      let last = watches[index].watch.last
      guard let usage = Self.usage(of: process, at: now, after: last) else { continue }
      lookCount += 1
      if usage.processor != last.processor { memoryCount += 1 }
      if let excess = watches[index].watch.look(usage) { process.kill(for: excess) }
      isQuiet = isQuiet && watches[index].watch.isQuiet
      sizes[index] = usage.memory + usage.shared
    }
    endLargest(sizes)
    pace.looked(isQuiet: isQuiet)
    next = now + pace.pause
  }

  /// Ends the largest workers while all workers together exceed their memory limit.
  private func endLargest(_ sizes: [Int]) {
    let limit = WorkerMemory.limit
    for place in WorkerMemory.excess(sizes, limit: limit) {
      watches[place].process.kill(for: .sum(bytes: sizes[place], limit: limit))
    }
  }

  /// Returns the usage of a worker; nil if it has ended or the kernel does not report it.
  ///
  /// Reading the memory takes time, so it is skipped for a process that has not run since the last
  /// check.
  ///
  /// - Parameter last: The usage at the previous check.
  static func usage(
    of process: WorkerProcess, at now: Int64, after last: WorkerWatch.Usage? = nil
  ) -> WorkerWatch.Usage? {
    let processor = layout_sys_process_time_ns(process.id)
    guard processor >= 0 else { return nil }
    var memory: (own: Int, shared: Int)? = last.map { (own: $0.memory, shared: $0.shared) }
    if processor != last?.processor { memory = self.memory(of: process.id) }
    guard let (own, shared) = memory else { return nil }
    return WorkerWatch.Usage(
      time: now, processor: processor, asked: process.account.total(at: now), memory: own,
      shared: shared)
  }

  /// Returns the bytes of memory, swapped out or not: private memory, and the areas of the
  /// exchange. Files such as libraries count in neither.
  private static func memory(of id: Int32) -> (own: Int, shared: Int)? {
    // As long as the user's list of groups makes it, so it is read to its end.
    guard let text = try? FileSystem.contents(of: "/proc/\(id)/status").bytes else { return nil }
    var kilobytes: [Substring: Int] = [:]
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" }
      if words.count == 3, let number = Int(words[1]) { kilobytes[words[0]] = number }
    }
    guard let own = kilobytes["RssAnon:"], let shared = kilobytes["RssShmem:"] else { return nil }
    return ((own + (kilobytes["VmSwap:"] ?? 0)) << 10, shared << 10)
  }
}

// MARK: - One worker
//
// The resources that a worker uses between requests. The figures are an input; another part of the
// code reads them.

/// The limits of a worker.
struct WatchLimits: Equatable, Sendable {
  /// The number of bytes of its own memory.
  var memory: Int
  /// The number of processors that it may use during a request.
  var processorCount = 1
}

/// The reason for which a worker was ended between two calls.
enum WorkerExcess: Equatable, Sendable {
  /// It used this processor time in this time without a request, both in nanoseconds.
  case processor(used: Int64, idle: Int64)
  /// It used this many bytes; the limit is its own.
  case memory(bytes: Int, limit: Int)
  /// It used this many bytes, the most of all workers, which may use `limit` together.
  case sum(bytes: Int, limit: Int)

  var description: String {
    switch self {
    case .processor(let used, let idle):
      "it used \(CallTime.seconds(used)) of processor time in \(CallTime.seconds(idle)) in which "
        + "nothing was asked of it"
    case .memory(let bytes, let limit):
      "it took \(bytes >> 20) MiB of memory, and may have \(limit >> 20) MiB"
    case .sum(let bytes, let limit):
      "it took \(bytes >> 20) MiB of memory, the most of all workers, which together may have "
        + "\(limit >> 20) MiB (WorkerMemory.limit)"
    }
  }
}

/// The figures of one worker, from check to check.
struct WorkerWatch {
  /// The readings of one check. Times are in nanoseconds.
  struct Usage: Equatable {
    /// The time of the monotonic clock.
    var time: Int64
    /// The processor time in its life.
    var processor: Int64
    /// The time of requests in its life.
    var asked: Int64
    /// The number of bytes of private memory.
    var memory: Int
    /// The number of bytes that it shares with the host.
    var shared = 0
  }

  private let limits: WatchLimits
  /// The figures of the last check.
  private(set) var last: Usage
  /// The processor time between calls up to the last check, since a check that found it resting.
  private var burned: (used: Int64, idle: Int64)?
  /// True if it had no request and used nothing between the last two checks.
  private(set) var isQuiet = false

  /// The processor time without a request that is always allowed, in nanoseconds: for the end of a
  /// start or of an answer.
  private static let leeway: Int64 = 50_000_000
  /// It may also use one part in this many of a processor between requests: for timers, and for
  /// threads that wait by polling.
  private static let share: Int64 = 10

  init(_ limits: WatchLimits, at first: Usage) { (self.limits, last) = (limits, first) }

  /// Compares with the previous check.
  ///
  /// - Returns: The reason to end it, or nil. Excess processor time counts only at the second check
  ///   in a row, because requested work may end a little later on another thread.
  mutating func look(_ now: Usage) -> WorkerExcess? {
    defer { last = now }
    let asked = now.asked - last.asked
    let idle = max(0, now.time - last.time - asked)
    let used = now.processor - last.processor - asked * Int64(limits.processorCount)
    isQuiet = asked == 0 && now.processor - last.processor < Self.leeway / 10
    if now.memory > limits.memory { return .memory(bytes: now.memory, limit: limits.memory) }
    guard used > max(Self.leeway, idle / Self.share) else {
      burned = nil
      return nil
    }
    guard let before = burned else {
      burned = (used, idle)
      return nil
    }
    return .processor(used: before.used + used, idle: before.idle + idle)
  }
}

/// The time of the next check: often while workers are active, rarely while all rest.
struct WatchPace: Equatable {
  /// The time from one check to the next, in nanoseconds.
  private(set) var pause = WatchPace.shortest

  static let shortest: Int64 = 500_000_000
  static let longest: Int64 = 8_000_000_000

  /// Notes the result of a round of checks.
  mutating func looked(isQuiet: Bool) {
    pause = isQuiet ? min(pause * 2, Self.longest) : Self.shortest
  }

  /// Notes that a worker was started.
  mutating func started() { pause = Self.shortest }
}

// MARK: - Memory

/// The largest memory that all workers of this process may have together, in addition to the limit
/// of each (``WorkerOptions/memoryLimit``).
///
/// The supervisor checks it as often as the workers, twice a second while they are active. Above
/// the limit it ends the worker that has the most memory, until the others are below the limit.
/// Data that a worker writes into memory shared with the host count too.
public enum WorkerMemory {
  private static let state = Mutex(defaultLimit)

  /// The limit in bytes, more than 0; half of the machine's memory unless the app sets it.
  public static var limit: Int {
    get { state.withLock { $0 } }
    set {
      precondition(newValue > 0, "a limit of \(newValue) bytes leaves the workers none")
      state.withLock { $0 = newValue }
    }
  }

  private static let defaultLimit: Int = {
    let pages = sysconf(Int32(_SC_PHYS_PAGES)), bytes = sysconf(Int32(_SC_PAGESIZE))
    return pages > 0 && bytes > 0 ? pages / 2 * bytes : 4 << 30
  }()

  /// Returns the places in `bytes` of the workers that must end so that the sum is below the limit:
  /// the largest first.
  static func excess(_ bytes: [Int], limit: Int) -> [Int] {
    var sum = bytes.reduce(0, +)
    var places: [Int] = []
    for place in bytes.indices.sorted(by: { bytes[$0] > bytes[$1] }) where sum > limit {
      places.append(place)
      sum -= bytes[place]
    }
    return places
  }
}
