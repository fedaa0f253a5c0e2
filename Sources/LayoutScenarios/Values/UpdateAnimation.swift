// SPDX-License-Identifier: Apache-2.0
//
// The animation that a step asks for.

import LayoutHost
import LayoutModel

/// The animation to the outcome of a change, or none.
struct UpdateAnimation {
  let isAnimated: Bool
  /// Nil for the view's own.
  let timing: AnimationTiming?

  /// - Parameter isAnimated: Where the step does not say.
  init(from reader: inout ObjectReader, isAnimated: Bool = true) throws(LayoutError) {
    self.isAnimated = try reader.take("animated", Read.bool) ?? isAnimated
    let seconds = try reader.take("seconds", Read.length)
    let timing = try reader.take("timing", AnimationTiming.init)
    self.timing = timing ?? seconds.map { .curve(duration: $0) }
  }
}
