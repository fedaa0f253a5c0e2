// SPDX-License-Identifier: Apache-2.0
//
// The extensions of a child that its parent passes on.

import LayoutABI

/// The tables that a child offered; what it offered once stays.
struct ChildOffers {
  private(set) var scrollTarget: UnsafePointer<layout_scroll_target>?
  private(set) var dynamics: UnsafePointer<layout_dynamics>?
  private(set) var selfSizing: UnsafePointer<layout_self_sizing>?
  private(set) var crossScroll: UnsafePointer<layout_cross_scroll>?
  private(set) var updates: UnsafePointer<layout_updates>?

  /// The abilities that these tables stand for.
  var abilities: Abilities {
    var all = Abilities()
    if scrollTarget != nil { all.insert(.scrollTarget) }
    if dynamics != nil { all.insert(.dynamics) }
    if selfSizing != nil { all.insert(.selfSizing) }
    if crossScroll != nil { all.insert(.crossScroll) }
    if updates != nil { all.insert(.updates) }
    return all
  }

  /// Asks a child for its tables; another child than before starts anew.
  mutating func ask(_ child: UnsafePointer<layout_instance>) {
    scrollTarget = Self.find(child, "layout.scroll-target/1")
    dynamics = Self.find(child, "layout.dynamics/1")
    selfSizing = Self.find(child, "layout.self-sizing/1")
    crossScroll = Self.find(child, "layout.cross-scroll/1")
    updates = Self.find(child, "layout.updates/1")
  }

  private static func find<Table>(
    _ child: UnsafePointer<layout_instance>, _ id: StaticString
  ) -> UnsafePointer<Table>? {
    child.pointee.extension(child.pointee.context, id.text)?.assumingMemoryBound(to: Table.self)
  }
}
