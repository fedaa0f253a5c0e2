// SPDX-License-Identifier: Apache-2.0
//
// Data as identities: sections and items that are told apart whatever their places.

import LayoutModel

/// What a collection view shows, by identity.
///
/// Every section identity and every item identity is unique in the snapshot; the calls that would
/// break this throw `duplicate-identity` and change nothing.
public struct DiffableSnapshot<SectionID: Hashable, ItemID: Hashable> {
  /// Section identities, in order.
  public private(set) var sectionIDs: [SectionID] = []
  private var items: [[ItemID]] = []
  private var sectionIndices: [SectionID: Int] = [:]
  private var known: Set<ItemID> = []
  /// Items to make anew although they stayed, in the order asked for.
  public private(set) var reloadedIDs: [ItemID] = []

  /// A snapshot without sections.
  public init() {}

  /// The number of items in all sections.
  public var itemCount: Int { known.count }

  /// Items of each section.
  public var counts: [Int] { items.map(\.count) }

  /// Whether the item is in the snapshot. O(1).
  public func contains(_ item: ItemID) -> Bool { known.contains(item) }

  /// The items of the section at `index`, in order.
  public func itemIDs(inSectionAt index: Int) -> [ItemID] { items[index] }

  /// The items of a section, in order.
  /// - Throws: `unknown-identity` when there is no such section.
  public func itemIDs(in section: SectionID) throws(LayoutError) -> [ItemID] {
    items[try index(of: section)]
  }

  /// Where a section stands. O(1).
  /// - Throws: `unknown-identity` when there is no such section.
  public func index(of section: SectionID) throws(LayoutError) -> Int {
    guard let index = sectionIndices[section] else {
      throw LayoutError(
        "unknown-identity",
        "The snapshot has no section \(section). Append it with appendSections first.")
    }
    return index
  }

  /// Adds empty sections at the end.
  /// - Throws: `duplicate-identity` when one is there already, or is given twice.
  public mutating func appendSections(_ sections: [SectionID]) throws(LayoutError) {
    var indices = sectionIndices
    for (offset, section) in sections.enumerated() {
      guard indices.updateValue(sectionIDs.count + offset, forKey: section) == nil else {
        throw LayoutError(
          "duplicate-identity",
          "Section \(section) is in the snapshot already. Give each section an identity of its own."
        )
      }
    }
    sectionIndices = indices
    sectionIDs += sections
    items += Array(repeating: [], count: sections.count)
  }

  /// Adds items at the end of a section.
  /// - Throws: `unknown-identity` for the section, `duplicate-identity` when an item is anywhere in
  ///   the snapshot already, or is given twice.
  /// - Complexity: O(items given).
  public mutating func appendItems(
    _ newItems: [ItemID], to section: SectionID
  ) throws(LayoutError) {
    let index = try index(of: section)
    known.reserveCapacity(known.count + newItems.count)
    for (offset, item) in newItems.enumerated() where !known.insert(item).inserted {
      for added in newItems[..<offset] { known.remove(added) }
      throw LayoutError(
        "duplicate-identity",
        "Item \(item) is in the snapshot already. Give each item an identity of its own.")
    }
    items[index] += newItems
  }

  /// Takes items out; those that are not there are passed over. O(all items).
  public mutating func deleteItems(_ gone: some Sequence<ItemID>) {
    let gone = known.intersection(gone)
    guard !gone.isEmpty else { return }
    known.subtract(gone)
    for index in items.indices { items[index].removeAll(where: gone.contains) }
  }

  /// Takes sections out, with their items; those that are not there are passed over.
  public mutating func deleteSections(_ gone: some Sequence<SectionID>) {
    let gone = Set(gone)
    for (section, content) in zip(sectionIDs, items) where gone.contains(section) {
      known.subtract(content)
    }
    let kept = zip(sectionIDs, items).filter { !gone.contains($0.0) }
    sectionIDs = kept.map(\.0)
    items = kept.map(\.1)
    sectionIndices = Dictionary(uniqueKeysWithValues: zip(sectionIDs, sectionIDs.indices))
  }

  /// Asks for new views of items that stay.
  /// - Throws: `unknown-identity` when one is not in the snapshot.
  public mutating func reloadItems(_ stale: [ItemID]) throws(LayoutError) {
    for item in stale where !known.contains(item) {
      throw LayoutError("unknown-identity", "The snapshot has no item \(item) to reload.")
    }
    reloadedIDs += stale
  }

  /// Puts the item at `path` where it then has the path `target`; both are paths that there are.
  package mutating func moveItem(at path: ItemPath, to target: ItemPath) {
    items[target.section].insert(items[path.section].remove(at: path.item), at: target.item)
  }

  /// The reloads asked for have happened.
  package mutating func forgetReloads() { reloadedIDs = [] }
}
