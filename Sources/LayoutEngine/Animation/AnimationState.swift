// SPDX-License-Identifier: Apache-2.0
//
// What a collection view keeps of its animations from frame to frame.

import LayoutABI
import LayoutModel
import LayoutRuntime

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

// MARK: - The animation of a frame
//
// A change that one frame shows, on its way to being animated.

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
    let (bounds, size) = (front.scroll.bounds, front.scroll.viewportSize)
    let area = Rect(
      x: bounds.x - size.width, y: bounds.y - size.height, width: 3 * size.width,
      height: 3 * size.height)
    do { try front.layout.connection.attributes(in: area, into: surroundings) } catch {
      surroundings.clear()
    }
  }
}

// MARK: - Interactive transition
//
// One layout on its way to another under somebody's hand.

/// A transition that a hand, and not the clock, moves.
final class InteractiveTransition {
  /// The layout that shall take over.
  let layout: EngineLayout
  /// Keeps the app's handle of that layout alive.
  let handle: AnyObject?
  /// The layout on screen, which stays unless the transition is finished.
  let origin: EngineLayout
  /// The whole way of each element, of which the progress shows a share.
  let clip: AnimationClip
  /// Told at the end: whether the layout took over.
  let completion: ((Bool) -> Void)?
  /// The progress, 0 to 1.
  var progress = 0.0 {
    didSet { clip.hold(at: progress) }
  }

  init(
    from origin: EngineLayout, to layout: EngineLayout, clip: AnimationClip,
    completion: ((Bool) -> Void)?
  ) {
    self.origin = origin
    (self.layout, handle) = (layout, layout.handle)
    self.clip = clip
    self.completion = completion
  }

  /// Returns the completion of the transition. It does not hold the transition: its clip is
  /// kept by the clip that this belongs to, or is that one.
  ///
  /// - Parameter isWhole: What the completion is told; nil for what the animation says.
  func ending(isWhole: Bool?) -> (Bool) -> Void {
    let (pair, completion) = (LayoutPair(old: origin, new: layout), completion)
    return { hasRun in
      pair.finalize()
      completion?(isWhole ?? hasRun)
    }
  }
}

/// The layouts on both sides of a change, for what they are told of it.
struct LayoutPair {
  let old: EngineLayout
  let new: EngineLayout

  /// Both are told that the one is about to replace the other. The old one may be dead, which is no
  /// reason to keep it.
  ///
  /// - Throws: The new layout's error; both have then been told that it is over.
  func prepare() throws(LayoutError) {
    try? old.connection.notify(.prepareTo(new.id))
    do { try new.connection.notify(.prepareFrom(old.id)) } catch {
      finalize()
      throw error
    }
  }

  /// Both are told that it is over. They cannot object.
  func finalize() {
    try? old.connection.notify(.finalize)
    try? new.connection.notify(.finalize)
  }
}

// MARK: - The report of a batch
//
// What the last batch did, stage by stage: for tests and for sessions that are written down.

/// An account of one batch update.
package struct UpdateReport: Equatable, Sendable {
  /// The stages in their order, each once: `invalidate`, `prepare`, `prepareForUpdates`,
  /// `contentSize`, `attributesInRect`, `final`, `initial`, `finalizeUpdates`. Empty when the batch
  /// changed nothing.
  package internal(set) var calls: [String] = []
  /// The start of each element that is on screen after the batch, by its new path, in the order
  /// of frames; content coordinates as people see them.
  package internal(set) var initial: [LayoutAttributes] = []
  /// The goal of each element that was on screen before the batch, by its old path.
  package internal(set) var final: [LayoutAttributes] = []

  /// The stages of every batch that changes something. A layout that does not take part in
  /// updates leaves the answers to `final` and `initial` to the host.
  static let stages = [
    "invalidate", "prepare", "prepareForUpdates", "contentSize", "attributesInRect", "final",
    "initial", "finalizeUpdates",
  ]

  /// Nothing happened.
  package init() {}
}
