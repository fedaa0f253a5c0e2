// SPDX-License-Identifier: Apache-2.0
//
// A query for a range by a layout that prepares in parallel with the frames. It is answered piece
// by piece, and one step answers a limited part.

import CLayoutSystem
import LayoutABI
import LayoutModel

// MARK: - Ranges

/// A question whose answer is written directly to its final place: in the message that will carry
/// it, or in the memory of the plugin that asked. The plugin waits until the answer is complete, so
/// the size of the pieces may follow the app's time and the plugin does not notice it.
///
/// Unsafe: the answer is written to memory of the side that asks, which waits until it is there.
@unsafe
package struct BulkQuestion {
  /// The index of the query.
  package let index: Int
  package let type: ValueType
  package let section: UInt32
  package let first: UInt32
  /// The number of values asked for.
  package let count: Int
  /// True if the plugin asked for less, and the rest of the page is asked for in advance.
  package let isPage: Bool
  /// The epoch of the data that it is about.
  package let epoch: UInt64
  private let out: UnsafeMutableRawPointer
  private var answer: BulkAnswer
  /// The status of the app's last piece.
  package private(set) var status: layout_status = LAYOUT_OK
  /// The number of values to ask the app for next.
  private var pieceLength = unsafe BulkQuestion.firstPiece

  /// The number of values in the first piece. It is small, so that an app that takes a microsecond
  /// for each value does not delay other work.
  static let firstPiece = 1024
  /// The time in nanoseconds below which the next piece is sixteen times as long.
  private static let shortTime: Int64 = 20_000

  package init(
    index: Int, type: ValueType, section: UInt32, first: UInt32, count: Int, isPage: Bool,
    epoch: UInt64, out: UnsafeMutableRawPointer
  ) {
    unsafe (self.index, self.type, self.section, self.first) = (index, type, section, first)
    unsafe (self.count, self.isPage, self.epoch, self.out) = unsafe (count, isPage, epoch, out)
    unsafe answer = unsafe BulkAnswer(out: out, type: type)
  }

  /// True if the answer is complete, or failed.
  package var isDone: Bool { unsafe answer.count >= count || status != LAYOUT_OK }

  /// The LAYOUT_ANSWERED_… constant for the range.
  package var how: UInt32 { unsafe status == LAYOUT_OK ? answer.how : LAYOUT_ANSWERED_NONE }

  /// The number of bytes of the answer.
  package var byteCount: Int {
    switch unsafe how {
    case LAYOUT_ANSWERED_ALL: unsafe count * type.byteCount
    case LAYOUT_ANSWERED_UNIFORM: unsafe type.byteCount
    default: 0
    }
  }

  /// Asks the app for all missing values.
  package mutating func answerRest(from queries: QueryTable) {
    unsafe ask(count - answer.count, queries)
  }

  /// Asks the app for the next piece.
  ///
  /// - Parameter limit: The largest number of values to ask for. A type that cannot express
  ///   "unanswered" is answered for the whole range or not at all, so it is asked for the whole
  ///   range.
  /// - Returns: The number of values asked for, and the number of them that the app had to write.
  package mutating func answerPiece(
    from queries: QueryTable, atMost limit: Int
  ) -> (count: Int, cost: Int) {
    let left = unsafe count - answer.count
    let length = unsafe type.hasUnanswered ? min(pieceLength, left, max(1, limit)) : left
    let start = layout_sys_monotonic_ns()
    let how = unsafe ask(length, queries)
    if unsafe layout_sys_monotonic_ns() - start < Self.shortTime {
      unsafe pieceLength = min(length * 16, 1 << 22)
    }
    return (length, how == LAYOUT_ANSWERED_ALL ? length : 1)
  }

  @discardableResult
  private mutating func ask(_ length: Int, _ queries: QueryTable) -> UInt32 {
    let place = unsafe out + answer.count * type.byteCount
    let (status, how) = unsafe queries.answerMany(
      index, section: section, first: first + UInt32(answer.count), count: UInt32(length),
      into: place)
    unsafe self.status = status
    guard status == LAYOUT_OK else { return how }
    let valueCount =
      how == LAYOUT_ANSWERED_ALL ? length : how == LAYOUT_ANSWERED_UNIFORM ? 1 : 0
    unsafe answer.append(
      length, how: how,
      values: UnsafeRawBufferPointer(start: place, count: valueCount * type.byteCount))
    return how
  }
}

// MARK: - Steps

/// The budget of one step for the plugin's questions: a page of answers and a millisecond,
/// whichever ends first. Between two steps the layout on screen makes a frame, which has eight or
/// sixteen milliseconds.
package struct StepBudget {
  /// The largest number of values that the app writes one by one in a step.
  package static let answerLimit = 65_536
  /// The longest time of a step, in nanoseconds.
  package static let timeLimit: Int64 = 1_000_000
  /// The time to wait for the next question, in nanoseconds. Most plugins ask again at once;
  /// without this wait, a layout would take as many frames as it asks for pages.
  package static let lull: Int64 = 200_000

  package private(set) var answersLeft: Int
  private let end: Int64

  /// Creates the budget of one step.
  package init(time: Int64 = Self.timeLimit) {
    (answersLeft, end) = (Self.answerLimit, layout_sys_monotonic_ns() + time)
  }

  private init(answersLeft: Int, end: Int64) { (self.answersLeft, self.end) = (answersLeft, end) }

  /// The budget of a caller that waits for the answer anyway.
  package static let endless = StepBudget(answersLeft: .max, end: .max)

  /// The time left, in nanoseconds.
  private var timeLeft: Int64 { end - layout_sys_monotonic_ns() }

  /// True if no more questions are answered in this step.
  package var isSpent: Bool { answersLeft <= 0 || timeLeft <= 0 }

  /// The time to wait for the next message, in nanoseconds.
  package var wait: Int64 { max(0, min(timeLeft, Self.lull)) }

  /// Notes the number of answers that were given.
  package mutating func spend(_ count: Int) { answersLeft -= count }
}
