// SPDX-License-Identifier: Apache-2.0
//
// A frame that a layout makes on a thread of its own.

import Glibc
import LayoutLoading
import LayoutModel

/// One frame, and all that its thread needs for it: nothing of the app's is in it, so that what nobody
/// collects goes where it is.
///
/// Sendable because everything but `talk` is the thread's until it says that it is done; from there on it is
/// the app's, or the thread's again where that was told that nobody collects it.
final class BesideJob: @unchecked Sendable {
  let talk: BesideTalk
  private let request: FrameRequest
  private let shape: DataShape
  /// Of the bindings.
  private let revision: Int
  private let queries: BesideQueries
  private var live: LiveLayout?
  private var buffer: AnswerBuffer?
  private var result: Result<FrameOutcome, LayoutError>?
  /// Nanoseconds that the layout computed or slept.
  private var own: Int64 = 0

  /// The stack of the thread: as much as a process begins with, where layouts ran before.
  static let stackSize = 8 << 20

  /// Makes ready; from here on the layout is asked by the job alone.
  init(
    _ live: LiveLayout, _ request: FrameRequest, _ shape: DataShape, _ table: QueryTable,
    into buffer: AnswerBuffer
  ) {
    talk = BesideTalk()
    (self.live, self.request, self.shape, self.buffer) = (live, request, shape, buffer)
    revision = table.revision
    queries = BesideQueries(table, shape: shape, over: talk)
    // What measures the app's answers, too, is the app's.
    live.clock = nil
    live.context.answer(by: queries)
  }

  /// Starts the thread; false where none can be made.
  func start() -> Bool {
    QuietThread.start("layout-prepare", stackSize: Self.stackSize) { self.run() } == 0
  }

  private func run() {
    perform()
    if talk.finish() { clear() }
  }

  /// Kept apart, so that the thread holds nothing of it any more when it says that it is done.
  @inline(never)
  private func perform() {
    guard let live, let buffer else { return }
    let start = OperationClock.now(CLOCK_MONOTONIC)
    result = Result { () throws(LayoutError) in
      try live.frame(request, shape: shape, revision: revision, into: buffer)
    }
    let whole = OperationClock.now(CLOCK_MONOTONIC) - start
    // The thread does nothing else, so what it waited for a processor is this frame's.
    own =
      OperationClock.waitedTime.map { whole - $0 - queries.waitedTime }
      ?? OperationClock.now(CLOCK_THREAD_CPUTIME_ID)
  }

  /// The end of a frame on its thread.
  struct Outcome {
    let live: LiveLayout
    let result: Result<FrameOutcome, LayoutError>
    let time: OperationTime
  }

  /// Takes what is done.
  func collect() -> Outcome {
    guard let live, let result else { preconditionFailure("collected before it was done") }
    defer { clear() }
    let didPrepare = (try? result.get().didPrepare) ?? true
    let time = OperationTime(
      call: live.context.call, didPrepare: didPrepare, own: Double(max(0, own)) / 1e9,
      appTime: request.time, isAwaited: false)
    return Outcome(live: live, result: result, time: time)
  }

  /// Gives the job up. Its layout goes when its call is over, on its thread: nobody waits for that.
  func abandon() {
    if talk.abandon() { clear() }
  }

  /// Ends the layout where nobody took it.
  private func clear() { (live, buffer, result) = (nil, nil, nil) }
}
