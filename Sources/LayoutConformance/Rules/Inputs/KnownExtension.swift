// SPDX-License-Identifier: Apache-2.0
//
// The extensions that this host knows, with the size of each one's table.

import LayoutABI
import LayoutABIDrafts

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

  /// Bytes of the table in ABI 1.0, or of the draft; later ones may be longer.
  var tableSize: Int {
    switch self {
    case .crossScroll: LAYOUT_1_0_SIZE_cross_scroll
    case .dynamics: LAYOUT_1_0_SIZE_dynamics
    case .reordering: LAYOUT_DRAFT_SIZE_reordering
    case .scrollTarget: LAYOUT_1_0_SIZE_scroll_target
    case .selfSizing: LAYOUT_1_0_SIZE_self_sizing
    case .state: LAYOUT_1_0_SIZE_state
    case .transition: LAYOUT_DRAFT_SIZE_transition
    case .updates: LAYOUT_1_0_SIZE_updates
    }
  }
}
