// SPDX-License-Identifier: Apache-2.0
//
// What a host offers to a layout that is made of others.

import LayoutLoading
import LayoutModel

/// Finds the code of a layout by its id, where that may run in this process.
public typealias ChildFinder = (_ id: String) throws(LayoutError) -> PluginImage

/// The host's side of `layout.children/1` for one instance.
protocol ChildOffer: AnyObject {
  /// The host's table of the extension.
  var extensionTable: UnsafeRawPointer { get }
}
