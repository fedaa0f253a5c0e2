// SPDX-License-Identifier: Apache-2.0
//
// A sandboxed worker killed at any moment while its session scrolls: how long until a fresh frame.

import Glibc
import LayoutHost
import LayoutIsolation
import LayoutModel
import LayoutRuntime

enum WorkerKillBench {
  static var all: [Benchmark] {
    [Benchmark("worker/kill", in: .milliseconds, bound: 100, run: kill)]
  }

  private static let itemCount = 1_000_000
  private static let roundCount = 200
  /// The longest that a kill waits, in microseconds: a dozen frames.
  private static let latest = 100_000

  /// From the signal to the frame of the next worker, which has prepared all items anew.
  private static func kill(_ meter: inout Meter, _ bed: BenchBed) throws {
    let connection = try supervised(bed)
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

  /// One frame.
  ///
  /// - Returns: Whether another worker made it.
  private static func scroll(
    _ bench: BenchView, _ connection: SupervisedConnection, past shot: Shot, _ frame: inout Int
  ) throws -> Bool {
    frame += 1
    let place = Point(x: 0, y: 1_000_000 + Double(frame % 500) * 20)
    do throws(LayoutError) { try bench.view.setContentOffset(place) } catch {
      // Late is what a frame is on a machine that has other things to do.
      guard error.code == .workerDied || error.code == .workerLate else { throw error }
      return false
    }
    if connection.processID != shot.process { return true }
    // At the pace of a display.
    usleep(8_000)
    return false
  }

  private static func supervised(_ bed: BenchBed) throws(LayoutError) -> SupervisedConnection {
    var options = WorkerOptions()
    options.isSandboxed = true
    options.deadlines = Deadlines()
    return SupervisedConnection(
      try WorkerConnection(
        file: bed.library.file(forLayout: "flow"), layout: "flow", options: options))
  }
}

/// A kill that another thread makes in the middle of what this one does.
private final class Shot: @unchecked Sendable {
  // Sendable because `time` is written before the process is gone, and read after that was noticed.

  let process: Int32
  private let delay: useconds_t
  /// When it was made, by ``Meter/now``.
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
