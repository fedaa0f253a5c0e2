// SPDX-License-Identifier: Apache-2.0
//
// One layout on its way to another under somebody's hand.

import LayoutModel
import LayoutRuntime

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
