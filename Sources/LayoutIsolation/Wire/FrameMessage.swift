// SPDX-License-Identifier: Apache-2.0
//
// Calls on the wire: a frame with the head of its answer, and calls through extension tables.

import LayoutABI
import LayoutModel
import LayoutRuntime

// MARK: - Frames

/// The part of a FRAME message beside the request: only the changes since the last one.
struct FrameNews {
  /// The data and the room, if they differ from those sent last. Listed item counts are sent as
  /// bulk data, because ten million sections should not be copied twice.
  var shape: DataShape?
  /// The bound queries, if they or an answer changed.
  var bindings: Bindings?

  /// The queries that the app answers now.
  struct Bindings: Equatable {
    var revision: UInt64
    /// One byte for each query of the descriptor: 1 if it is bound.
    var bound: [UInt8]
  }
}

extension WireWriter {
  /// Appends a frame's request. Does not allocate.
  mutating func write(_ request: FrameRequest, news: FrameNews) {
    write(request.time)
    write(request.oldBounds)
    write(request.bounds)
    write(request.rect)
    write(request.touch != nil)
    if let touch = request.touch { write(touch) }
    write(request.marks)
    write(request.elements)
    write(request.updates)
    write(each: request.crossOffsets.entries) { head, entry in
      head.write(count: entry.section)
      head.write(entry.offset)
    }
    write(news.shape != nil)
    if let shape = news.shape {
      write(shape.contentInset)
      write(shape.scale)
      write(shape.isRightToLeft)
      write(shape.itemCounts.uniformCount != nil)
      if let count = shape.itemCounts.uniformCount {
        write(count)
        write(count: shape.itemCounts.count)
      }
    }
    write(news.bindings != nil)
    if let bindings = news.bindings {
      write(bindings.revision)
      write(bindings.bound)
    }
  }

  /// Appends the outcome of a frame. Does not allocate.
  mutating func write(_ outcome: FrameOutcome) {
    write(outcome.contentSize)
    write(outcome.didPrepare)
    write(outcome.isMoving)
    write(count: outcome.calls.count)
    write(outcome.calls.packed)
  }

  /// Appends the lengths of the arrays of `buffer`, which are sent as bulk data, and the number of
  /// elements that were dropped from it.
  mutating func write(answerIn buffer: AnswerBuffer) {
    write(buffer.counts)
    write(count: buffer.outsideCount)
  }

  /// Appends the lengths of an answer's arrays, which are sent as bulk data.
  mutating func write(_ counts: AnswerCounts) {
    write(count: counts.records)
    write(count: counts.transforms)
    write(count: counts.payload)
  }
}

extension WireReader {
  /// Reads the next frame's request. `epoch` comes from the header and `itemCounts` from the bulk
  /// data.
  mutating func readFrame(
    epoch: UInt64, itemCounts: UnsafeRawBufferPointer
  ) throws(LayoutError) -> (request: FrameRequest, news: FrameNews) {
    let time = try read(Double.self)
    let oldBounds = try read(Rect.self)
    var request = FrameRequest(time: time, oldBounds: oldBounds, bounds: try read())
    request.rect = try read()
    request.touch = try readBool() ? try read() : nil
    request.marks = try read()
    request.elements = try readList()
    request.updates = try readList()
    for _ in 0..<(try readCount(minimumSize: 12)) {
      let section = try readCount()
      request.crossOffsets[section] = try read()
    }
    var news = FrameNews()
    if try readBool() { news.shape = unsafe try readShape(epoch: epoch, itemCounts: itemCounts) }
    if try readBool() {
      news.bindings = FrameNews.Bindings(revision: try read(), bound: try readList())
    }
    return (request, news)
  }

  private mutating func readShape(
    epoch: UInt64, itemCounts: UnsafeRawBufferPointer
  ) throws(LayoutError) -> DataShape {
    var shape = DataShape(
      epoch: epoch, contentInset: try read(), scale: try read(), isRightToLeft: try readBool())
    shape.itemCounts =
      if try readBool() {
        SectionCounts(repeating: try read(), count: try readCount())
      } else {
        unsafe SectionCounts([UInt32](copying: itemCounts))
      }
    return shape
  }

  /// Reads the outcome of a frame.
  mutating func readOutcome() throws(LayoutError) -> FrameOutcome {
    let (size, didPrepare, isMoving) = (try read() as Size, try readBool(), try readBool())
    let count = try readCount()
    return FrameOutcome(
      contentSize: size, didPrepare: didPrepare, isMoving: isMoving,
      calls: FrameCalls(packed: try read(), count: count))
  }

