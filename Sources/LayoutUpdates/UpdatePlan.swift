// SPDX-License-Identifier: Apache-2.0
//
// A batch that was checked against the data, with the new place of every item and section.

import LayoutABI
import LayoutModel

/// The effect of a ``BatchUpdate`` on data of known counts.
///
/// Made by ``BatchUpdate/plan(from:to:)``, which throws unless the batch is consistent, so a plan is
/// always right about the data it was made for.
///
/// Three functions map an old path to a new one. ``newPath(of:)`` is nil for an item that is deleted
/// or reloaded: it is for views. ``newPlace(of:)`` is nil only for a deleted item: it is for places.
/// ``keptPlace(of:)`` is ``newPlace(of:)``, but nil in a reloaded section: it is for what a person
/// selected.
public struct UpdatePlan: Sendable {
  private let map: ChangeMap
  /// All effective changes, in the order for layouts: sections before items, deletes, inserts,
  /// moves, reloads.
  public let changes: [Change]

  init(_ changes: [Change]) {
    self.changes = changes
    map = ChangeMap(changes.map(\.record))
  }

  /// One change in the form for layouts; whole sections have no item.
  public struct Change: Equatable, Sendable {
    /// The action of a change; the raw values are those of the ABI.
    public enum Action: UInt32, Sendable {
      /// Something new at ``UpdatePlan/Change/after``.
      case insert = 0
      /// The end of something at ``UpdatePlan/Change/before``.
      case delete
      /// The same at another place.
      case move
      /// New content at the same place.
      case reload
    }
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

    /// The action.
    public var action: Action
    /// The place in the old data; nil for an insert.
    public var before: Place?
    /// The place in the new data; nil for a delete.
    public var after: Place?
  }

  /// Returns the new index of a section; nil when it was deleted. O(log changes).
  public func newSection(of old: Int) -> Int? {
    UInt32(exactly: old).flatMap { map.newSection(of: $0, followsRenewed: true) }.map(Int.init)
  }

  /// Returns the old index of a section; nil when it was inserted. O(log changes).
  public func oldSection(of new: Int) -> Int? {
    UInt32(exactly: new).flatMap { map.oldSection(of: $0, followsRenewed: true) }.map(Int.init)
  }

  /// Returns the new path of an item; nil when it was deleted or reloaded. O(log changes).
  public func newPath(of old: ItemPath) -> ItemPath? {
    layout_path(old).flatMap { map.newPath(of: $0) }.map(ItemPath.init)
  }

  /// Returns the old path of an item; nil when it was inserted or reloaded. O(log changes).
  public func oldPath(of new: ItemPath) -> ItemPath? {
    layout_path(new).flatMap { map.oldPath(of: $0) }.map(ItemPath.init)
  }

  /// Returns the new path of an item's place, even when the item is reloaded there. O(log changes).
  public func newPlace(of old: ItemPath) -> ItemPath? {
    layout_path(old).flatMap { map.newPath(of: $0, followsRenewed: true) }.map(ItemPath.init)
  }

  /// Returns the new path of an item that a person sees or has selected; nil when it was deleted or
  /// its whole section is reloaded. A single reloaded item counts as the same item. O(log changes).
  public func keptPlace(of old: ItemPath) -> ItemPath? {
    isReloaded(section: old.section) ? nil : newPlace(of: old)
  }

  /// Returns true when the old section stays and all its items are reloaded. O(log changes).
  public func isReloaded(section old: Int) -> Bool {
    UInt32(exactly: old).map(map.isRenewed(section:)) ?? false
  }
}

extension UpdatePlan.Change {
  /// The record for a layout.
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

// MARK: - Records
//
// A map of changes from the records for a layout.

extension ChangeMap {
  /// The map of these changes, which must be consistent: no place is removed or filled twice.
  package init(_ updates: [layout_update]) {
    self.init()
    for update in updates { add(update) }
    finish()
  }
}

extension Array where Element == PlaceMap.Change {
  /// Sorts changes by their keys. The kit compiles ChangeMap.swift too, and has its own version of
  /// this function (`DataBatch.swift`), so it is not in that file.
  mutating func sortByFirstWords() { sort { $0.key < $1.key } }
}

extension layout_path {
  /// The record of a path; nil when an index does not fit into 32 bits.
  init?(_ path: ItemPath) {
    guard let section = UInt32(exactly: path.section), let item = UInt32(exactly: path.item)
    else { return nil }
    self.init(section: section, item: item)
  }
}

extension ItemPath {
  init(_ path: layout_path) { self.init(Int(path.section), Int(path.item)) }
}
