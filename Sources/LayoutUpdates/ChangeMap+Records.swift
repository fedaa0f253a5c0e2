// SPDX-License-Identifier: Apache-2.0
//
// A map of changes from the records that cross to a layout.

import LayoutABI
import LayoutModel

extension ChangeMap {
  /// The map of these changes, which are consistent: no place is taken or given twice.
  package init(_ updates: [layout_update]) {
    self.init()
    for update in updates { add(update) }
    finish()
  }
}

extension Array where Element == PlaceMap.Change {
  /// Sorts changes by their keys.
  mutating func sortByFirstWord() { sort { $0.key < $1.key } }
}

extension layout_path {
  /// The record of a path; nil when an index does not fit.
  init?(_ path: ItemPath) {
    guard let section = UInt32(exactly: path.section), let item = UInt32(exactly: path.item)
    else { return nil }
    self.init(section: section, item: item)
  }
}

extension ItemPath {
  init(_ path: layout_path) { self.init(Int(path.section), Int(path.item)) }
}