  /// Reads the lengths of an answer's arrays, and checks them against the bulk data of the message.
  mutating func readAnswerCounts(bulkLength: Int) throws(LayoutError) -> AnswerCounts {
    let counts = AnswerCounts(
      records: try readCount(), transforms: try readCount(), payload: try readCount())
    guard counts.byteCount == bulkLength else {
      throw .wire("an answer of \(counts.byteCount) bytes that brings \(bulkLength)")
    }
    return counts
  }

  /// Reads the lengths of the arrays of an answer to a request, and the number of elements that the
  /// worker dropped.
  mutating func readAnswer(
    bulkLength: Int
  ) throws(LayoutError) -> (counts: AnswerCounts, outsideCount: Int) {
    (try readAnswerCounts(bulkLength: bulkLength), try readCount())
  }
}

extension AnswerCounts {
  /// The number of bytes of the three arrays end to end: records, transforms, payload. Records and
  /// transforms are whole cache lines, so each array is aligned for its type. It cannot overflow,
  /// because counts have 32 bits.
  var byteCount: Int {
    records * MemoryLayout<layout_attributes>.stride
      + transforms * MemoryLayout<layout_transform>.stride + payload * MemoryLayout<UInt64>.stride
  }
}

extension [UInt32] {
  /// Copies the numbers in `bytes`, once.
  fileprivate init(copying bytes: UnsafeRawBufferPointer) {
    let count = bytes.count / MemoryLayout<UInt32>.stride
    unsafe self.init(unsafeUninitializedCapacity: count) { room, initialized in
      unsafe UnsafeMutableRawBufferPointer(room).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[..<(count * 4)]))
      initialized = count
    }
  }
}

// MARK: - Extensions

extension WireWriter {
  /// Appends an end of an update: start or final.
  mutating func write(_ end: UpdateEnd) { write(end == .initial) }

  /// Appends a notice: its number, then its content.
  mutating func write(_ notice: TransitionNotice) {
    switch notice {
    case .prepareFrom(let id):
      write(UInt8(0))
      write(id)
    case .prepareTo(let id):
      write(UInt8(1))
      write(id)
    case .finalize: write(UInt8(2))
    case .prepareForBoundsChange(let bounds):
      write(UInt8(3))
      write(bounds)
    case .finalizeBoundsChange: write(UInt8(4))
    }
  }

  /// Appends the dragged item and the position at which it is held.
  mutating func write(_ path: ItemPath, at position: Point) {
    let path = layout_path(wire: path)
    write(path.section)
    write(path.item)
    write(position)
  }

  /// Appends a track.
  mutating func write(_ track: CrossTrack) {
    write(count: track.section)
    write(track.frame)
    write(track.contentLength)
    write(track.offset)
    write(track.isVertical)
  }

  /// Appends the size that an element prefers.
  mutating func write(_ preference: SizePreference) {
    write(preference.element)
    write(preference.original)
    write(preference.preferred)
  }
}

extension WireReader {
  /// Reads the next end of an update.
  mutating func readEnd() throws(LayoutError) -> UpdateEnd { try readBool() ? .initial : .final }

  /// Reads the next notice.
  mutating func readNotice() throws(LayoutError) -> TransitionNotice {
    switch try read(UInt8.self) {
    case 0: .prepareFrom(try readText())
    case 1: .prepareTo(try readText())
    case 2: .finalize
    case 3: .prepareForBoundsChange(try read())
    case 4: .finalizeBoundsChange
    default: throw .wire("a notice of no known kind")
    }
  }

  /// Reads the next dragged item and the position at which it is held.
  mutating func readDrag() throws(LayoutError) -> (path: ItemPath, position: Point) {
    (ItemPath(try readCount(), try readCount()), try read())
  }

  /// Reads the next track, as the layout's own record.
  mutating func readTrack() throws(LayoutError) -> layout_cross_track {
    let section: UInt32 = try read()
    return layout_cross_track(
      frame: try read(), content_length: try read(), offset: try read(), section: section,
      flags: try readBool() ? LAYOUT_CROSS_VERTICAL : 0)
  }

  /// Reads the next preference.
  mutating func readPreference() throws(LayoutError) -> SizePreference {
    SizePreference(element: try read(), original: try read(), preferred: try read())
  }
}

extension layout_path {
  /// Creates the path as it is sent. A path that no data can have becomes another such path.
  init(wire path: ItemPath) {
    self.init(
      section: UInt32(exactly: path.section) ?? .max, item: UInt32(exactly: path.item) ?? .max)
  }
}
