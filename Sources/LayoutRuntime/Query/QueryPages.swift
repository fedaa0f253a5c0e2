// SPDX-License-Identifier: Apache-2.0
//
// The answers that a layout on another thread or in a worker keeps, in pages.

import LayoutABI
import LayoutModel

/// Pages of answers by query, section and number.
package struct QueryPages: ~Copyable {
  /// The number of items, or sections, that are fetched when the plugin asks for one.
  package static let pageLength = 4096

  private struct Key: Hashable {
    var query: Int
    var section: UInt32
    /// The first item of the page divided by the page length.
    var number: Int
  }

  /// The answers to neighbouring paths.
  fileprivate struct Page {
    var how: UInt32
    var stride: Int
    /// The values as they came: none, one, or one for each path.
    var values: [UInt8]
  }

  /// Most questions come in order, so the last page answers almost all of them without hashing.
  private var last: (key: Key, page: Page)?
  private var pages: [Key: Page] = [:]

  /// Creates pages without content.
  package init() {}

  /// Removes all pages.
  package mutating func removeAll() {
    last = nil
    pages.removeAll(keepingCapacity: true)
  }

  /// Keeps a page, copying `values` once.
  private mutating func insert(_ key: Key, how: UInt32, values: UnsafeRawBufferPointer, stride: Int)
  {
    let page = unsafe Page(how: how, stride: stride, values: [UInt8](values))
    pages[key] = page
    last = (key, page)
  }

  /// Returns the status of the answer from a page; nil if the page is not here.
  private mutating func answer(
    _ key: Key, _ place: Int, into out: UnsafeMutableRawPointer
  ) -> layout_status? {
    if last?.key != key {
      guard let page = pages[key] else { return nil }
      last = (key, page)
    }
    return unsafe last?.page.answer(place, into: out)
  }
}

extension QueryPages {
  /// The answers to a page.
  ///
  /// Unsafe: the values are lent. They must be read at once.
  @unsafe
  package struct Fetched {
    /// A LAYOUT_ANSWERED_… constant.
    let how: UInt32
    /// The values: none, one, or one for each path, depending on `how`.
    let values: UnsafeRawBufferPointer

    package init(how: UInt32, values: UnsafeRawBufferPointer) {
      unsafe (self.how, self.values) = unsafe (how, values)
    }
  }

  /// Answers for one path from its page.
  ///
  /// - Parameter fetch: Asks for a page that is not here; nil if the app failed to answer the whole
  ///   page.
  /// - Returns: Nil if the path must be asked for alone: a type without NaN cannot express
  ///   "unanswered" inside a page, and if a page failed, this path may still have an answer.
  package mutating func answer(
    _ index: Int, _ query: QueryDescriptor, section: UInt32, item: UInt32,
    in itemCounts: SectionCounts, into out: UnsafeMutableRawPointer,
    fetch: (_ section: UInt32, _ range: Range<UInt32>) -> Fetched?
  ) -> layout_status? {
    guard query.arguments.isEmpty, query.result.hasUnanswered else { return nil }
    let isSection = query.scope == .section
    let place = Int(isSection ? section : item)
    let section = isSection ? 0 : section
    let key = Key(query: index, section: section, number: place / Self.pageLength)
    if let status = unsafe answer(key, place % Self.pageLength, into: out) { return status }
    let first = key.number * Self.pageLength
    let limit = isSection ? itemCounts.count : itemCounts.itemCount(ofSection: Int(section))
    guard first < limit else { return nil }
    let range = UInt32(first)..<UInt32(min(first + Self.pageLength, limit))
    guard let page = unsafe fetch(section, range) else { return nil }
    unsafe insert(key, how: page.how, values: page.values, stride: query.result.byteCount)
    return unsafe answer(key, place % Self.pageLength, into: out)
  }
}

extension SectionCounts {
  /// Returns the number of items of a section; 0 if there is no such section.
  fileprivate func itemCount(ofSection section: Int) -> Int {
    section < count ? Int(self[section]) : 0
  }
}

extension QueryPages.Page {
  fileprivate func answer(_ place: Int, into out: UnsafeMutableRawPointer) -> layout_status {
    guard how != LAYOUT_ANSWERED_NONE else { return LAYOUT_UNANSWERED }
    let start = how == LAYOUT_ANSWERED_UNIFORM ? 0 : place * stride
    guard start + stride <= values.count else { return LAYOUT_UNANSWERED }
    return unsafe values.withUnsafeBytes { bytes in
      let value = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<(start + stride)])
      // If the first number is NaN, there is no answer.
      if unsafe value.loadUnaligned(as: Double.self).isNaN { return LAYOUT_UNANSWERED }
      unsafe UnsafeMutableRawBufferPointer(start: out, count: stride).copyMemory(from: value)
      return LAYOUT_OK
    }
  }
}

