// SPDX-License-Identifier: Apache-2.0
//
// The part of putting a frame on screen that is about animation.

import LayoutModel

extension Presenter {
  var motion: ElementMotion { state.frames.animation.motion }
  var leaving: LeavingElements { state.frames.animation.leaving }

  /// Every view is known: what the frame changes begins to move, what it ends stands still.
  func setInMotion(_ plan: FramePlan, _ options: Options) {
    let animation = state.frames.animation
    if case .withAllMotion = options.departure { animation.stop(at: state.clock) }
    if options.ground.reflection != nil { motion.mirror() }
    guard let motionPlan = options.motion else { return keepMoving(plan, options) }
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

  /// A frame that is no change of its own: what is under way goes on.
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
        LeavingElements.Element(serial: serial, attributes: attributes, isLive: true))
    }
  }

  /// Shows what is on its way out where it is now.
  func applyLeaving(_ counters: inout FrameCounters) {
    for index in leaving.elements.indices {
      let serial = leaving.elements[index].serial
      guard motion.isActive(serial) else { continue }
      show(serial, leaving.elements[index].attributes)
      counters.applies += 1
    }
  }

  /// Shows everything where it is now, when nothing changed but the clock. No call into the layout.
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
      frames.counters += presenter.replay()
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
