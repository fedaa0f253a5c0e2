// SPDX-License-Identifier: Apache-2.0
//
// Changes of snapshots relative to a neighbour: before or after an item or a section.

import LayoutModel

extension DiffableSnapshot {
  /// Returns the path of an item; nil when it is not in the snapshot. O(all items).
  public func path(of item: ItemID) -> ItemPath? {
    guard contains(item) else { return nil }
    for (section, content) in items.enumerated() {
      if let index = content.firstIndex(of: item) { return ItemPath(section, index) }
    }
    return nil
  }

  /// The section that an item is in; nil when it is not in the snapshot. O(all items).
  public func sectionID(containing item: ItemID) -> SectionID? {
    path(of: item).map { sectionIDs[$0.section] }
  }

  /// The number of items of a section. O(1).
  /// - Throws: `unknown-identity` when there is no such section.
  public func itemCount(in section: SectionID) throws(LayoutError) -> Int {
    items[try index(of: section)].count
  }

  /// Adds items before an existing one. O(all items).
  /// - Throws: `unknown-identity` for the neighbour, `duplicate-identity` as `appendItems`.
  public mutating func insertItems(
    _ newItems: [ItemID], beforeItem neighbour: ItemID
  ) throws(LayoutError) {
    try insert(newItems, at: try place(of: neighbour))
  }

  /// Adds items after an existing one. O(all items).
  /// - Throws: `unknown-identity` for the neighbour, `duplicate-identity` as `appendItems`.
  public mutating func insertItems(
    _ newItems: [ItemID], afterItem neighbour: ItemID
  ) throws(LayoutError) {
    let place = try place(of: neighbour)
    try insert(newItems, at: ItemPath(place.section, place.item + 1))
  }

  /// Puts an item before another, in any section. O(all items).
  /// - Throws: `unknown-identity` when one of the two is not in the snapshot.
  public mutating func moveItem(
    _ item: ItemID, beforeItem neighbour: ItemID
  ) throws(LayoutError) {
    try move(item, to: neighbour, isBehind: false)
  }

  /// Puts an item after another, in any section. O(all items).
  /// - Throws: `unknown-identity` when one of the two is not in the snapshot.
  public mutating func moveItem(_ item: ItemID, afterItem neighbour: ItemID) throws(LayoutError) {
    try move(item, to: neighbour, isBehind: true)
  }

  /// Adds empty sections before an existing one. O(sections).
  /// - Throws: `unknown-identity` for the neighbour, `duplicate-identity` as `appendSections`.
  public mutating func insertSections(
    _ sections: [SectionID], beforeSection neighbour: SectionID
  ) throws(LayoutError) {
    try insert(sections, at: try index(of: neighbour))
  }

  /// Adds empty sections after an existing one. O(sections).
  /// - Throws: `unknown-identity` for the neighbour, `duplicate-identity` as `appendSections`.
  public mutating func insertSections(
    _ sections: [SectionID], afterSection neighbour: SectionID
  ) throws(LayoutError) {
    try insert(sections, at: try index(of: neighbour) + 1)
  }

  /// Puts a section before another, with its items. O(sections).
  /// - Throws: `unknown-identity` when one of the two is not in the snapshot.
  public mutating func moveSection(
    _ section: SectionID, beforeSection neighbour: SectionID
  ) throws(LayoutError) {
    try move(section, to: neighbour, isBehind: false)
  }

  /// Puts a section after another, with its items. O(sections).
  /// - Throws: `unknown-identity` when one of the two is not in the snapshot.
  public mutating func moveSection(
    _ section: SectionID, afterSection neighbour: SectionID
  ) throws(LayoutError) {
    try move(section, to: neighbour, isBehind: true)
  }

  private func place(of item: ItemID) throws(LayoutError) -> ItemPath {
    guard let path = path(of: item) else {
      throw LayoutError(
        .unknownIdentity, "The snapshot has no item \(item). Append it with appendItems first.")
    }
    return path
  }

  private mutating func move(
    _ item: ItemID, to neighbour: ItemID, isBehind: Bool
  ) throws(LayoutError) {
    let source = try place(of: item)
    // A move beside itself changes nothing.
    guard item != neighbour else { return }
    _ = try place(of: neighbour)
    items[source.section].remove(at: source.item)
    guard let target = path(of: neighbour) else { return }
    items[target.section].insert(item, at: target.item + (isBehind ? 1 : 0))
  }

  private mutating func move(
    _ section: SectionID, to neighbour: SectionID, isBehind: Bool
  ) throws(LayoutError) {
    let source = try index(of: section)
    var target = try index(of: neighbour) + (isBehind ? 1 : 0)
    guard section != neighbour else { return }
    if source < target { target -= 1 }
    sectionIDs.insert(sectionIDs.remove(at: source), at: target)
    items.insert(items.remove(at: source), at: target)
    countSections()
  }
}

// MARK: - At the end
//
// Snapshots of data without sections, or filled section by section.

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
