// SPDX-License-Identifier: Apache-2.0
//
// Sorting elements by name with the C library: Swift's own sort would be a twentieth of a plugin.

import LayoutABI

/// The name of an element and where it stands, in two words that sort as names do.
struct NameRank: BitwiseCopyable {
  private let high: UInt64
  private let low: UInt64

  /// The rank of the element at `index`, which is below 2³².
  init(_ name: ElementName, at index: Int) {
    high = UInt64(name.category) << 48 | UInt64(name.section) << 16 | UInt64(name.item) >> 16
    low =
      UInt64(name.item) << 48 | UInt64(name.kind) << 32
      | UInt64(UInt32(truncatingIfNeeded: index))
  }

  /// The index of the element.
  var index: Int { Int(UInt32(truncatingIfNeeded: low)) }
}
