// SPDX-License-Identifier: Apache-2.0
//
// Looks at all workers from time to time: processor time by the clock of each process, memory by
// what /proc says of it.

import CLayoutSystem
import Glibc
import LayoutLoading
import LayoutModel

/// The supervisor's looks at what its workers use. A worker costs a few microseconds a look; without
/// workers there is none.
struct WatchRound {
  private var watches: [(process: WorkerProcess, watch: WorkerWatch)] = []
  private var pace = WatchPace()
  private var next: Int64 = 0
  /// The number of times that a worker was looked at.
  private(set) var lookCount = 0

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
      guard let usage = Self.usage(of: process, at: now) else { continue }
      lookCount += 1
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
  static func usage(of process: WorkerProcess, at now: Int64) -> WorkerWatch.Usage? {
    let processor = layout_sys_process_time_ns(process.id)
    guard processor >= 0, let memory = memory(of: process.id) else { return nil }
    return WorkerWatch.Usage(
      time: now, processor: processor, asked: process.account.total(at: now), memory: memory.own,
      shared: memory.shared)
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
