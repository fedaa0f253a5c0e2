// SPDX-License-Identifier: Apache-2.0
//
// Where an item stands in the data. Not named `IndexPath`, which Foundation already takes.

/// The section and the item's index in it.
public struct ItemPath: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The section's index.
  public var section: Int
  /// The item's index in its section.
  public var item: Int

  /// A path from its two indices.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// A path from its two indices, section first.
  public init(_ section: Int, _ item: Int) { self.init(section: section, item: item) }

  /// By section, then by item.
  public static func < (a: Self, b: Self) -> Bool {
    (a.section, a.item) < (b.section, b.item)
  }

  /// "section.item".
  public var description: String { "\(section).\(item)" }
}
