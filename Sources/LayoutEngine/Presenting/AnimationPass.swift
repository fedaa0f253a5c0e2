// SPDX-License-Identifier: Apache-2.0
//
// What moves between two frames of the layout.

import LayoutModel

/// Shows and ends animations at the present time, without asking the layout.
struct AnimationPass {
  let state: EngineState
  let app: any EngineApp

  init(_ state: EngineState, _ app: any EngineApp) { (self.state, self.app) = (state, app) }

  private var frames: FrameState { state.frames }

  /// Shows what is under way, unless a frame is.
  func run() {
    guard !frames.isRunning else { return }
    frames.occupied {
      frames.animation.motion.evaluate(at: state.clock)
      let presenter = Presenter(state, app, old: frames.front, new: frames.front)
      frames.counters.add(presenter.replay())
      frames.counters.frames += 1
      end(presenter)
    }
    tellFinished()
  }

  /// Ends what is over at the present time; the views of elements that are gone leave.
  ///
  /// - Parameter presenter: Of the frame that was just shown.
  func end(_ presenter: Presenter) {
    let animation = frames.animation
    animation.isDue = false
    animation.finish(animation.motion.takeFinished(at: state.clock), isWhole: true)
    guard !animation.leaving.isEmpty else { return }
    for element in animation.leaving.take(where: { !animation.motion.isActive($0.serial) }) {
      presenter.recycle(element.serial)
      frames.counters.recycles += 1
    }
  }

  /// Tells whose animations are over.
  func tellFinished() { app.inApp { frames.animation.tellFinished() } }
}
