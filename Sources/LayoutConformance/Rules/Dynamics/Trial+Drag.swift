// SPDX-License-Identifier: Apache-2.0
//
// Setting elements moving.

import LayoutABI
import LayoutModel

extension Trial {
  /// Moves the viewport under a finger in its middle, and prepares when the layout wants that; does
  /// not wait for its rest.
  func drag(by distance: Double) throws(Finding) {
    let old = world.bounds
    world.offset.y += distance
    let (status, marks) = shouldInvalidate(from: old, to: world.bounds, touch: old.center)
    try ok(status, "should_invalidate")
    guard marks != LAYOUT_MARK_NOTHING else { return }
    try ok(prepare(marks), "prepare")
    try ok(contentSize().status, "content_size")
  }
}
