// SPDX-License-Identifier: Apache-2.0
//
// A plugin's question for a range of values, answered at once or piece by piece.

import CLayoutSystem
import LayoutABI
import LayoutModel
import LayoutRuntime

/// A question whose answer grows in the message that will carry it. The plugin waits meanwhile, so the
/// pieces may be as small as the app's time allows, and the plugin cannot tell.
struct BulkQuestion {
  /// Of the query.
  let index: Int
  let type: ValueType
  let section: UInt32
  let first: UInt32
  /// Values asked for.
  let count: Int
  /// True when the plugin asked for less, and the worker for the rest of the page.
  let isPage: Bool
  /// Of the data that it is about.
  let epoch: UInt64
  private let out: UnsafeMutableRawPointer
  private var answer: BulkAnswer
  /// The status of the app's last piece.
  private(set) var status: layout_status = LAYOUT_OK
  /// The number of values to ask the app for next.
  private var pieceLength = BulkQuestion.firstPiece

  /// Values in the first piece: an app that takes a microsecond for each holds nobody up with them.
  static let firstPiece = 1024
  /// A piece that took less, in nanoseconds, is followed by one that is sixteen times as long.
  private static let shortTime: Int64 = 20_000

  init(
    index: Int, type: ValueType, section: UInt32, first: UInt32, count: Int, isPage: Bool,
    epoch: UInt64, out: UnsafeMutableRawPointer
  ) {
    (self.index, self.type, self.section, self.first) = (index, type, section, first)
    (self.count, self.isPage, self.epoch, self.out) = (count, isPage, epoch, out)
    answer = BulkAnswer(out: out, type: type)
  }

  /// True when the answer is whole, or failed.
  var isDone: Bool { answer.count >= count || status != LAYOUT_OK }

  /// LAYOUT_ANSWERED_… for the range.
  var how: UInt32 { status == LAYOUT_OK ? answer.how : LAYOUT_ANSWERED_NONE }

  /// Bytes of the answer.
  var byteCount: Int {
    switch how {
    case LAYOUT_ANSWERED_ALL: count * type.byteCount
    case LAYOUT_ANSWERED_UNIFORM: type.byteCount
    default: 0
    }
  }

  /// Asks the app for all that is missing.
  mutating func answerRest(from queries: QueryTable) { ask(count - answer.count, queries) }

  /// Asks the app for the next piece.
  ///
  /// - Parameter limit: Values at most. Types that cannot say "unanswered" are answered whole or not
  ///   at all, so they are asked whole.
  /// - Returns: How many values were asked for, and how many of them the app had to lay out.
  mutating func answerPiece(
    from queries: QueryTable, atMost limit: Int
  ) -> (count: Int, cost: Int) {
    let left = count - answer.count
    let length = type.hasUnanswered ? min(pieceLength, left, max(1, limit)) : left
    let start = layout_sys_monotonic_ns()
    let how = ask(length, queries)
    if layout_sys_monotonic_ns() - start < Self.shortTime {
      pieceLength = min(length * 16, 1 << 22)
    }
    return (length, how == LAYOUT_ANSWERED_ALL ? length : 1)
  }

  @discardableResult
  private mutating func ask(_ length: Int, _ queries: QueryTable) -> UInt32 {
    let place = out + answer.count * type.byteCount
    let (status, how) = queries.answerMany(
      index, section: section, first: first + UInt32(answer.count), count: UInt32(length),
      into: place)
    self.status = status
    guard status == LAYOUT_OK else { return how }
    let valueCount =
      how == LAYOUT_ANSWERED_ALL ? length : how == LAYOUT_ANSWERED_UNIFORM ? 1 : 0
    answer.append(
      length, how: how,
      values: UnsafeRawBufferPointer(start: place, count: valueCount * type.byteCount))
    return how
  }
}
