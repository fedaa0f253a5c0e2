// SPDX-License-Identifier: Apache-2.0
//
// A batch that was checked against the data: where every item and section goes.

import LayoutABI
import LayoutModel

/// The effect of a ``BatchUpdate`` on data of known counts.
///
/// Made by ``BatchUpdate/plan(from:to:)``, which throws unless the batch is consistent, so a plan is
/// always right about the data it was made for.
public struct UpdatePlan: Sendable {
  let sections: OrderMap
  let sectionMoves: MoveTable<Int>
  /// By old section; nil for a section without item changes.
  let items: [Int: OrderMap]
  let itemMoves: MoveTable<ItemPath>
  /// Old sections whose items are all made anew. Ascending.
  let reloadedSections: [Int]
  /// Old paths of the items that are made anew in their place. Ascending.
  let reloadedItems: [ItemPath]
  /// Everything that takes effect, in the order in which layouts are told: sections before items,
  /// deletes, inserts, moves, reloads.
  public let changes: [Change]

  /// One change as a layout is told of it; whole sections have no item.
  public struct Change: Equatable, Sendable {
    /// What can happen; the raw values are those of the ABI.
    public enum Action: UInt32, Sendable { case insert = 0, delete, move, reload }
    /// An item, or a whole section when `item` is nil.
    public struct Place: Equatable, Sendable {
      /// Its index.
      public var section: Int
      /// The item's index in the section; nil for the section as a whole.
      public var item: Int?

      /// A place from its indices.
      public init(section: Int, item: Int?) {
        self.section = section
        self.item = item
      }
    }

    /// What happened.
    public var action: Action
    /// In the old data; nil for an insert.
    public var before: Place?
    /// In the new data; nil for a delete.
    public var after: Place?
  }

  /// Where the section went; nil when it was deleted. O(log changes).
  public func newSection(of old: Int) -> Int? {
    sectionMoves.target(of: old) ?? sections.newIndex(of: old)
  }

  /// Where the section came from; nil when it was inserted. O(log changes).
  public func oldSection(of new: Int) -> Int? {
    sectionMoves.source(of: new) ?? sections.oldIndex(of: new)
  }

  /// Where the item went; nil when it was deleted or is made anew. O(log changes).
  public func newPath(of old: ItemPath) -> ItemPath? {
    isReloaded(old) ? nil : newPlace(of: old)
  }

  /// Where the item came from; nil when it was inserted or is made anew. O(log changes).
  public func oldPath(of new: ItemPath) -> ItemPath? {
    guard let old = oldPlace(of: new), !isReloaded(old) else { return nil }
    return old
  }

  /// Where the item's place went, whether or not the item is made anew there.
  /// O(log changes).
  public func newPlace(of old: ItemPath) -> ItemPath? {
    if let target = itemMoves.target(of: old) { return target }
    guard let section = newSection(of: old.section) else { return nil }
    guard let map = items[old.section] else { return ItemPath(section, old.item) }
    return map.newIndex(of: old.item).map { ItemPath(section, $0) }
  }

  /// Where an item went that a person looks at or has chosen: one that is made anew by itself is the
  /// same one, and of a section that is made anew nobody can tell. O(log changes).
  public func keptPlace(of old: ItemPath) -> ItemPath? {
    isReloaded(section: old.section) ? nil : newPlace(of: old)
  }

  /// Where the place came from, whether or not its item is made anew.
  func oldPlace(of new: ItemPath) -> ItemPath? {
    if let source = itemMoves.source(of: new) { return source }
    guard let section = oldSection(of: new.section) else { return nil }
    guard let map = items[section] else { return ItemPath(section, new.item) }
    return map.oldIndex(of: new.item).map { ItemPath(section, $0) }
  }

  /// Whether the old section stays and all in it is made anew. O(log changes).
  public func isReloaded(section old: Int) -> Bool {
    let index = reloadedSections.lowerBound { $0 < old }
    return index < reloadedSections.count && reloadedSections[index] == old
  }

  private func isReloaded(_ old: ItemPath) -> Bool {
    if isReloaded(section: old.section) { return true }
    let item = reloadedItems.lowerBound { $0 < old }
    return item < reloadedItems.count && reloadedItems[item] == old
  }
}

extension UpdatePlan.Change {
  /// The record that crosses to a layout.
  public var record: layout_update {
    layout_update(
      action: action.rawValue,
      of_section: (before ?? after)?.item == nil ? 1 : 0,
      before: Self.path(before), after: Self.path(after))
  }

  private static func path(_ place: Place?) -> layout_path {
    guard let place else { return layout_path(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE) }
    return layout_path(
      section: UInt32(place.section), item: place.item.map(UInt32.init) ?? LAYOUT_PATH_NONE)
  }
}
