// SPDX-License-Identifier: Apache-2.0
//
// Data whose items can be told apart after everything was read anew.

import LayoutEngine
import LayoutModel

/// A data source that knows its items by identity. The selection then survives `reloadData()`, which
/// clears it otherwise: a path alone may name another item afterwards. Both methods are called for each
/// selected item, and are best answered in constant time.
public protocol ItemIdentifying: CollectionViewDataSource {
  /// The identity of the item at a path; nil when there is no such item.
  func identity(ofItemAt path: ItemPath) -> AnyHashable?
  /// Returns the path of the item now; nil when it is gone.
  func path(ofItemWithIdentity identity: AnyHashable) -> ItemPath?
}