// MARK: - One bulk answer

/// A bulk answer that grows page by page.
///
/// As long as all pages have the same answer (none, or one value for all), only that one value is
/// written. The first page that differs fills the plugin's memory from the start.
///
/// Unsafe: the memory belongs to the side that asked and has room for all appended values.
@unsafe
package struct BulkAnswer {
  private let out: UnsafeMutableRawPointer
  private let type: ValueType
  /// The number of values so far.
  package private(set) var count = 0
  /// The LAYOUT_ANSWERED_… constant for the range so far.
  package private(set) var how: UInt32 = LAYOUT_ANSWERED_NONE

  /// Creates an empty answer in memory with room for all values that will be appended.
  package init(out: UnsafeMutableRawPointer, type: ValueType) {
    unsafe self.out = unsafe out
    unsafe self.type = type
  }

  /// Appends the answer for the next `step` paths. `values` holds none, one or all, depending on
  /// `how`.
  package mutating func append(_ step: Int, how next: UInt32, values: UnsafeRawBufferPointer) {
    defer { unsafe count += step }
    if unsafe count == 0 {
      unsafe how = next
      unsafe copy(values, to: 0)
      return
    }
    if unsafe how == next && next == LAYOUT_ANSWERED_NONE { return }
    if unsafe how == next && next == LAYOUT_ANSWERED_UNIFORM && isFirst(values) { return }
    if unsafe how != LAYOUT_ANSWERED_ALL {
      unsafe spread(how, over: 0..<count)
      unsafe how = LAYOUT_ANSWERED_ALL
    }
    unsafe copy(values, to: count)
    if next != LAYOUT_ANSWERED_ALL { unsafe spread(next, over: count..<(count + step)) }
  }

  private var stride: Int { unsafe type.byteCount }

  private func copy(_ values: UnsafeRawBufferPointer, to place: Int) {
    // Values that were written in place need no copy.
    guard unsafe values.baseAddress != UnsafeRawPointer(out + place * stride) else { return }
    unsafe UnsafeMutableRawBufferPointer(start: out + place * stride, count: values.count)
      .copyMemory(from: values)
  }

  private func isFirst(_ value: UnsafeRawBufferPointer) -> Bool {
    unsafe UnsafeRawBufferPointer(start: out, count: stride).elementsEqual(value)
  }

  /// Writes every value of a range that was answered by one value, which is at the start of the
  /// range, or was not answered.
  private func spread(_ how: UInt32, over range: Range<Int>) {
    for place in range {
      let target = unsafe out + place * stride
      if how == LAYOUT_ANSWERED_UNIFORM {
        if place > range.lowerBound {
          unsafe target.copyMemory(from: out + range.lowerBound * stride, byteCount: stride)
        }
      } else {
        // Only types with NaN come in pages, so this cannot fail.
        unsafe try? type.storeUnanswered(to: target)
      }
    }
  }
}

extension BulkAnswer {
  /// The number of items of a piece: a piece stays in the processor's cache while two threads or
  /// processes pass it on. After a uniform answer the next piece is sixteen times as long, so that
  /// a hundred million equal items take only a few exchanges.
  package static let pieceLength = 65_536

  /// The answer to a piece.
  ///
  /// Unsafe: the values are lent. They must be read at once.
  @unsafe
  package struct Piece {
    package let status: layout_status
    package let how: UInt32
    /// The values: none, one or all, depending on `how`.
    package let values: UnsafeRawBufferPointer

    package init(status: layout_status, how: UInt32, values: UnsafeRawBufferPointer) {
      unsafe (self.status, self.how, self.values) = unsafe (status, how, values)
    }
  }

  /// Appends the answers to `total` paths, asked for piece by piece.
  package mutating func append(
    _ total: Int, asking ask: (_ place: Int, _ count: Int) -> Piece
  ) -> (status: layout_status, how: UInt32) {
    // A type without NaN is answered for the whole range or not at all, so it is asked for the
    // whole range.
    var length = unsafe type.hasUnanswered ? Self.pieceLength : total
    while unsafe count < total {
      let step = unsafe min(length, total - count)
      let piece = unsafe ask(count, step)
      guard unsafe piece.status == LAYOUT_OK else {
        return unsafe (piece.status, LAYOUT_ANSWERED_NONE)
      }
      unsafe append(step, how: piece.how, values: piece.values)
      length =
        unsafe piece.how == LAYOUT_ANSWERED_ALL ? Self.pieceLength : min(length * 16, 1 << 22)
    }
    return unsafe (LAYOUT_OK, how)
  }
}

extension ValueType {
  /// True if a value of the type can express "unanswered", which bulk answers in pages need.
  package var hasUnanswered: Bool {
    switch self {
    case .number, .point, .size, .insets: true
    default: false
    }
  }
}
