// SPDX-License-Identifier: Apache-2.0
//
// How much larger text is in a large view.

import LayoutModel
import LayoutTypography

/// The factor by which text, chips and margins grow with the view.
enum TextScale {
  /// Returns 1 for a view of up to 1,600 × 1,000 points, and more for larger ones, since people stand
  /// farther away from them; in quarters, so that a small change of the view does not change it.
  static func factor(for room: Size) -> Double {
    let factor = min(room.width, room.height * 1.6) / 1600
    return factor.isFinite ? ((factor * 4).rounded() / 4).clamped(to: 1...8) : 1
  }
}
