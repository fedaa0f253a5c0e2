// SPDX-License-Identifier: Apache-2.0
//
// What moves between two frames of the layout.

import LayoutModel

extension CollectionView {
  /// The animation of changes, unless a call says otherwise.
  public var animation: AnimationSettings {
    get { frames.animation.settings }
    set { frames.animation.settings = newValue }
  }

  /// True when a change is still being animated.
  public var isAnimating: Bool { frames.animation.motion.isTimed }

  /// The report of the last batch.
  package var lastUpdateReport: UpdateReport { frames.animation.report }

  /// Shows what is under way at the present time, without asking the layout.
  func animate() {
    guard !frames.isRunning else { return }
    frames.isRunning = true
    frames.animation.motion.evaluate(at: clock)
    frames.counters.add(presenter.replay())
    frames.counters.frames += 1
    settleAnimations()
    frames.isRunning = false
    tellFinished()
  }

  /// Ends what is over at the present time; the views of elements that are gone leave.
  func settleAnimations() {
    let animation = frames.animation
    animation.isDue = false
    animation.finish(animation.motion.takeFinished(at: clock), isWhole: true)
    guard !animation.leaving.isEmpty else { return }
    let presenter = presenter
    for element in animation.leaving.take(where: { !animation.motion.isActive($0.serial) }) {
      presenter.recycle(element.serial)
      frames.counters.recycles += 1
    }
  }

  /// Puts on screen what is there already.
  private var presenter: Presenter {
    Presenter(
      view: self, store: store, source: dataSource ?? frames.nobody, delegate: listener,
      stage: stage, old: frames.front, new: frames.front)
  }
}
