// SPDX-License-Identifier: Apache-2.0
//
// The resources that a worker may use between calls, with figures that the test sets.

import Glibc
import Testing

@testable import LayoutIsolation

@Suite("Watching workers between calls")
struct WorkerWatchTests {
  /// A worker after its first look, with limits of two processors and 100 MiB.
  private struct Watched {
    private var usage = WorkerWatch.Usage(time: 0, processor: 0, asked: 0, memory: 0)
    var watch: WorkerWatch

    init() { watch = WorkerWatch(WatchLimits(memory: 100 << 20, processorCount: 2), at: usage) }

    /// The milliseconds that passed, were used and were requested since the last look.
    mutating func look(_ time: Int64, used: Int64, asked: Int64 = 0, memory: Int = 0)
      -> WorkerExcess?
    {
      usage.time += time * 1_000_000
      usage.processor += used * 1_000_000
      usage.asked += asked * 1_000_000
      usage.memory = memory << 20
      return watch.look(usage)
    }
  }

  @Test("processor time without a call is an excess at the second look in a row")
  func burns() {
    var worker = Watched()
    #expect(worker.look(500, used: 500) == nil)
    #expect(worker.look(500, used: 10) == nil, "it was idle")
    #expect(worker.look(500, used: 60) == nil)
    let excess = worker.look(8_000, used: 2_000)
    #expect(excess == .processor(used: 2_060_000_000, idle: 8_500_000_000))
    #expect(
      excess?.description
        == "it used 2.1 s of processor time in 8.5 s in which nothing was asked of it")
  }

  @Test("processor time during a call is no excess, on every processor")
  func asked() {
    var worker = Watched()
    for _ in 0..<4 { #expect(worker.look(500, used: 400, asked: 400) == nil) }
    for _ in 0..<4 { #expect(worker.look(500, used: 840, asked: 400) == nil) }
    #expect(worker.look(500, used: 900, asked: 400) == nil)
    #expect(
      worker.look(500, used: 900, asked: 400) == .processor(used: 200_000_000, idle: 200_000_000))
  }

  @Test("a tenth of a processor is no excess, for any duration")
  func timers() {
    var worker = Watched()
    for _ in 0..<10 { #expect(worker.look(500, used: 49) == nil) }
    for _ in 0..<10 { #expect(worker.look(8_000, used: 790) == nil) }
  }

  @Test("memory beyond its limit is an excess at once")
  func memory() {
    var worker = Watched()
    #expect(worker.look(500, used: 0, memory: 100) == nil)
    let excess = worker.look(500, used: 0, memory: 101)
    #expect(excess == .memory(bytes: 101 << 20, limit: 100 << 20))
    #expect(excess?.description == "it took 101 MiB of memory, and may have 100 MiB")
  }

  @Test("looks are rare while workers are idle, and frequent while they run")
  func pace() {
    var pace = WatchPace()
    var pauses: [Int64] = []
    for _ in 0..<6 {
      pauses.append(pace.pause / 1_000_000)
      pace.looked(isQuiet: true)
    }
    #expect(pauses == [500, 1_000, 2_000, 4_000, 8_000, 8_000])
    pace.looked(isQuiet: false)
    #expect(pace.pause == WatchPace.shortest)
    var worker = Watched()
    _ = worker.look(500, used: 1)
    #expect(worker.watch.isQuiet)
    _ = worker.look(500, used: 1, asked: 1)
    #expect(!worker.watch.isQuiet)
    _ = worker.look(500, used: 6)
    #expect(!worker.watch.isQuiet)
  }

  @Test("requested time runs from request to answer, or to the end of a grace if not waited for")
  func account() {
    let account = RequestAccount(at: 0)
    #expect(account.total(at: 70) == 70, "it starts")
    account.begin(at: 100)
    account.end(at: 150)
    let lookout = account.total(at: 1_000) - 150
    #expect(lookout == account.total(at: 1_000_000) - 150 && lookout == 100_000)
    account.begin(at: 2_000)
    account.leave(at: 2_010, grace: 50)
    #expect(account.total(at: 2_040) == 150 + lookout + 40)
    #expect(account.total(at: 9_000) == 150 + lookout + 60, "no caller waits for it")
    account.begin(at: 9_000)
    account.end(at: 9_001)
    #expect(account.total(at: 9_999) == 150 + lookout + 61 + lookout)
  }

  @Test("the start of further workers does not delay the look at the running ones")
  func added() throws {
    var round = WatchRound()
    let workers = try (0..<2).map { _ in try DeathTests.worker().0 }
    for (index, worker) in workers.enumerated() {
      round.add(worker.link.process, at: Int64(index) * 400_000_000)
    }
    #expect(round.deadline == WatchPace.shortest)
  }

  @Test("a confined worker has no threads, so it may use one processor during a call")
  func processors() {
    var options = WorkerOptions(deadlines: nil)
    options.isSandboxed = true
    #expect(options.watchLimits?.processorCount == 1)
  }

  @Test("without workers no look is made, and ended workers are removed")
  func round() throws {
    var round = WatchRound()
    #expect(round.deadline == nil)
    let (worker, _) = try DeathTests.worker()
    round.add(worker.link.process, at: 0)
    #expect(round.deadline == WatchPace.shortest)
    round.look(at: 10)
    #expect(round.lookCount == 0, "not due")
    round.look(at: WatchPace.shortest)
    #expect(round.lookCount == 1)
    let usage = try #require(WatchRound.usage(of: worker.link.process, at: 0))
    #expect(usage.processor > 0 && (1 << 16)..<(1 << 30) ~= usage.memory, "\(usage)")
    worker.link.process.kill()
    _ = worker.link.process.waitForEnd()
    round.look(at: 3 * WatchPace.shortest)
    #expect(round.lookCount == 1 && round.deadline == nil)
  }

  @Test("the memory of an idle worker is not read again, and that of one that ran is")
  func resting() throws {
    let (connection, _) = try DeathTests.worker()
    let process = connection.link.process
    var round = WatchRound()
    round.add(process, at: 0)
    // It polls for the next request for a moment before it sleeps.
    var rested = 0
    for look in 1...50 where rested == 0 {
      usleep(20_000)
      let before = round.memoryCount
      round.look(at: Int64(look) * WatchPace.longest)
      if round.memoryCount == before { rested = look }
    }
    #expect(rested > 0 && round.lookCount == rested)
    let before = round.memoryCount
    _ = try connection.property(at: 0)
    // The kernel adds the time of a process that still runs at its own ticks, so the first look
    // may find none.
    for look in 1...50 where round.memoryCount == before {
      usleep(20_000)
      round.look(at: Int64(rested + look) * WatchPace.longest)
    }
    #expect(round.memoryCount == before + 1)
  }

  @Test(
    "a sum that is too large ends the largest workers until the rest fits",
    arguments: [([], []), ([10], []), ([11], [0]), ([3, 9, 4], [1]), ([6, 9, 6], [1, 0])]
      as [([Int], [Int])])
  func sum(_ bytes: [Int], _ ended: [Int]) {
    #expect(WorkerMemory.excess(bytes, limit: 10) == ended)
  }
}
