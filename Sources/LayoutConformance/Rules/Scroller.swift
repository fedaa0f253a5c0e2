// SPDX-License-Identifier: Apache-2.0
//
// The cost of frames, in processor time of this thread.

import Glibc
import LayoutABI
import LayoutModel
import LayoutRuntime

/// A layout that is scrolled back and forth in the middle of its content.
final class Scroller {
  private let trial: Trial
  private let room = Room(AnswerCounts(records: 8192, transforms: 8192, payload: 65_536))
  private let middle: Point
  private let isVertical: Bool
  /// Nanoseconds a frame, of the best round.
  private(set) var cost = Double.infinity

  init(_ subject: Subject, _ counts: [UInt32]) throws(Finding) {
    trial = try Trial(subject, World(counts))
    let size = try trial.makeReady()
    let container = trial.world.container
    isVertical = size.height - container.height >= size.width - container.width
    middle = Point(
      x: max(0, size.width - container.width) / 2, y: max(0, size.height - container.height) / 2)
    try trial.move(to: middle)
  }

  /// The least cost of a frame over many items relative to that over few, where it is above `bound`;
  /// a cost at or below it ends the measuring.
  static func ratio(_ small: Scroller, _ large: Scroller, until bound: Double) throws(Finding)
    -> Double
  {
    try leastRatio(until: bound) { () throws(Finding) in
      try small.measure()
      try large.measure()
      return (small.cost, large.cost)
    }
  }

  /// Repeats a round that tells the least costs so far, until their ratio is `bound` or less or the
  /// rounds have taken two seconds of processor time.
  ///
  /// The two are measured in turn, and the least of many rounds is the cost without what else the
  /// machine does; a cost that really grows is there in every one. Below 200 ns the clock itself counts.
  static func leastRatio(
    until bound: Double, _ round: () throws(Finding) -> (few: Double, many: Double)
  ) throws(Finding) -> Double {
    var ratio = Double.infinity
    let end = now + 2e9
    for number in 0..<1000 where number < 12 || (ratio > bound && now < end) {
      let costs = try round()
      ratio = costs.many / max(costs.few, 200)
    }
    return ratio
  }

  /// Measures a round of frames.
  func measure() throws(Finding) {
    let frameCount = 60
    var place = trial.world.bounds
    let start = Self.now
    for frame in 0..<frameCount {
      let old = place
      let step = frame < frameCount / 2 ? 4.0 : -4.0
      if isVertical { place.y += step } else { place.x += step }
      let (_, marks) = trial.shouldInvalidate(from: old, to: place)
      trial.world.offset = place.origin
      if marks != LAYOUT_MARK_NOTHING {
        try trial.ok(trial.prepare(marks), "prepare")
        try trial.ok(trial.contentSize().status, "content_size")
      }
      let status = trial.attributes(in: place, into: room)
      if status != LAYOUT_OK { throw .skipped("a screen holds more than 8192 elements") }
    }
    cost = min(cost, (Self.now - start) / Double(frameCount))
  }

  /// Nanoseconds that this thread has run.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
