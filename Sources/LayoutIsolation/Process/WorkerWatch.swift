// SPDX-License-Identifier: Apache-2.0
//
// What workers use while nothing is asked of them: looked at from time to time, and judged one by
// one.

import CLayoutSystem
import Glibc
import LayoutLoading
import LayoutModel
import Synchronization

// MARK: - Rounds
//
// Looks at all workers from time to time: processor time by the clock of each process, memory by
// what /proc says of it.

/// The supervisor's looks at what its workers use. A worker that rests costs a microsecond a look, one that
/// ran since the last look some fifty; without workers there is none.
struct WatchRound {
  private var watches: [(process: WorkerProcess, watch: WorkerWatch)] = []
  private var pace = WatchPace()
  private var next: Int64 = 0
  /// The number of times that a worker was looked at.
  private(set) var lookCount = 0
  /// Those of them in which it had run since the last one, so that its memory was asked for.
  private(set) var memoryCount = 0

  /// When the next looks are due, in nanoseconds of the monotonic clock; nil when there is nobody to
  /// look at.
  var deadline: Int64? { watches.isEmpty ? nil : next }

  /// Looks at a worker from now on, if it has limits.
  mutating func add(_ process: WorkerProcess, at now: Int64) {
    guard let limits = process.limits, let usage = Self.usage(of: process, at: now) else { return }
    pace.started()
    // Who starts one worker after the other must not put off the looks at those that run.
    next = watches.isEmpty ? now + pace.pause : min(next, now + pace.pause)
    watches.append((process, WorkerWatch(limits, at: usage)))
  }

  /// Looks at those who are due, ends those who use too much, and forgets those who have ended.
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

  /// Ends the largest workers while all together have more than they may.
  private func endLargest(_ sizes: [Int]) {
    let limit = WorkerMemory.limit
    for place in WorkerMemory.excess(sizes, limit: limit) {
      watches[place].process.kill(for: .sum(bytes: sizes[place], limit: limit))
    }
  }

  /// Returns the usage of a worker; nil when it is gone or the kernel does not say.
  ///
  /// Memory is what takes time to ask for, and a process that has not run since has what it had.
  ///
  /// - Parameter last: The usage at the look before.
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

  /// Bytes of memory, swapped out or not: private ones, and those of the areas of the exchange. Files
  /// such as libraries count for neither.
  private static func memory(of id: Int32) -> (own: Int, shared: Int)? {
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
// What a worker uses while nothing is asked of it. Takes the figures as an input: who reads them is
// not decided here.

/// The limits of a worker.
struct WatchLimits: Equatable, Sendable {
  /// Bytes of memory of its own.
  var memory: Int
  /// Processors that it may use while something is asked of it.
  var processorCount = 1
}

/// The reason for which a worker was ended between two calls.
enum WorkerExcess: Equatable, Sendable {
  /// So many nanoseconds of processor time in so many in which nothing was asked of it.
  case processor(used: Int64, idle: Int64)
  /// So many bytes, of so many.
  case memory(bytes: Int, limit: Int)
  /// So many bytes, the most of all workers, which together may have `limit`.
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

/// One worker's figures from look to look.
struct WorkerWatch {
  /// The readings of one look. Times in nanoseconds.
  struct Usage: Equatable {
    /// Of the monotonic clock.
    var time: Int64
    /// Processor time in its life.
    var processor: Int64
    /// Time in its life in which something was asked of it.
    var asked: Int64
    /// Bytes of memory that are nobody else's.
    var memory: Int
    /// Bytes that it shares with the host.
    var shared = 0
  }

  private let limits: WatchLimits
  /// The figures of the last look.
  private(set) var last: Usage
  /// The processor time between calls up to the last look, since a look that found it resting.
  private var burned: (used: Int64, idle: Int64)?
  /// True when nothing was asked of it and nothing used, between the last two looks.
  private(set) var isQuiet = false

  /// Processor time unasked that no look minds, in nanoseconds: the end of a start, or of an answer.
  private static let leeway: Int64 = 50_000_000
  /// It may also rest with a tenth of a processor: timers, and threads that wait by looking.
  private static let share: Int64 = 10

  init(_ limits: WatchLimits, at first: Usage) { (self.limits, last) = (limits, first) }

  /// Compares with the look before.
  ///
  /// - Returns: Why it has to be ended. Processor time only at the second look in a row: work that was
  ///   asked for may end a little later on another thread.
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

/// When the next look is due: often while something happens, seldom when nothing does.
struct WatchPace: Equatable {
  /// Nanoseconds from one look to the next.
  private(set) var pause = WatchPace.shortest

  static let shortest: Int64 = 500_000_000
  static let longest: Int64 = 8_000_000_000

  /// Notes what a round of looks found.
  mutating func looked(isQuiet: Bool) {
    pause = isQuiet ? min(pause * 2, Self.longest) : Self.shortest
  }

  /// Notes that a worker was started.
  mutating func started() { pause = Self.shortest }
}

// MARK: - Memory

/// The most memory that all workers of this process may have together, besides the limit that each has
/// (``WorkerOptions/memoryLimit``).
///
/// The supervisor looks at it as often as at the workers, twice a second while something happens. Beyond
/// the limit it ends the worker that has the most, until the others are below it. What a worker writes
/// into memory that it shares with the host counts too.
public enum WorkerMemory {
  private static let state = Mutex(defaultLimit)

  /// In bytes; half of the machine's memory unless the app sets it. More than 0.
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

  /// The places in `bytes` of the workers that have to end for the sum to be below the limit: the
  /// largest first.
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
