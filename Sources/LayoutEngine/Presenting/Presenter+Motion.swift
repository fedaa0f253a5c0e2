// SPDX-License-Identifier: Apache-2.0
//
// The animation part of putting a frame on screen.

import LayoutModel

extension Presenter {
  var motion: ElementMotion { state.frames.animation.motion }
  var leaving: LeavingElements { state.frames.animation.leaving }

  /// Starts the motion of changed elements and stops finished ones; every view is known here.
  func setInMotion(_ plan: FramePlan, _ options: Options) {
    let animation = state.frames.animation
    if case .withAllMotion = options.departure { animation.stop(at: state.clock) }
    if options.ground.reflection != nil { motion.mirror() }
    guard let motionPlan = options.motion else {
      // Nothing is the same as before, so nothing moves.
      if let change = options.change { animation.finish(change.completions, isWhole: true) }
      return keepMoving(plan, options)
    }
    let clip = options.change?.timing.map { motion.clip($0, at: state.clock) }
    motionPlan.install(in: clip, motion, leaving, old: old, new: new, plan: plan)
    animation.report = motionPlan.report
    guard let change = options.change else { return }
    if let clip {
      clip.completions += change.completions
    } else {
      animation.finish(change.completions, isWhole: true)
    }
  }

  /// Continues the running animations in a frame that is not a change.
  private func keepMoving(_ plan: FramePlan, _ options: Options) {
    if !leaving.isEmpty {
      leaving.removeAdopted(by: plan)
      leaving.follow(options.ground)
    }
    guard motion.isRunning else { return }
    for index in plan.leavers {
      let serial = old.serials[Int(index)]
      guard keeps(serial, options.departure) else { continue }
      let attributes = options.ground.carry(old.attributes(at: Int(index)))
      leaving.append(
        LeavingElements.Element(
          serial: serial, attributes: attributes, isLive: !old.unfilled.contains(serial)))
    }
  }

  /// Shows the leaving elements at their current places.
  func applyLeaving(_ counters: inout FrameCounters) {
    for index in leaving.elements.indices {
      let serial = leaving.elements[index].serial
      guard motion.isActive(serial) else { continue }
      show(serial, leaving.elements[index].attributes)
      counters.applies += 1
    }
  }

  /// Shows everything at its current place, when only the clock changed. No call into the layout.
  func replay() -> FrameCounters {
    var counters = FrameCounters()
    let (answer, kinds, mirror) = (new.answer, new.kinds, new.mirror)
    for index in new.serials.indices {
      let serial = new.serials[index]
      guard motion.isActive(serial) else { continue }
      show(serial, answer.attributes(at: index, kinds: kinds, mirror: mirror))
      counters.applies += 1
    }
    applyLeaving(&counters)
    return counters
  }

  private func show(_ serial: Int32, _ attributes: consuming LayoutAttributes) {
    var attributes = attributes
    motion.displace(&attributes, serial)
    place(store[serial], attributes, grid: new.grid)
  }
}

// MARK: - Between two frames

/// Shows and ends animations at the current time, without querying the layout.
struct AnimationPass {
  let state: EngineState
  let app: any EngineApp

  init(_ state: EngineState, _ app: any EngineApp) { (self.state, self.app) = (state, app) }

  private var frames: FrameState { state.frames }

  /// Shows the running animations, unless a frame is running.
  func run() {
    guard !frames.isRunning else { return }
    frames.occupied {
      frames.animation.motion.evaluate(at: state.clock)
      let presenter = Presenter(state, app, old: frames.front, new: frames.front)
      frames.counters += presenter.replay()
      frames.counters.frames += 1
      end(presenter)
    }
    tellFinished()
  }

  /// Ends the animations that are over at the current time; the views of deleted elements leave.
  ///
  /// - Parameter presenter: The presenter of the last frame.
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

  /// Calls the completions of a change that needs no animation, too.
  func tellFinished(_ change: FrameChange) {
    frames.animation.finish(change.completions, isWhole: true)
    tellFinished()
  }

  /// Calls the completions of finished animations.
  func tellFinished() { app.inApp { frames.animation.tellFinished() } }
}
