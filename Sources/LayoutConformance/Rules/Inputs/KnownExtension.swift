// SPDX-License-Identifier: Apache-2.0
//
// The extensions that this host knows, with how many functions the table of each has.

import LayoutABI

/// An extension of the contract, by its id.
enum KnownExtension: String, CaseIterable {
  case crossScroll = "layout.cross-scroll/1"
  case dynamics = "layout.dynamics/1"
  case reordering = "layout.reordering/1"
  case scrollTarget = "layout.scroll-target/1"
  case selfSizing = "layout.self-sizing/1"
  case state = "layout.state/1"
  case transition = "layout.transition/1"
  case updates = "layout.updates/1"

  /// Bytes of the table.
  var tableSize: Int {
    switch self {
    case .crossScroll: MemoryLayout<layout_cross_scroll>.size
    case .dynamics: MemoryLayout<layout_dynamics>.size
    case .reordering: MemoryLayout<layout_reordering>.size
    case .scrollTarget: MemoryLayout<layout_scroll_target>.size
    case .selfSizing: MemoryLayout<layout_self_sizing>.size
    case .state: MemoryLayout<layout_state>.size
    case .transition: MemoryLayout<layout_transition>.size
    case .updates: MemoryLayout<layout_updates>.size
    }
  }
}
