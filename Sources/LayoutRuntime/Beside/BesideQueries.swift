// SPDX-License-Identifier: Apache-2.0
//
// The queries of a layout on its own thread, and the app's answers to them.

import Glibc
import LayoutABI
import LayoutModel

/// Answers a layout's queries by asking the app's thread and waiting for it. A range is answered in
/// place. For a single path it fetches a page of neighbours, as in a worker, and answers later
/// queries from that page.
///
/// Only the layout's thread uses it, and for one frame, so all pages are about the same data.
///
/// Memory safety: it owns the memory of a page. A plugin's pointers are used only while the call
/// that passed them waits.
@safe
final class BesideQueries: QueryAnswering {
  private let descriptors: [QueryDescriptor]
  private let isBound: [Bool]
  private let itemCounts: SectionCounts
  private let epoch: UInt64
  private let talk: BesideTalk
  private var pages = QueryPages()
  /// The memory for a page, allocated when a page is first asked for.
  private var room: UnsafeMutableRawPointer?
  /// The error that the app threw in the current call.
  private var pendingError: LayoutError?
  /// The time that the layout waited for answers, in nanoseconds.
  private(set) var waitedTime: Int64 = 0

  /// Creates queries with the bindings that `table` has now, about the data of `shape`.
  init(_ table: QueryTable, shape: DataShape, over talk: BesideTalk) {
    (descriptors, self.talk) = (table.descriptors, talk)
    isBound = table.descriptors.indices.map(table.isBound)
    (itemCounts, epoch) = (shape.itemCounts, shape.epoch)
  }

  deinit { unsafe room?.deallocate() }

  func isBound(_ index: Int) -> Bool { isBound.indices.contains(index) && isBound[index] }

  func answerOne(
    _ index: Int, section: UInt32, item: UInt32,
    arguments: UnsafePointer<UnsafeMutableRawPointer?>?, into out: UnsafeMutableRawPointer
  ) -> layout_status {
    guard isBound(index) else { return LAYOUT_UNANSWERED }
    let status = unsafe pages.answer(
      index, descriptors[index], section: section, item: item, in: itemCounts, into: out
    ) { section, range in unsafe page(index, section, range) }
    if let status { return status }
    return unsafe ask(
      .one(
        BesidePath(index: index, section: section, item: item, arguments: arguments, out: out))
    ).status
  }

  private func page(
    _ index: Int, _ section: UInt32, _ range: Range<UInt32>
  ) -> QueryPages.Fetched? {
    let out = unsafe room ?? makeRoom()
    let page = unsafe many(index, section, range, into: out, isPage: true)
    guard unsafe page.status == LAYOUT_OK else { return nil }
    return unsafe QueryPages.Fetched(how: page.how, values: page.values)
  }

  private func makeRoom() -> UnsafeMutableRawPointer {
    let stride = descriptors.lazy.map(\.result.byteCount).max() ?? 0
    let made = UnsafeMutableRawPointer.allocate(
      byteCount: QueryPages.pageLength * stride, alignment: 16)
    unsafe room = unsafe made
    return unsafe made
  }

  func answerMany(
    _ index: Int, section: UInt32, first: UInt32, count: UInt32, into out: UnsafeMutableRawPointer
  ) -> (status: layout_status, how: UInt32) {
    guard isBound(index) else { return (LAYOUT_OK, LAYOUT_ANSWERED_NONE) }
    let query = descriptors[index]
    guard query.arguments.isEmpty else { return (LAYOUT_ERROR_UNSUPPORTED, LAYOUT_ANSWERED_NONE) }
    var range = unsafe BulkAnswer(out: out, type: query.result)
    return unsafe range.append(Int(count)) { place, count in
      let first = first + UInt32(place)
      let out = unsafe out + place * query.result.byteCount
      unsafe Self.makePresent(out, min(count, BulkAnswer.pieceLength) * query.result.byteCount)
      return unsafe many(index, section, first..<first + UInt32(count), into: out, isPage: false)
    }
  }

  /// Asks the kernel to map the memory that is about to be written. Clearing a large page takes
  /// longer than the rest of a look. Without this the app's thread, which writes first, would clear
  /// it between two frames.
  private static func makePresent(_ start: UnsafeMutableRawPointer, _ byteCount: Int) {
    let pageSize = 4096
    let first = (UInt(bitPattern: start) + UInt(pageSize - 1)) & ~UInt(pageSize - 1)
    let end = unsafe UInt(bitPattern: start + byteCount) & ~UInt(pageSize - 1)
    guard first < end, let pages = unsafe UnsafeMutableRawPointer(bitPattern: first) else { return }
    // Before Linux 5.14 this call has no effect: writing is then slower, but still correct.
    unsafe madvise(pages, Int(end - first), Self.populateWrite)
  }

  /// The value of MADV_POPULATE_WRITE.
  private static let populateWrite: Int32 = 23

  private func many(
    _ index: Int, _ section: UInt32, _ range: Range<UInt32>, into out: UnsafeMutableRawPointer,
    isPage: Bool
  ) -> BulkAnswer.Piece {
    let type = descriptors[index].result
    let answer = unsafe ask(
      .range(
        BulkQuestion(
          index: index, type: type, section: section, first: range.lowerBound, count: range.count,
          isPage: isPage, epoch: epoch, out: out)))
    let count =
      switch answer.how {
      case LAYOUT_ANSWERED_ALL: range.count
      case LAYOUT_ANSWERED_UNIFORM: 1
      default: 0
      }
    return unsafe BulkAnswer.Piece(
      status: answer.status, how: answer.how,
      values: UnsafeRawBufferPointer(start: out, count: count * type.byteCount))
  }

  private func ask(_ question: BesideQuestion) -> BesideAnswer {
    let start = OperationClock.now(CLOCK_MONOTONIC)
    let answer = unsafe talk.ask(question)
    waitedTime += OperationClock.now(CLOCK_MONOTONIC) - start
    // Only the first error counts; the later ones follow from it.
    if pendingError == nil { pendingError = answer.error }
    return answer
  }

  func takeError(call: String) -> LayoutError? {
    defer { pendingError = nil }
    pendingError?.call = call
    return pendingError
  }
}

// MARK: - Serving
//
// The app's side: answers the same questions with the app's closures.

extension QueryTable {
  /// Answers a question about one path.
  func answer(_ path: BesidePath) -> BesideAnswer {
    let status = unsafe answerOne(
      path.index, section: path.section, item: path.item, arguments: path.arguments,
      into: path.out)
    return BesideAnswer(status: status, error: takeError(call: ""))
  }

  /// Returns the answer to a finished question about a range.
  func answer(_ question: BulkQuestion) -> BesideAnswer {
    var error = takeError(call: "")
    // A page also covers paths that the layout did not ask for, so its error is dropped. The path
    // that the layout needs is asked for again.
    if unsafe question.isPage { error = nil }
    return unsafe BesideAnswer(status: question.status, how: question.how, error: error)
  }
}
