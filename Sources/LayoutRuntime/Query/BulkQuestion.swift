// SPDX-License-Identifier: Apache-2.0
//
// What a layout that prepares beside the frames asks of the app: a range that is answered piece by piece,
// and how much of it one step answers.

import CLayoutSystem
import LayoutABI
import LayoutModel

// MARK: - Ranges

/// A question whose answer grows where it will lie: in the message that will carry it, or in the memory of
/// the plugin that asked. The plugin waits meanwhile, so the pieces may be as small as the app's time allows,
/// and the plugin cannot tell.
///
/// Unsafe: the answer goes to memory of the side that asks, which waits until it is there.
@unsafe
package struct BulkQuestion {
  /// Of the query.
  package let index: Int
  package let type: ValueType
  package let section: UInt32
  package let first: UInt32
  /// Values asked for.
  package let count: Int
  /// True when the plugin asked for less, and the worker for the rest of the page.
  package let isPage: Bool
  /// Of the data that it is about.
  package let epoch: UInt64
  private let out: UnsafeMutableRawPointer
  private var answer: BulkAnswer
  /// The status of the app's last piece.
  package private(set) var status: layout_status = LAYOUT_OK
  /// The number of values to ask the app for next.
  private var pieceLength = unsafe BulkQuestion.firstPiece

  /// Values in the first piece: an app that takes a microsecond for each holds nobody up with them.
  static let firstPiece = 1024
  /// A piece that took less, in nanoseconds, is followed by one that is sixteen times as long.
  private static let shortTime: Int64 = 20_000

  package init(
    index: Int, type: ValueType, section: UInt32, first: UInt32, count: Int, isPage: Bool,
    epoch: UInt64, out: UnsafeMutableRawPointer
  ) {
    unsafe (self.index, self.type, self.section, self.first) = (index, type, section, first)
    unsafe (self.count, self.isPage, self.epoch, self.out) = unsafe (count, isPage, epoch, out)
    unsafe answer = unsafe BulkAnswer(out: out, type: type)
  }

  /// True when the answer is whole, or failed.
  package var isDone: Bool { unsafe answer.count >= count || status != LAYOUT_OK }

  /// LAYOUT_ANSWERED_… for the range.
  package var how: UInt32 { unsafe status == LAYOUT_OK ? answer.how : LAYOUT_ANSWERED_NONE }

  /// Bytes of the answer.
  package var byteCount: Int {
    switch unsafe how {
    case LAYOUT_ANSWERED_ALL: unsafe count * type.byteCount
    case LAYOUT_ANSWERED_UNIFORM: unsafe type.byteCount
    default: 0
    }
  }

  /// Asks the app for all that is missing.
  package mutating func answerRest(from queries: QueryTable) {
    unsafe ask(count - answer.count, queries)
  }

  /// Asks the app for the next piece.
  ///
  /// - Parameter limit: Values at most. Types that cannot say "unanswered" are answered whole or not
  ///   at all, so they are asked whole.
  /// - Returns: How many values were asked for, and how many of them the app had to lay out.
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

/// The share of one step for the plugin's questions: a page of answers and a millisecond, whichever
/// ends first. A frame of the layout on screen comes between two steps, and has eight or sixteen.
package struct StepBudget {
  /// Answers that lie one by one in the app's memory.
  package static let answerLimit = 65_536
  /// Nanoseconds.
  package static let timeLimit: Int64 = 1_000_000
  /// The time to wait for the next question, in nanoseconds: most plugins go on asking at
  /// once, and a step for each page would take as many frames as there are pages.
  package static let lull: Int64 = 200_000

  package private(set) var answersLeft: Int
  private let end: Int64

  /// One step's.
  package init(time: Int64 = Self.timeLimit) {
    (answersLeft, end) = (Self.answerLimit, layout_sys_monotonic_ns() + time)
  }

  private init(answersLeft: Int, end: Int64) { (self.answersLeft, self.end) = (answersLeft, end) }

  /// Of who waits for the answer anyway.
  package static let endless = StepBudget(answersLeft: .max, end: .max)

  /// Nanoseconds left.
  private var timeLeft: Int64 { end - layout_sys_monotonic_ns() }

  /// True when nothing more is served in this step.
  package var isSpent: Bool { answersLeft <= 0 || timeLeft <= 0 }

  /// The time to wait for the next message, in nanoseconds.
  package var wait: Int64 { max(0, min(timeLeft, Self.lull)) }

  /// Notes answers that were given.
  package mutating func spend(_ count: Int) { answersLeft -= count }
}
