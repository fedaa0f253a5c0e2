// SPDX-License-Identifier: Apache-2.0
//
// Another viewport, at once or step by step.

import LayoutEngine
import LayoutABI
import LayoutModel

extension CollectionView {
  /// Changes the viewport. The anchor keeps its place.
  ///
  /// The viewport itself changes at once; when it is animated, the elements go from where they are on
  /// screen to where the layout has them in it. The layout is told before and after.
  ///
  /// - Parameters:
  ///   - animated: False shows the outcome at once.
  ///   - timing: The course; nil for that of `animation`.
  ///   - completion: Told at the end of the animation, or at once without one: whether it ran to its
  ///     end. Not called when this throws.
  /// - Throws: `reentrant` from inside a frame; what the layout or the frame gave.
  public func resize(
    to container: Size, animated: Bool = false, timing: AnimationTiming? = nil,
    completion: ((Bool) -> Void)? = nil
  ) throws(LayoutError) {
    try noted(.resize(container, .init(animated, timing))) { () throws(LayoutError) in
      let pass = ResizePass(state, self)
      let course = animation.timing(isAnimated: animated, timing)
      if let course, state.isShown {
        return try pass.run(to: container, course, completion: completion)
      }
      try pass.run(to: container)
      inApp { completion?(true) }
    }
  }
}
