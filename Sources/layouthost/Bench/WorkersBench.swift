// SPDX-License-Identifier: Apache-2.0
//
// A hundred untrusted plugins: a host with a view for each of a hundred sandboxed workers.

import Glibc
import LayoutHost
import LayoutIsolation
import LayoutModel

enum WorkersBench {
  static var all: [Benchmark] {
    [Benchmark("workers/\(workerCount)", in: .microseconds, run: frames).onRequest()]
  }

  private static let workerCount = 100
  private static let itemCount = 10_000
  private static let turnCount = 20
  /// The period over which the cost at rest is measured, seconds: three of the supervisor's longest
  /// pauses of eight seconds.
  private static let restSeconds = 24.0
  /// The time after which the supervisor has noticed that all workers are idle, seconds: its pauses
  /// double from half a second.
  private static let calmSeconds = 16.0

  /// Frames of the views in turn; beside them the cost to start all workers, to keep them, and to
  /// keep them idle.
  private static func frames(_ meter: inout Meter, _ bed: BenchBed) throws {
    let sizes = ContiguousArray((0..<itemCount).map(Scene.chip))
    var views: [BenchView] = []
    var connections: [SupervisedConnection] = []
    let start = Meter.now
    for _ in 0..<workerCount {
      let connection = try WorkerBench.supervised(bed)
      connections.append(connection)
      views.append(
        try BenchView(CollectionLayout(connection), itemCount: itemCount) {
          try $0.queries.bindSizes(sizes)
        })
    }
    meter.count("start of all ms", Meter.milliseconds(since: start))
    for turn in 0..<turnCount {
      let place = Point(x: 0, y: 1000 + Double(turn) * 20)
      for bench in views {
        try meter.sample { () throws(LayoutError) in try bench.view.setContentOffset(place) }
      }
    }
    let workers = connections.map(\.processID)
    let kilobytes = try workers.map(privateKilobytes).sorted()
    meter.count("private kB a worker", kilobytes[kilobytes.count / 2])
    meter.count("private kB of the largest", kilobytes[kilobytes.count - 1])
    usleep(UInt32(calmSeconds * 1e6))
    let before = try processorSeconds(workers)
    usleep(UInt32(restSeconds * 1e6))
    let rest = try processorSeconds(workers) - before
    meter.count("% of a core at rest", rest / restSeconds * 100)
    try require(
      views.allSatisfy { $0.view.visibleElements.count > 50 }, "the last frame is empty")
  }

  /// Returns the memory that a process shares with no other one.
  private static func privateKilobytes(_ process: Int32) throws(LayoutError) -> Double {
    let file = fopen("/proc/\(process)/smaps_rollup", "r")
    try require(file != nil, "process \(process) does not tell its memory")
    guard let file else { return 0 }
    defer { fclose(file) }
    var kilobytes = 0.0
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let words = line.withUnsafeBufferPointer {
        String(decoding: UnsafeRawBufferPointer($0).prefix { $0 != 0 }, as: UTF8.self)
      }.split(separator: " ")
      guard words.count > 1, words[0].hasPrefix("Private_") else { continue }
      kilobytes += Double(words[1]) ?? 0
    }
    return kilobytes
  }

  /// Returns the processor time of this process, supervision included, and of the workers.
  private static func processorSeconds(_ workers: [Int32]) throws(LayoutError) -> Double {
    var seconds = 0.0
    for process in [getpid()] + workers {
      var clock = clockid_t()
      var time = timespec()
      try require(
        clock_getcpuclockid(process, &clock) == 0 && clock_gettime(clock, &time) == 0,
        "process \(process) has no clock")
      seconds += Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    return seconds
  }
}
