// SPDX-License-Identifier: Apache-2.0
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
  private var last: Usage
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
