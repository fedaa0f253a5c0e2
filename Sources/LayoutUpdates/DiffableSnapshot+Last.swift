// SPDX-License-Identifier: Apache-2.0
//
// Snapshots of data without sections, or filled section by section.

import LayoutModel

extension DiffableSnapshot {
  /// Adds items at the end of the last section.
  /// - Throws: `unknown-identity` when there is no section yet; `duplicate-identity` as of
  ///   ``appendItems(_:to:)``.
  /// - Complexity: O(items given).
  public mutating func appendItems(_ newItems: [ItemID]) throws(LayoutError) {
    guard let last = sectionIDs.last else {
      throw LayoutError(
        .unknownIdentity,
        "The snapshot has no section that items could go to. Append it with appendSections first.")
    }
    try appendItems(newItems, to: last)
  }
}

extension DiffableSnapshot where SectionID == Int {
  /// A snapshot of one section, number 0.
  /// - Throws: `duplicate-identity` when an item is given twice.
  public init(items: [ItemID]) throws(LayoutError) {
    self.init()
    try appendSections([0])
    try appendItems(items)
  }
}
