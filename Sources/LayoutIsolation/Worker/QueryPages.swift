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
