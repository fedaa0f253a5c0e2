// SPDX-License-Identifier: Apache-2.0
//
// Tables of the contract that the kit makes.

import LayoutABI

/// A table of the contract, which may grow at its end in later headers: it starts as zeros, and members are
/// set one by one.
protocol KitTable {
  init()
  var struct_size: UInt32 { get set }
}

extension KitTable {
  /// Returns a table of zeros that says its size.
  @inline(__always)
  static func sized() -> Self {
    var table = Self()
    table.struct_size = UInt32(MemoryLayout<Self>.size)
    return table
  }
}

extension layout_action: KitTable {}
extension layout_answer: KitTable {}
extension layout_bounds_change: KitTable {}
extension layout_descriptor: KitTable {}
extension layout_event: KitTable {}
extension layout_field: KitTable {}
extension layout_invalidation: KitTable {}
extension layout_kind: KitTable {}
extension layout_plugin: KitTable {}
extension layout_property: KitTable {}
extension layout_query: KitTable {}
extension layout_scroll: KitTable {}
extension layout_snapshot: KitTable {}
