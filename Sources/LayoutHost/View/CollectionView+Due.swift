// SPDX-License-Identifier: Apache-2.0
//
// The question if an app's clock has to tick.

import LayoutEngine

extension CollectionView {
  /// True when the next `advance(to:)` has something to show: something was changed since the last frame,
  /// or something moves by itself. While it is false an app may let its clock rest.
  public var isFrameDue: Bool {
    state.isAnythingDue() || isMoving || companion?.isSwapping == true
  }
}
