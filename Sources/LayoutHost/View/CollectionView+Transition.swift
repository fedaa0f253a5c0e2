// SPDX-License-Identifier: Apache-2.0
//
// From one layout to another under somebody's hand, such as a pinch.

import LayoutModel

extension CollectionView {
  /// The layout that shall take over in the transition under way; nil without one.
  public var transitionLayout: CollectionLayout? {
    frames.animation.transition == nil ? nil : transitionTarget
  }

  /// The progress of the transition under way, 0 to 1; 0 without one. What is set shows with
  /// the next frame; anything but a number is ignored.
  public var transitionProgress: Double {
    get { frames.animation.transition?.progress ?? 0 }
    set {
      guard let transition = frames.animation.transition, !newValue.isNaN else { return }
      journal?.note(.transitionProgress(newValue))
      transition.progress = min(max(newValue, 0), 1)
      frames.animation.isDue = true
    }
  }

  /// Begins a transition that follows `transitionProgress`. Every element is shown on its way to its
  /// place in the other layout; what only one of the two has fades. The present layout stays in
  /// charge, and scrolling goes on in it, until the transition is finished.
  ///
  /// A batch, a resize, a reload or another layout cancels it.
  ///
  /// - Parameter completion: Told when everything has come to rest: true when the new layout took
  ///   over, false when the transition was cancelled.
  /// - Returns: What will keep its place.
  /// - Throws: `transition-under-way`, `layout-in-use`, or what the other layout gave. Nothing has
  ///   changed then.
  @discardableResult
  public func startInteractiveTransition(
    to layout: CollectionLayout, completion: ((Bool) -> Void)? = nil
  ) throws(LayoutError) -> Anchor? {
    try noted(.startTransition(layout)) { () throws(LayoutError) -> Anchor? in
      guard !frames.isRunning else { throw FramePass.reentrant }
      try layoutIfNeeded()
      try MovementPass(view: self).cancel()
      guard frames.animation.transition == nil, layout !== self.layout else {
        throw LayoutError(
          .transitionUnderWay,
          "\(layout.id) is on screen or on its way already; finish or cancel the transition first")
      }
      try checkIsFree(layout)
      let pair = LayoutPair(old: self.layout.engine, new: layout.engine)
      try pair.prepare()
      let change = FrameChange(timing: .standard)
      change.look(around: frames.front)
      let motion = frames.animation.motion
      let clip = motion.clip(nil, at: clock)
      do throws(LayoutError) {
        let anchor = try FramePass(view: self, layout: layout.engine, change: change).rehearse(
          in: clip)
        frames.animation.transition = InteractiveTransition(
          from: self.layout.engine, to: layout.engine, clip: clip, completion: completion)
        transitionTarget = layout
        animate()
        return anchor
      } catch {
        motion.drop(clip)
        pair.finalize()
        throw error
      }
    }
  }

  /// The layout takes over: what is left of the way is animated.
  ///
  /// - Parameters:
  ///   - animated: False ends at once.
  ///   - timing: The course of the whole way, of which the rest takes its share of the time; nil for
  ///     that of `animation`.
  /// - Returns: What kept its place.
  /// - Throws: `no-transition`, or what the layout gave; the transition is then cancelled.
  @discardableResult
  public func finishInteractiveTransition(
    animated: Bool = true, timing: AnimationTiming? = nil
  ) throws(LayoutError) -> Anchor? {
    try noted(.finishTransition(.init(animated, timing))) { () throws(LayoutError) -> Anchor? in
      guard !frames.isRunning else { throw FramePass.reentrant }
      let transition = try currentTransition()
      guard let target = transitionTarget else { throw Self.noTransition }
      let whole = animation.timing(isAnimated: animated, timing)
      let rest = whole?.shortened(to: 1 - transition.progress) ?? .none
      let change = FrameChange(
        timing: rest.duration > 0 ? rest : nil, completion: transition.ending(isWhole: nil))
      change.isFinishing = true
      change.look(around: frames.front)
      frames.animation.transition = nil
      transition.clip.release(rest, at: clock)
      defer { frames.animation.leaving.forgetArrivals() }
      do throws(LayoutError) { return try swap(to: target, change) } catch {
        // What was released goes back to the layout that stays.
        transition.clip.completions.append(transition.ending(isWhole: false))
        throw error
      }
    }
  }

  /// The present layout stays: everything goes back to its place, to the bit.
  ///
  /// - Parameters:
  ///   - animated: False goes back at once.
  ///   - timing: As of ``finishInteractiveTransition(animated:timing:)``.
  /// - Throws: `no-transition`, or what the frame gave.
  public func cancelInteractiveTransition(
    animated: Bool = true, timing: AnimationTiming? = nil
  ) throws(LayoutError) {
    try noted(.cancelTransition(.init(animated, timing))) { () throws(LayoutError) in
      guard !frames.isRunning else { throw FramePass.reentrant }
      _ = try currentTransition()
      let course = animation.timing(isAnimated: animated, timing) ?? .none
      frames.animation.cancelTransition(course, at: clock)
      try layoutIfNeeded()
    }
  }

  private func currentTransition() throws(LayoutError) -> InteractiveTransition {
    if let transition = frames.animation.transition { return transition }
    throw Self.noTransition
  }

  private static var noTransition: LayoutError {
    LayoutError(
      .noTransition,
      "no transition is under way: it was never started, or something else cancelled it")
  }
}
