// SPDX-License-Identifier: Apache-2.0
//
// Tables of the contract that this side makes.

import LayoutABI
import LayoutABIDrafts

/// A table of the contract, which may grow at its end in later headers.
///
/// Such a table is never made by the initializer that names all members: it would have to name the
/// members of later headers too. It starts as zeros. A zero in a later member means the behaviour
/// before that member existed.
package protocol ABITable {
  init()
  var struct_size: UInt32 { get set }
}

extension ABITable {
  /// Returns a table of zeros with its size filled in.
  @inline(__always)
  package static func sized() -> Self {
    var table = Self()
    table.struct_size = UInt32(MemoryLayout<Self>.size)
    return table
  }
}

extension layout_addition: ABITable {}
extension layout_answer: ABITable {}
extension layout_bounds_change: ABITable {}
extension layout_children: ABITable {}
extension layout_cross_scroll: ABITable {}
extension layout_dynamics: ABITable {}
extension layout_host: ABITable {}
extension layout_instance: ABITable {}
extension layout_invalidation: ABITable {}
extension layout_query_functions: ABITable {}
extension layout_reordering: ABITable {}
extension layout_scroll: ABITable {}
extension layout_scroll_target: ABITable {}
extension layout_self_sizing: ABITable {}
extension layout_snapshot: ABITable {}
extension layout_state: ABITable {}
extension layout_updates: ABITable {}
