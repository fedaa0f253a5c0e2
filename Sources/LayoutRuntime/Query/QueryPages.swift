// SPDX-License-Identifier: Apache-2.0
//
// The answers that a layout beside the frames keeps, in pages.

import LayoutABI
import LayoutModel

/// Pages of answers by query, section and number.
package struct QueryPages: ~Copyable {
  /// Items, or sections, that are fetched when the plugin asks for one.
  package static let pageLength = 4096

  private struct Key: Hashable {
    var query: Int
    var section: UInt32
    /// The first item of the page, in pages.
    var number: Int
  }

  /// The answers to neighbouring paths.
  fileprivate struct Page {
    var how: UInt32
    var stride: Int
    /// As they came: nothing, one value, or one for each path.
    var values: [UInt8]
  }

  /// Most questions come in order, so the last page answers almost all of them without hashing.
  private var last: (key: Key, page: Page)?
  private var pages: [Key: Page] = [:]

  /// Nothing kept yet.
  package init() {}

  /// Forgets all.
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

  /// Answers from a page; nil when it is not here.
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
  /// Unsafe: the values are lent; read them at once.
  @unsafe
  package struct Fetched {
    /// LAYOUT_ANSWERED_….
    let how: UInt32
    /// As `how` says: none, one, or one for each path; read at once.
    let values: UnsafeRawBufferPointer

    package init(how: UInt32, values: UnsafeRawBufferPointer) {
      unsafe (self.how, self.values) = unsafe (how, values)
    }
  }

  /// Answers for one path from its page.
  ///
  /// - Parameter fetch: Asks for a page that is not here; nil when the app failed to answer the whole of it.
  /// - Returns: Nil when the path has to be asked for alone: a type without NaN cannot say "unanswered"
  ///   inside a page, and where a page failed this path may still have an answer.
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
  /// The items of a section; 0 where there is no such section.
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
      // The first number says whether there is an answer at all.
      if unsafe value.loadUnaligned(as: Double.self).isNaN { return LAYOUT_UNANSWERED }
      unsafe UnsafeMutableRawBufferPointer(start: out, count: stride).copyMemory(from: value)
      return LAYOUT_OK
    }
  }
}

// MARK: - One bulk answer

/// A bulk answer that grows page by page.
///
/// As long as all pages say the same (nothing, or one value for all) nothing is written but that one
/// value; the first page that differs makes the plugin's memory be filled from the start.
///
/// Unsafe: the memory is of the side that asked, with room for as many values as are appended.
@unsafe
package struct BulkAnswer {
  private let out: UnsafeMutableRawPointer
  private let type: ValueType
  /// Values so far.
  package private(set) var count = 0
  /// LAYOUT_ANSWERED_… for the range so far.
  package private(set) var how: UInt32 = LAYOUT_ANSWERED_NONE

  /// An empty answer in memory for as many values as will be appended.
  package init(out: UnsafeMutableRawPointer, type: ValueType) {
    unsafe self.out = unsafe out
    unsafe self.type = type
  }

  /// Appends the answer for the next `step` paths; `values` is what `how` says: none, one or all.
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
    // Where they were asked for in their place there is nothing to do.
    guard unsafe values.baseAddress != UnsafeRawPointer(out + place * stride) else { return }
    unsafe UnsafeMutableRawBufferPointer(start: out + place * stride, count: values.count)
      .copyMemory(from: values)
  }

  private func isFirst(_ value: UnsafeRawBufferPointer) -> Bool {
    unsafe UnsafeRawBufferPointer(start: out, count: stride).elementsEqual(value)
  }

  /// Writes every value of a range that was answered by one value, which lies at its start, or not
  /// at all.
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
  /// Items of a piece: pages that stay in the processor's cache while two threads or processes pass them on.
  /// A range that is answered as uniform goes on sixteen times wider, so that a hundred million equal items
  /// take a handful of exchanges.
  package static let pieceLength = 65_536

  /// The answer to a piece.
  ///
  /// Unsafe: the values are lent; read them at once.
  @unsafe
  package struct Piece {
    package let status: layout_status
    package let how: UInt32
    /// As `how` says: none, one or all; read at once.
    package let values: UnsafeRawBufferPointer

    package init(status: layout_status, how: UInt32, values: UnsafeRawBufferPointer) {
      unsafe (self.status, self.how, self.values) = unsafe (status, how, values)
    }
  }

  /// Appends the answers to so many paths, asked for piece by piece.
  package mutating func append(
    _ total: Int, asking ask: (_ place: Int, _ count: Int) -> Piece
  ) -> (status: layout_status, how: UInt32) {
    // Without NaN a range is answered whole or not at all, so it must be asked whole.
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
  /// True when a value of the type can say "unanswered", which bulk answers in pages need.
  package var hasUnanswered: Bool {
    switch self {
    case .number, .point, .size, .insets: true
    default: false
    }
  }
}
