// SPDX-License-Identifier: Apache-2.0
//
// The app's data as the engine asks for it.

import LayoutModel

/// Counts, views and identities of the data that an engine shows.
///
/// A value of at most three words lies in the existential itself, so that asking for a view counts no
/// reference and allocates nothing. The shell makes one for each pass that asks.
package protocol DataSupply {
  /// The number of sections.
  func numberOfSections() throws -> Int
  /// The number of items that every section has; nil when each is to be asked for its own.
  func numberOfItemsInEverySection() throws -> Int?
  /// The number of items in a section.
  func numberOfItems(inSection section: Int) throws -> Int
  /// The cell of an item, filled.
  func cell(at path: ItemPath) throws -> Cell
  /// The view of a supplementary element, filled.
  func supplementaryView(ofKind kind: String, at path: ItemPath) throws -> ReusableView

  /// The identities of items, by which a selection survives data that are read anew; nil when items
  /// have none.
  var identities: (any ItemIdentities)? { get }

  /// True when items can be moved by hand.
  var reordersItems: Bool { get }
  /// Returns true when a person may move the item.
  func canMoveItem(at path: ItemPath) -> Bool
  /// Moves the item in the data.
  func moveItem(at path: ItemPath, to target: ItemPath) throws
}

/// Identities of items. Like ``DataSupply``, a value of at most three words.
package protocol ItemIdentities {
  /// The identity of the item at a path; nil when there is no such item.
  func identity(ofItemAt path: ItemPath) -> AnyHashable?
  /// The path of an item now; nil when it is gone.
  func path(ofItemWithIdentity identity: AnyHashable) -> ItemPath?
}
