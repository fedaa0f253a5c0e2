// SPDX-License-Identifier: Apache-2.0
//
// What identifies an element among the elements of one frame, packed so that comparing is cheap.

import LayoutABI

/// Category, section, item and kind, ordered in this sequence.
///
/// Two integers instead of four members: a frame compares hundreds of keys and hashes none.
@frozen
public struct ElementKey: Comparable, Hashable, Sendable {
  /// Category and section.
  public let high: UInt64
  /// Item and kind.
  public let low: UInt64

  /// The key of the element with this category, section, item and kind.
  @inlinable
  public init(category: UInt16, section: UInt32, item: UInt32, kind: UInt16) {
    high = UInt64(category) << 32 | UInt64(section)
    low = UInt64(item) << 16 | UInt64(kind)
  }

  @inlinable
  public static func < (a: Self, b: Self) -> Bool {
    a.high == b.high ? a.low < b.low : a.high < b.high
  }
}

extension layout_attributes {
  /// The element's identity in its frame.
  @inlinable
  public var key: ElementKey {
    ElementKey(category: category, section: section, item: item, kind: kind)
  }
}

extension layout_element {
  /// The element's identity in its frame.
  @inlinable
  public var key: ElementKey {
    ElementKey(category: category, section: section, item: item, kind: kind)
  }
}
