// SPDX-License-Identifier: Apache-2.0
//
// The time of calls that is the layout's own, for the share of each second that it takes.

import CLayoutSystem
import Glibc
import LayoutModel

/// The cost of the calls that were waited for since it was last looked at.
struct CallCost {
  /// Nanoseconds that the layout computed or slept, or that its answers took to be copied and checked.
  var own: Int64 = 0
  /// An answer that came in time, and took beyond the first limit with its copying and checking.
  var overrun: LayoutError?
}

extension WorkerLink {
  /// Adds what a call took, where that is more than a frame has. At 60 frames a second, calls below that are
  /// less than half of each second; and who makes thousands of them without a pause is the app.
  func charge(_ time: inout CallTime) {
    guard let deadlines = options.deadlines else { return }
    let counted = time.counted
    guard counted >= Int64(deadlines.rectangle.soft * 1e9) else { return }
    let now = readFigures(process.id)
    let own = Self.own(counted, before: figures ?? now, now: now)
    cost.own += max(0, own - time.charged)
    time.charged = max(time.charged, own)
  }

  /// The part of a call's time in which the worker did not wait for a processor. Where the kernel does not
  /// count that, the part in which it had one.
  private static func own(_ counted: Int64, before: Scheduling, now: Scheduling) -> Int64 {
    guard let waitedNow = now.waited, let waitedBefore = before.waited else {
      return min(counted, now.used - before.used)
    }
    return max(0, counted - (waitedNow - waitedBefore))
  }

  /// Copies and checks an answer, and charges the layout for the processor time of that.
  func charging<Answer>(
    _ request: Request, _ time: inout CallTime, _ body: () throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    // Less is copied and checked in a fraction of a millisecond.
    guard let deadlines = options.deadlines, channel.bulk.count >= Self.longAnswer else {
      charge(&time)
      return try body()
    }
    let start = Self.threadTime
    let answer = try body()
    time.handled(Self.threadTime - start)
    charge(&time)
    let limit = limits(of: request, under: deadlines, mayPrepare: time.mayPrepare).soft
    if time.charged > Int64(limit * 1e9), !isSettling {
      cost.overrun = LayoutError(
        .layoutSlow, "its answer was there, copied and checked after \(time.spent)", plugin: plugin,
        call: request.call)
    }
    return answer
  }

  /// Bytes of an answer whose copying and checking is timed.
  private static let longAnswer = 1 << 18

  /// The processor time of this thread, in nanoseconds.
  private static var threadTime: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
