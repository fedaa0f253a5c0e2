// SPDX-License-Identifier: Apache-2.0
//
// Puts the pages of one bulk answer together in the plugin's memory.

import LayoutABI
import LayoutModel

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
