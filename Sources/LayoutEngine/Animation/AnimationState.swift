// SPDX-License-Identifier: Apache-2.0
//
// What a collection view keeps of its animations from frame to frame.

/// Everything between what the layout answers and what is shown.
final class AnimationState {
  let motion = ElementMotion()
  let leaving = LeavingElements()
  var settings = AnimationSettings()
  /// Whom to tell after the frame, and what.
  private var finished: [(completion: (Bool) -> Void, isWhole: Bool)] = []
  /// Of the last batch; empty of a layout that has no say in updates, unless it is kept.
  var report = UpdateReport()
  /// True when somebody reads the report of each batch.
  var keepsReport = false
  /// The transition under somebody's hand.
  var transition: InteractiveTransition?
  /// Something changed by hand that the clock does not know of.
  var isDue = false

  /// Remembers to tell these that their animation is over.
  func finish(_ completions: [(Bool) -> Void], isWhole: Bool) {
    for completion in completions { finished.append((completion, isWhole)) }
  }

  /// Ends all that is under way: everything is where it belongs from now on.
  func stop(at time: Double) {
    cancelTransition(.none, at: time)
    finish(motion.removeAll(), isWhole: false)
  }

  /// Takes the transition under somebody's hand back, in a course of time; `.none` does so with the
  /// next frame.
  func cancelTransition(_ timing: AnimationTiming, at time: Double) {
    guard let transition else { return }
    self.transition = nil
    leaving.forgetArrivals()
    let clip = transition.clip
    let course = timing.shortened(to: transition.progress)
    clip.release(transition.progress > 0 ? course : .none, at: time)
    clip.completions.append(transition.ending(isWhole: false))
    isDue = true
  }

  /// Tells whom it may concern. They may change the view, and begin the next animation.
  func tellFinished() {
    guard !finished.isEmpty else { return }
    let waiting = finished
    finished.removeAll()
    for (completion, isWhole) in waiting { completion(isWhole) }
  }
}
