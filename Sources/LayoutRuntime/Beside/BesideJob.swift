// SPDX-License-Identifier: Apache-2.0
//
// A frame that a layout makes on its own thread.

import Glibc
import LayoutLoading
import LayoutModel

/// One frame, with everything that its thread needs. It holds nothing that belongs to the app, so a
/// frame that the app does not collect is released on its thread.
///
/// Sendable because everything except `talk` belongs to the thread until the thread says that it is
/// done. After that it belongs to the app, or again to the thread if the app gave the job up.
final class BesideJob: @unchecked Sendable {
  let talk: BesideTalk
  private let request: FrameRequest
  private let shape: DataShape
  /// The revision of the bindings.
  private let revision: Int
  private let queries: BesideQueries
  private var live: LiveLayout?
  private var buffer: AnswerBuffer?
  private var result: Result<FrameOutcome, LayoutError>?
  /// Nanoseconds that the layout computed or slept.
  private var own: Int64 = 0

  /// The size of the thread's stack, in bytes: that of a process's main thread, where layouts ran
  /// before.
  static let stackSize = 8 << 20

  /// Creates the job. From here on only the job calls the layout.
  init(
    _ live: LiveLayout, _ request: FrameRequest, _ shape: DataShape, _ table: QueryTable,
    into buffer: AnswerBuffer
  ) {
    talk = BesideTalk()
    (self.live, self.request, self.shape, self.buffer) = (live, request, shape, buffer)
    revision = table.revision
    queries = BesideQueries(table, shape: shape, over: talk)
    // The clock also measures the app's answers, so it belongs to the app.
    live.clock = nil
    live.context.answer(by: queries)
  }

  /// Starts the thread. Returns false if the thread cannot be made.
  func start() -> Bool {
    QuietThread.start("layout-prepare", stackSize: Self.stackSize) { self.run() } == 0
  }

  private func run() {
    perform()
    if talk.finish() { clear() }
  }

  /// Runs the frame. Not inlined, so that the thread holds no reference to its values when it says
  /// that it is done.
  @inline(never)
  private func perform() {
    guard let live, let buffer else { return }
    let start = OperationClock.now(CLOCK_MONOTONIC)
    result = Result { () throws(LayoutError) in
      try live.frame(request, shape: shape, revision: revision, into: buffer)
    }
    let whole = OperationClock.now(CLOCK_MONOTONIC) - start
    // The thread does nothing else, so its time of waiting for a processor belongs to this frame.
    own =
      ProcFile.waitedTime(of: "thread-self").map { whole - $0 - queries.waitedTime }
      ?? OperationClock.now(CLOCK_THREAD_CPUTIME_ID)
  }

  /// The result of a frame that was made on its own thread.
  struct Outcome {
    let live: LiveLayout
    let result: Result<FrameOutcome, LayoutError>
    let time: OperationTime
  }

  /// Takes the result of a finished job.
  func collect() -> Outcome {
    guard let live, let result else { preconditionFailure("collected before it was done") }
    defer { clear() }
    let didPrepare = (try? result.get().didPrepare) ?? true
    let time = OperationTime(
      call: live.context.call, didPrepare: didPrepare, own: Double(max(0, own)) / 1e9,
      appTime: request.time, isAwaited: false)
    return Outcome(live: live, result: result, time: time)
  }

  /// Gives the job up. Its layout is released on its thread after its call; no thread waits for
  /// that.
  func abandon() {
    if talk.abandon() { clear() }
  }

  /// Releases the layout of a job that was given up.
  private func clear() { (live, buffer, result) = (nil, nil, nil) }
}
