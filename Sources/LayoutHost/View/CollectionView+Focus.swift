// SPDX-License-Identifier: Apache-2.0
//
// The item that the keyboard is at, apart from what is selected.

import LayoutEngine
import LayoutModel

extension CollectionView {
  /// The item that keys go on from; nil before anything was selected.
  public var focusedItem: ItemPath? { state.focusedItem }

  /// Puts the keyboard at an item. What is selected stays, and nobody is told. A session that is written
  /// down does not know of it.
  ///
  /// - Throws: `unknown-path`; `reentrant-touch` while the delegate is asked for its consent; what the
  ///   frame gave that was due.
  public func moveFocus(to path: ItemPath) throws(LayoutError) {
    try state.checkNotAsking()
    try layoutIfNeeded()
    try state.checkItem(path)
    state.moveFocus(to: path)
  }
}
