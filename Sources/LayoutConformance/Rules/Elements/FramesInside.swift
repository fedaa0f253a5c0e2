// SPDX-License-Identifier: Apache-2.0
//
// What lies outside of the content cannot be scrolled to.
// Decorations may: a shadow, a background that bleeds.

import LayoutABI

struct FramesInside: LayoutRule {
  let id = "frames-inside"
  let sentence = "Cells and supplementaries lie inside the content when nothing moves."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    let size = try trial.makeReady()
    try skip(try !trial.settle(seconds: 120), "the elements still move after two minutes")
    guard size.width.isFinite, size.height.isFinite else { return }
    // Sums of many lengths are exact to a few units in the last place.
    let slack = 1e-9 * max(1, size.width, size.height)
    for element in try trial.soundElements()
    where element.record.category != LAYOUT_DECORATION && element.record.transform == 0 {
      let frame = element.frame
      try require(
        frame.x >= -slack && frame.y >= -slack && frame.maxX <= size.width + slack
          && frame.maxY <= size.height + slack,
        "\(element.name.text(subject.descriptor)) at \(frame) leaves the content of \(size)")
    }
  }
}
