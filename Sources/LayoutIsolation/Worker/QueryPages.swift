// SPDX-License-Identifier: Apache-2.0
//
// The answers that a worker keeps, in pages.

import LayoutABI
import LayoutModel

/// Pages of answers by query, section and number.
struct QueryPages: ~Copyable {
  struct Key: Hashable {
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

  /// Forgets all.
  mutating func removeAll() {
    last = nil
    pages.removeAll(keepingCapacity: true)
  }

  /// Keeps a page, copying `values` once.
  mutating func insert(_ key: Key, how: UInt32, values: UnsafeRawBufferPointer, stride: Int) {
    let page = Page(how: how, stride: stride, values: [UInt8](values))
    pages[key] = page
    last = (key, page)
  }

  /// Answers from a page; nil when it is not here.
  mutating func answer(
    _ key: Key, _ place: Int, into out: UnsafeMutableRawPointer
  ) -> layout_status? {
    if last?.key != key {
      guard let page = pages[key] else { return nil }
      last = (key, page)
    }
    return last?.page.answer(place, into: out)
  }
}

extension QueryPages.Page {
  fileprivate func answer(_ place: Int, into out: UnsafeMutableRawPointer) -> layout_status {
    guard how != LAYOUT_ANSWERED_NONE else { return LAYOUT_UNANSWERED }
    let start = how == LAYOUT_ANSWERED_UNIFORM ? 0 : place * stride
    guard start + stride <= values.count else { return LAYOUT_UNANSWERED }
    return values.withUnsafeBytes { bytes in
      let value = UnsafeRawBufferPointer(rebasing: bytes[start..<(start + stride)])
      // The first number says whether there is an answer at all.
      if value.loadUnaligned(as: Double.self).isNaN { return LAYOUT_UNANSWERED }
      UnsafeMutableRawBufferPointer(start: out, count: stride).copyMemory(from: value)
      return LAYOUT_OK
    }
  }
}

// MARK: - One bulk answer

/// A bulk answer that grows page by page.
///
/// As long as all pages say the same (nothing, or one value for all) nothing is written but that one
/// value; the first page that differs makes the plugin's memory be filled from the start.
struct BulkAnswer {
  private let out: UnsafeMutableRawPointer
  private let type: ValueType
  /// Values so far.
  private(set) var count = 0
  /// LAYOUT_ANSWERED_… for the range so far.
  private(set) var how: UInt32 = LAYOUT_ANSWERED_NONE

  /// An empty answer in memory for as many values as will be appended.
  init(out: UnsafeMutableRawPointer, type: ValueType) {
    self.out = out
    self.type = type
  }

  /// Appends the answer for the next `step` paths; `values` is what `how` says: none, one or all.
  mutating func append(_ step: Int, how next: UInt32, values: UnsafeRawBufferPointer) {
    defer { count += step }
    if count == 0 {
      how = next
      copy(values, to: 0)
      return
    }
    if how == next && next == LAYOUT_ANSWERED_NONE { return }
    if how == next && next == LAYOUT_ANSWERED_UNIFORM && isFirst(values) { return }
    if how != LAYOUT_ANSWERED_ALL {
      spread(how, over: 0..<count)
      how = LAYOUT_ANSWERED_ALL
    }
    copy(values, to: count)
    if next != LAYOUT_ANSWERED_ALL { spread(next, over: count..<(count + step)) }
  }

  private var stride: Int { type.byteCount }

  private func copy(_ values: UnsafeRawBufferPointer, to place: Int) {
    UnsafeMutableRawBufferPointer(start: out + place * stride, count: values.count)
      .copyMemory(from: values)
  }

  private func isFirst(_ value: UnsafeRawBufferPointer) -> Bool {
    UnsafeRawBufferPointer(start: out, count: stride).elementsEqual(value)
  }

  /// Writes every value of a range that was answered by one value, which lies at its start, or not
  /// at all.
  private func spread(_ how: UInt32, over range: Range<Int>) {
    for place in range {
      let target = out + place * stride
      if how == LAYOUT_ANSWERED_UNIFORM {
        if place > range.lowerBound {
          target.copyMemory(from: out + range.lowerBound * stride, byteCount: stride)
        }
      } else {
        // Only types with NaN come in pages, so this cannot fail.
        try? type.storeUnanswered(to: target)
      }
    }
  }
}

extension ValueType {
  /// True when a value of the type can say "unanswered", which bulk answers in pages need.
  var hasUnanswered: Bool {
    switch self {
    case .number, .point, .size, .insets: true
    default: false
    }
  }
}
