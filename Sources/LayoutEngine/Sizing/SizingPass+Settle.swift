// SPDX-License-Identifier: Apache-2.0
//
// When the rounds of self-sizing run, and what makes a view be asked again.

import LayoutABI
import LayoutModel

extension SizingPass {
  /// Lets views say how large they want to be, in a frame that is on screen whatever comes of it. What
  /// changes data, the layout or the viewport has not failed because this does: what is owed then comes
  /// with the next frame, and so does its error.
  ///
  /// - Parameter isLenient: Leaves an error to the next frame.
  /// - Returns: What a view, the layout or a further frame got wrong, unless that is left to the next.
  func settle(isLenient: Bool) -> LayoutError? {
    guard state.layout.hearsSizes else { return nil }
    let (animation, sizing) = (state.frames.animation, state.sizing)
    // What the layout said of the batch is not what it says of its rounds.
    let report = animation.report
    defer { animation.report = report }
    do throws(LayoutError) { try run() } catch {
      guard isLenient else { return error }
      for serial in sizing.refused { state.store[serial].forgetSizeAskedFor() }
      (sizing.isBehind, state.frames.isDue) = (true, true)
    }
    return nil
  }
}

extension EngineState {
  /// The views of these elements are asked anew what they prefer: their content may have changed.
  package func askSizesAgain(of elements: [layout_element]) {
    guard layout.hearsSizes else { return }
    for element in elements {
      guard let index = frames.front.answer.index(of: element.key) else { continue }
      store[frames.front.serials[index]].forgetSizeAskedFor()
      sizing.isBehind = true
    }
  }
}
