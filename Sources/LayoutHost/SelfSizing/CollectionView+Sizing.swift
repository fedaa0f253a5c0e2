// SPDX-License-Identifier: Apache-2.0
//
// When the rounds of self-sizing run, and what makes a view be asked again.

import LayoutABI
import LayoutModel
import LayoutRuntime

extension CollectionView {
  /// Lets views say how large they want to be, in a frame that is on screen whatever comes of it. What
  /// changes data, the layout or the viewport has not failed because this does: what is owed then comes
  /// with the next frame, and so does its error.
  ///
  /// - Parameters:
  ///   - change: How the frame was animated that is being settled; its rounds are animated alike.
  ///   - isLenient: Leaves an error to the next frame.
  ///   - followsFrame: Whether a frame has just run.
  /// - Returns: What a view, the layout or a further frame got wrong, unless that is left to the next.
  func settleSizes(
    animating change: FrameChange? = nil, isLenient: Bool, followsFrame: Bool = true
  ) -> LayoutError? {
    guard layout.engine.hearsSizes else { return nil }
    // What the layout said of the batch is not what it says of its rounds.
    let report = frames.animation.report
    defer { frames.animation.report = report }
    let pass = SizingPass(view: self, timing: change?.timing, followsFrame: followsFrame)
    do throws(LayoutError) { try pass.run() } catch {
      guard isLenient else { return error }
      for serial in sizing.refused { store[serial].forgetSizeAskedFor() }
      (sizing.isBehind, frames.isDue) = (true, true)
    }
    return nil
  }

  /// The views of these elements are asked anew what they prefer: their content may have changed.
  func askSizesAgain(of elements: [layout_element]) {
    guard layout.engine.hearsSizes else { return }
    for element in elements {
      guard let index = frames.front.answer.index(of: element.key) else { continue }
      store[frames.front.serials[index]].forgetSizeAskedFor()
      sizing.isBehind = true
    }
  }
}
