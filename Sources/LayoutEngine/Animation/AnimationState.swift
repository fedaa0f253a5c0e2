// SPDX-License-Identifier: Apache-2.0
//
// The animation state of a collection view between frames.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The difference between the layout's answers and the elements on screen.
final class AnimationState {
  let motion = ElementMotion()
  let leaving = LeavingElements()
  var settings = AnimationSettings()
  /// The completions to call after the frame.
  private var finished: [(completion: (Bool) -> Void, isWhole: Bool)] = []
  /// The report of the last batch; empty for a layout without `layout.updates/1`, unless it is
  /// kept.
  var report = UpdateReport()
  /// True when a caller reads the report of each batch.
  var keepsReport = false
  /// The current interactive transition.
  var transition: InteractiveTransition?
  /// True when the app changed a progress, so that a frame is due.
  var isDue = false

  /// Stores completions to call after the frame.
  func finish(_ completions: [(Bool) -> Void], isWhole: Bool) {
    for completion in completions { finished.append((completion, isWhole)) }
  }

  /// Ends all animations: every element is at its final place from now on.
  func stop(at time: Double) {
    cancelTransition(.none, at: time)
    finish(motion.removeAll(), isWhole: false)
  }

  /// Cancels the interactive transition over time; `.none` does so with the next frame.
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

  /// Calls the stored completions. They may change the view, and begin the next animation.
  func tellFinished() {
    guard !finished.isEmpty else { return }
    let waiting = finished
    finished.removeAll()
    for (completion, isWhole) in waiting { completion(isWhole) }
  }
}

// MARK: - The change of a frame
//
// A change of one frame, before it is animated.

/// A change that one frame shows, and the data that it needs to animate it. A class, so that frames
/// without one carry a single pointer.
final class FrameChange {
  /// The course of the animation; nil shows the change at once.
  let timing: AnimationTiming?
  /// The layout's answer around the viewport before the change: the start of elements that slide
  /// into sight.
  let surroundings = AnswerBuffer()
  /// True when it finishes the interactive transition.
  var isFinishing = false
  /// Called when the animation is over.
  var completions: [(Bool) -> Void] = []

  init(timing: AnimationTiming?, completion: ((Bool) -> Void)? = nil) {
    self.timing = timing
    if let completion { completions.append(completion) }
  }

  /// Queries the surroundings of the viewport, one viewport to each side. If the layout fails, or
  /// there is no frame to ask about, they count as empty.
  func look(around front: ShownFrame?) {
    guard let front else { return surroundings.clear() }
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
// An interactive transition from one layout to another.

/// A transition whose progress the app, and not the clock, sets.
final class InteractiveTransition {
  /// The target layout.
  let layout: EngineLayout
  /// Keeps the app's handle of that layout alive.
  let handle: AnyObject?
  /// The layout on screen, which stays unless the transition is finished.
  let origin: EngineLayout
  /// The full displacement of each element, of which the progress shows a share.
  let clip: AnimationClip
  /// Called at the end: true if the target layout took over.
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

  /// Returns the completion of the transition. It does not retain the transition, because the
  /// transition's clip may own this completion.
  ///
  /// - Parameter isWhole: The argument of the completion; nil to pass the animation's own.
  func ending(isWhole: Bool?) -> (Bool) -> Void {
    let (pair, completion) = (LayoutPair(old: origin, new: layout), completion)
    return { hasRun in
      pair.finalize()
      completion?(isWhole ?? hasRun)
    }
  }
}

/// The layouts on both sides of a change, which receive its notices.
struct LayoutPair {
  let old: EngineLayout
  let new: EngineLayout

  /// Notifies both layouts that one is about to replace the other. The old one may be dead, which
  /// does not prevent the change.
  ///
  /// - Throws: The new layout's error; both have then been notified of the end.
  func prepare() throws(LayoutError) {
    try? old.connection.notify(.prepareTo(new.id))
    do { try new.connection.notify(.prepareFrom(old.id)) } catch {
      finalize()
      throw error
    }
  }

  /// Notifies both of the end. They cannot refuse.
  func finalize() {
    try? old.connection.notify(.finalize)
    try? new.connection.notify(.finalize)
  }
}

// MARK: - The report of a batch
//
// Effects of the last batch, stage by stage: for tests and for recorded sessions.

/// An account of one batch update.
package struct UpdateReport: Equatable, Sendable {
  /// The stages in their order, each once: `invalidate`, `prepare`, `prepareForUpdates`,
  /// `contentSize`, `attributesInRect`, `final`, `initial`, `finalizeUpdates`. Empty when the batch
  /// changed nothing.
  package internal(set) var calls: [String] = []
  /// The start of each element that is on screen after the batch, by its new path, in the order of
  /// frames; in visible content coordinates.
  package internal(set) var initial: [LayoutAttributes] = []
  /// The target of each element that was on screen before the batch, by its old path.
  package internal(set) var final: [LayoutAttributes] = []

  /// The stages of every batch that changes something. For a layout without `layout.updates/1` the
  /// host computes `final` and `initial`.
  static let stages = [
    "invalidate", "prepare", "prepareForUpdates", "contentSize", "attributesInRect", "final",
    "initial", "finalizeUpdates",
  ]

  /// Nothing happened.
  package init() {}
}
