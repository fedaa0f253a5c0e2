// SPDX-License-Identifier: Apache-2.0
//
// Frames and requests for elements, answered by a worker and checked here.

import LayoutABI
import LayoutModel
import LayoutRuntime

extension WorkerConnection {
  public func frame(
    _ request: FrameRequest, shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> FrameOutcome {
    try checkIdle(Self.frameCall)
    // Its answer is about the previous data.
    try settleStarted(before: .frame)
    let news = news(for: shape)
    self.shape = shape
    do throws(LayoutError) {
      return unsafe try self.request(
        .frame, call: Self.frameCall, with: .frame(CallNote.Frame(request, shape)),
        bulk: .counts(news.shape?.itemCounts.list ?? []), willPrepare: news.willPrepare(request)
      ) {
        $0.write(request, news: news)
      } read: { head, bulk throws(LayoutError) in
        unsafe try takeFrame(&head, bulk, request, shape, into: buffer)
      }
    } catch {
      forgetFrame(shape, buffer)
      throw error
    }
  }

  /// The slot name for a frame in errors.
  static var frameCall: String { "attributes_in_rect" }

  /// Reads the answer to a frame.
  func takeFrame(
    _ head: inout WireReader, _ bulk: UnsafeRawBufferPointer, _ request: FrameRequest,
    _ shape: DataShape, into buffer: AnswerBuffer
  ) throws(LayoutError) -> FrameOutcome {
    let outcome = try head.readOutcome()
    try border.contentSize(outcome.contentSize)
    unsafe try take(&head, bulk, in: request.rect, of: shape, into: buffer, call: Self.frameCall)
    known = KnownState(hasShape: true, bindingRevision: queries.revision)
    if outcome.didPrepare { notePrepared(request, shape) }
    return outcome
  }

  /// Handles a frame that failed. It is not known how far the worker got, so the next request sends
  /// all news again, and answers before the next frame may be about the data of this frame.
  func forgetFrame(_ shape: DataShape, _ buffer: AnswerBuffer) {
    known = KnownState()
    buffer.clear()
    guard preparedShape != nil, shape != preparedShape, shape != doubtfulShapes.last else { return }
    if doubtfulShapes.count == Self.mostDoubtful { doubtfulShapes.removeFirst() }
    doubtfulShapes.append(shape)
  }

  /// The number of failed frames in a row, each over other data, whose data are remembered.
  private static let mostDoubtful = 8

  /// Admits an answer between frames if it is valid for data that the layout may have prepared for:
  /// the data of the last good frame, or of a frame that failed after it.
  ///
  /// - Parameter admit: Reads and checks the answer; may be called more than once.
  /// - Throws: The error of the check against the last good frame's data.
  func admitted<Answer>(
    _ head: inout WireReader,
    _ admit: (inout WireReader, DataShape) throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    let start = head
    do throws(LayoutError) { return try admit(&head, preparedShape ?? shape) } catch {
      for shape in doubtfulShapes.reversed() {
        head = start
        if let answer = try? admit(&head, shape) { return answer }
      }
      throw error
    }
  }

  /// Records the data that the layout prepared for, as the worker does: paths of elements that a
  /// batch removes are checked against the data before the batch.
  private func notePrepared(_ request: FrameRequest, _ shape: DataShape) {
    if shape.epoch != preparedShape?.epoch { countsBeforeBatch = nil }
    if !request.updates.isEmpty { countsBeforeBatch = preparedShape?.itemCounts ?? [] }
    preparedShape = shape
    doubtfulShapes.removeAll(keepingCapacity: true)
  }

  /// Returns the changes to send to the worker with the request.
  func news(for shape: DataShape) -> FrameNews {
    var news = FrameNews()
    if !known.hasShape || shape != self.shape { news.shape = shape }
    if known.bindingRevision != queries.revision {
      let bound = queries.descriptors.indices.map { UInt8(queries.isBound($0) ? 1 : 0) }
      news.bindings = FrameNews.Bindings(revision: UInt64(queries.revision), bound: bound)
    }
    return news
  }

  func askAttributes(in rect: Rect, into buffer: AnswerBuffer) throws(LayoutError) {
    let call = "attributes_in_rect"
    unsafe try elements(.attributesInRect, call: call, with: .rect(rect), into: buffer) {
      $0.write(rect)
    } read: { head, bulk throws(LayoutError) in
      try admitted(&head) { (head, shape) throws(LayoutError) in
        unsafe try take(&head, bulk, in: rect, of: shape, into: buffer, call: call)
      }
    }
  }

  func askAttributes(
    for element: layout_element, into buffer: AnswerBuffer
  ) throws(LayoutError) {
    let call = "attributes_for"
    unsafe try elements(.attributesForElement, call: call, with: .element(element), into: buffer) {
      $0.write(element)
    } read: { head, bulk throws(LayoutError) in
      let scope = border.limits.scope(ofElements: 1)
      try admitted(&head) { (head, shape) throws(LayoutError) in
        unsafe try copy(&head, bulk, in: scope, into: buffer, call: call)
        try border.admit(buffer, as: element, itemCounts: shape.itemCounts)
      }
    }
  }

  private func elements(
    _ kind: WireKind, call: String, with arguments: CallNote.Arguments, into buffer: AnswerBuffer,
    write: (inout WireWriter) -> Void,
    read: (inout WireReader, UnsafeRawBufferPointer) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    do throws(LayoutError) {
      unsafe try request(kind, call: call, with: arguments, write: write, read: read)
    } catch {
      buffer.clear()
      throw error
    }
  }

  /// Copies the answer to a rectangle out of shared memory and checks the copy at the border.
  private func take(
    _ head: inout WireReader, _ bulk: UnsafeRawBufferPointer, in rect: Rect, of shape: DataShape,
    into buffer: AnswerBuffer, call: String
  ) throws(LayoutError) {
    let scope = border.limits.scope(of: rect)
    let outsideCount = unsafe try copy(&head, bulk, in: scope, into: buffer, call: call)
    try border.admit(buffer, in: rect, itemCounts: shape.itemCounts, call: call)
    buffer.outsideCount += outsideCount
  }

  /// Copies an answer out of shared memory, once, after its counts were checked against the limits.
  ///
  /// - Returns: The number of elements that the worker dropped because they lay outside of their
  ///   rectangle.
  @discardableResult
  func copy(
    _ head: inout WireReader, _ bulk: UnsafeRawBufferPointer, in scope: AnswerScope,
    into buffer: AnswerBuffer, call: String
  ) throws(LayoutError) -> Int {
    let (counts, outsideCount) = try head.readAnswer(bulkLength: bulk.count)
    try border.check(counts, in: scope, call: call)
    unsafe try buffer.take(counts, from: bulk)
    return outsideCount
  }

  func askScrollTarget(
    proposed: Point, velocity: Vector, bounds: Rect, afterUpdate: Bool
  ) throws(LayoutError) -> Point? {
    guard offers(LAYOUT_EXT_SCROLL_TARGET) else { return nil }
    return unsafe try request(
      .scrollTarget, call: "target",
      with: .target(proposed: proposed, velocity: velocity, bounds: bounds)
    ) {
      $0.write(proposed)
      $0.write(velocity)
      $0.write(bounds)
      $0.write(afterUpdate)
    } read: { head, _ throws(LayoutError) in
      guard try head.readBool() else { return nil }
      let target: Point = try head.read()
      try border.scrollTarget(target)
      return target
    }
  }

  func askResult(
    ofAction index: Int, arguments: [LayoutValue]
  ) throws(LayoutError) -> LayoutValue {
    let action = try action(at: index)
    return unsafe try request(
      .action, call: action.name, with: .action(index, arguments: arguments)
    ) {
      $0.write(count: index)
      $0.write(each: arguments) { $0.write($1) }
    } read: { head, _ throws(LayoutError) in
      let value = try head.readValue()
      try border.result(value, of: action)
      return value
    }
  }
}

extension FrameNews {
  /// Returns true if a frame with these news is known to prepare.
  func willPrepare(_ request: FrameRequest) -> Bool {
    request.marks != LAYOUT_MARK_NOTHING || shape != nil || bindings != nil
  }
}

extension CallNote.Frame {
  /// Creates the record of a request. Copies references and allocates nothing.
  init(_ request: FrameRequest, _ shape: DataShape) {
    self.init(
      time: request.time, bounds: request.bounds, rect: request.rect, touch: request.touch,
      marks: request.marks,
      itemCounts: shape.itemCounts.list.count <= Self.keptCount ? shape.itemCounts : nil,
      updates: request.updates.count <= Self.keptCount ? request.updates : [],
      updateCount: request.updates.count)
  }
}
