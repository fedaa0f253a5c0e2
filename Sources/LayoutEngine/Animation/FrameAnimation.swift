// SPDX-License-Identifier: Apache-2.0
//
// A change that one frame shows, on its way to being animated.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The facts about a change that one frame needs to animate it. A class, so that the frames without
/// one carry a single pointer.
final class FrameAnimation {
  /// Nil shows the outcome at once.
  let timing: AnimationTiming?
  /// The layout's answer around the viewport before the change: the start of elements that slide
  /// into sight.
  let surroundings = AnswerBuffer()
  /// True when it finishes the transition under somebody's hand.
  var isFinishing = false
  /// Told when the animation is over.
  var completions: [(Bool) -> Void] = []

  init(timing: AnimationTiming?, completion: ((Bool) -> Void)? = nil) {
    self.timing = timing
    if let completion { completions.append(completion) }
  }

  /// Looks around the viewport of the frame on screen, one viewport far to each side. A layout that
  /// cannot say is believed to have nothing there.
  func look(around front: ShownFrame) {
    let (bounds, size) = (front.scroll.bounds, front.scroll.container)
    let area = Rect(
      x: bounds.x - size.width, y: bounds.y - size.height, width: 3 * size.width,
      height: 3 * size.height)
    do { try front.layout.connection.attributes(in: area, into: surroundings) } catch {
      surroundings.clear()
    }
  }
}
