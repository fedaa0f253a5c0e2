// SPDX-License-Identifier: Apache-2.0
//
// An item on its way to a place in the viewport.

import LayoutModel
import LayoutUpdates

/// The goal of animated scrolling. Sizes that were estimated become known on the way, so the
/// offset that reaches it is worked out anew after every frame.
struct ScrollGoal: Equatable, Sendable {
  var path: ItemPath
  /// Without `nearest`, which means another place from every offset.
  let position: ScrollPosition

  /// The same goal after the data changed; nil when its item is gone.
  func followed(_ plan: UpdatePlan?) -> ScrollGoal? {
    plan?.keptPlace(of: path).map { ScrollGoal(path: $0, position: position) }
  }
}

extension ScrollState {
  /// Sets the content in motion towards `target` with the velocity that it has, as the app wants it.
  mutating func glide(to target: Point, at time: Double) {
    let velocity = motion?.velocity(at: time) ?? .zero
    func spring(_ start: Double, _ velocity: Double, _ target: Double) -> AxisMotion {
      .damped(CriticalSpring(start: start, velocity: velocity, chosenTarget: target))
    }
    let motion = ScrollMotion(
      start: time, horizontal: spring(offset.x, velocity.dx, target.x),
      vertical: spring(offset.y, velocity.dy, target.y), edges: edges)
    stop()
    self.motion = motion
    isPlaced = true
    if motion.isOver(at: time) {
      offset = motion.rest
      self.motion = nil
    }
  }
}
