// SPDX-License-Identifier: Apache-2.0
//
// A layout in a sandboxed worker: its start, and frames back to back and at the pace of a display.

import Glibc
import LayoutHost
import LayoutIsolation
import LayoutModel
import LayoutRuntime

enum WorkerBench {
  static var all: [Benchmark] {
    [
      Benchmark("worker/frame", in: .microseconds) { meter, bed in
        let here = try layout(InProcessConnection(image: bed.image("flow"), layout: "flow"))
        var inProcess = Meter("in process", in: .microseconds)
        try scroll(here, frames: 4000, &inProcess)
        let connection = try worker(bed)
        let away = try layout(connection)
        let before = connection.counters.exchanges
        try scroll(away, frames: 4000, &meter)
        let exchanges = connection.counters.exchanges - before
        try require(away.buffer.count == here.buffer.count, "the worker answers otherwise")
        let median = inProcess.measurement.median
        meter.bound = median + 3
        meter.count("visible", Double(away.buffer.count))
        meter.count("in process µs", median)
        meter.count("exchanges a frame", Double(exchanges) / 4000)
      },
      Benchmark("worker/frame-120hz", in: .microseconds, bound: 100) { meter, bed in
        let connection = try worker(bed)
        let away = try layout(connection)
        try scroll(away, frames: 360, every: 1_000_000_000 / 120, &meter)
        meter.count("p99 to reach µs", 500)
        meter.count("visible", Double(away.buffer.count))
      },
      Benchmark("worker/start", in: .milliseconds, bound: 25) { meter, bed in
        let file = try bed.library.file(forLayout: "flow")
        for _ in 0..<40 {
          // The previous worker ends outside of the sample.
          var layout: BareLayout?
          try meter.sample { () throws(LayoutError) in
            let started = BareLayout(
              try WorkerConnection(file: file, layout: "flow", options: options),
              itemCount: 1000)
            try started.frame()
            layout = started
          }
          try require((layout?.buffer.count ?? 0) > 0, "the first frame is empty")
        }
        meter.count("sandboxed", options.isSandboxed ? 1 : 0)
      },
    ]
  }

  /// Sandboxed, like an untrusted plugin.
  private static var options: WorkerOptions {
    var options = WorkerOptions(deadlines: nil)
    options.isSandboxed = true
    return options
  }

  private static let itemCount = 1_000_000

  private static func worker(_ bed: BenchBed) throws(LayoutError) -> WorkerConnection {
    try WorkerConnection(
      file: bed.library.file(forLayout: "flow"), layout: "flow", options: options)
  }

  /// Returns a supervised worker, as in an app.
  static func supervised(_ bed: BenchBed) throws(LayoutError) -> SupervisedConnection {
    var options = WorkerOptions()
    options.isSandboxed = true
    options.deadlines = Deadlines()
    return SupervisedConnection(
      try WorkerConnection(
        file: bed.library.file(forLayout: "flow"), layout: "flow", options: options))
  }

  private static func layout(_ connection: any LayoutConnection) throws -> BareLayout {
    let layout = BareLayout(connection, itemCount: itemCount)
    try layout.set("minimumInteritemSpacing", to: .number(0))
    try layout.set("minimumLineSpacing", to: .number(0))
    try connection.queries.bindSizes(ContiguousArray((0..<itemCount).map(Scene.chip)))
    try layout.frame()
    return layout
  }

  /// Scrolls by 20 points a frame, paced when an interval in nanoseconds is given.
  private static func scroll(
    _ layout: BareLayout, frames: Int, every interval: Int? = nil, _ meter: inout Meter
  ) throws(LayoutError) {
    var bounds = Rect(origin: Point(x: 0, y: 100_000), size: Scene.viewport)
    try layout.frame(bounds)
    var due = timespec()
    clock_gettime(CLOCK_MONOTONIC, &due)
    for _ in 0..<frames {
      bounds.y += 20
      if let interval {
        let nanoseconds = due.tv_nsec + interval
        due.tv_sec += nanoseconds / 1_000_000_000
        due.tv_nsec = nanoseconds % 1_000_000_000
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, nil) == EINTR {}
      }
      try meter.sample { () throws(LayoutError) in try layout.frame(bounds) }
    }
  }
}

// MARK: - Killed at any moment
//
// A sandboxed worker killed at any moment while its session scrolls: the time until a fresh frame.

enum WorkerKillBench {
  static var all: [Benchmark] {
    [Benchmark("worker/kill", in: .milliseconds, bound: 100, run: kill)]
  }

  private static let itemCount = 1_000_000
  private static let roundCount = 200
  /// The longest delay of a kill, microseconds: a dozen frames.
  private static let latest = 100_000

  /// The time from the signal to the frame of the next worker, which has prepared all items again.
  private static func kill(_ meter: inout Meter, _ bed: BenchBed) throws {
    let connection = try WorkerBench.supervised(bed)
    let sizes = ContiguousArray((0..<itemCount).map(Scene.chip))
    let bench = try BenchView(CollectionLayout(connection), itemCount: itemCount) {
      try $0.set("minimumInteritemSpacing", to: .number(0))
      try $0.set("minimumLineSpacing", to: .number(0))
      try $0.queries.bindSizes(sizes)
    }
    var frame = 0
    for round in 0..<roundCount {
      let shot = Shot(
        connection.processID, after: 1 + Int(Scene.spread(round) / 80 * Double(latest)))
      while try !scroll(bench, connection, past: shot, &frame) {}
      meter.add(Meter.milliseconds(since: shot.time))
    }
    let worst = meter.measurement.maximum
    meter.count("worst ms", worst)
    meter.count("frames", Double(frame))
    try require(bench.view.visibleElements.count >= 90, "the last frame is empty")
  }

  /// Runs one frame.
  ///
  /// - Returns: True when another worker computed it.
  private static func scroll(
    _ bench: BenchView, _ connection: SupervisedConnection, past shot: Shot, _ frame: inout Int
  ) throws -> Bool {
    frame += 1
    let place = Point(x: 0, y: 1_000_000 + Double(frame % 500) * 20)
    do throws(LayoutError) { try bench.view.setContentOffset(place) } catch {
      // Frames may be late when the machine has other load.
      guard error.code == .workerDied || error.code == .workerLate else { throw error }
      return false
    }
    if connection.processID != shot.process { return true }
    // At the pace of a display.
    usleep(8_000)
    return false
  }
}

/// A kill by another thread at any moment of this thread's work.
private final class Shot: @unchecked Sendable {
  // Sendable because `time` is written before the process ends, and read after its end was noticed.

  let process: Int32
  private let delay: useconds_t
  /// The time of the kill, by ``Meter/now``.
  private(set) var time: UInt64 = 0

  init(_ process: Int32, after microseconds: Int) {
    (self.process, delay) = (process, useconds_t(microseconds))
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self).toOpaque()
    pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let shot = Unmanaged<Shot>.fromOpaque(context).takeRetainedValue()
        usleep(shot.delay)
        shot.time = Meter.now
        Glibc.kill(shot.process, SIGKILL)
        return nil
      }, context)
    pthread_detach(thread)
  }
}
