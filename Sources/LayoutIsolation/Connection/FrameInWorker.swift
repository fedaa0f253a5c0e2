// SPDX-License-Identifier: Apache-2.0
//
// A frame that a worker makes while its host does other things.

import LayoutABI
import LayoutModel
import LayoutRuntime

extension WorkerConnection {
  public func startFrame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> any FrameInProgress {
    try checkIdle(Self.frameCall)
    try settleStarted(before: .frame)
    let news = news(for: shape)
    self.shape = shape
    let frame = FrameInWorker(
      connection: self, request: request, shape: shape, bindingRevision: queries.revision,
      buffer: buffer)
    ring.append(
      CallNote(call: "frame", epoch: shape.epoch, arguments: .frame(CallNote.Frame(request, shape)))
    )
    do throws(LayoutError) {
      try link.begin(
        WorkerLink.Request(
          kind: .frame, call: Self.frameCall, epoch: shape.epoch,
          willPrepare: news.willPrepare(request)),
        answers: QueryService(queries: queries, shape: shape),
        bulk: .counts(news.shape?.itemCounts.list ?? [])
      ) { $0.write(request, news: news) }
    } catch {
      forgetFrame(shape, buffer)
      throw keepingRecord(error)
    }
    started = frame
    return frame
  }
}

/// The frame under way in a worker.
final class FrameInWorker: FrameInProgress, WorkInWorker {
  private let connection: WorkerConnection
  private let link: WorkerLink
  private let request: FrameRequest
  private let shape: DataShape
  /// Of the bindings that the worker was told.
  private let bindingRevision: Int
  private let buffer: AnswerBuffer
  private var result: Result<FrameOutcome, LayoutError>?

  init(
    connection: WorkerConnection, request: FrameRequest, shape: DataShape, bindingRevision: Int,
    buffer: AnswerBuffer
  ) {
    (self.connection, link) = (connection, connection.link)
    (self.request, self.shape, self.buffer) = (request, shape, buffer)
    self.bindingRevision = bindingRevision
  }

  func poll(_ patience: Patience, epoch: UInt64) throws(LayoutError) -> FrameOutcome? {
    if let result { return try result.get() }
    try connection.checkIdle(WorkerConnection.frameCall)
    connection.isBusy = true
    defer { connection.isBusy = false }
    do throws(LayoutError) {
      guard try link.look(patience, now: epoch) else { return nil }
      let outcome = try link.collect { (head, bulk) throws(LayoutError) in
        try connection.takeFrame(&head, bulk, request, shape, into: buffer)
      }
      // What was bound meanwhile the worker has yet to hear of.
      connection.known.bindingRevision = bindingRevision
      result = .success(outcome)
      return outcome
    } catch {
      connection.forgetFrame(shape, buffer)
      let error = connection.keepingRecord(error)
      result = .failure(error)
      throw error
    }
  }

  var call: String { WorkerConnection.frameCall }

  var isSettled: Bool { result != nil || link !== connection.link }

  func settle() { if !isSettled { _ = try? poll(.untilDone, epoch: shape.epoch) } }

  func look() { if !isSettled { _ = try? poll(.step, epoch: shape.epoch) } }
}
