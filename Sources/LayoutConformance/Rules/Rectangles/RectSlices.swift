// SPDX-License-Identifier: Apache-2.0
//
// Tiled layouts and prefetching ask for parts, and put the answers together.

import LayoutModel
import LayoutRuntime

struct RectSlices: LayoutRule {
  let id = "rect-slices"
  let sentence = "The answers for thin slices of the content make up the answer for all of it."

  func check(_ subject: Subject) throws(Finding) {
    let content = try Content(subject)
    let whole = try content.trial.soundElements()
    guard let top = whole.map(\.frame.y).min(), let bottom = whole.map(\.frame.maxY).max(),
      let left = whole.map(\.frame.x).min(), let right = whole.map(\.frame.maxX).max()
    else { throw .skipped("the layout places nothing") }
    let isVertical = bottom - top >= right - left
    let (start, end) = isVertical ? (top, bottom) : (left, right)
    // At most a few hundred slices, each thinner than any row.
    let step = max(3, (end - start) / 400)
    var found: Set<ElementKey> = []
    for at in stride(from: start - 1, through: end + 1, by: step) {
      let slice =
        isVertical
        ? Rect(x: left - 1, y: at, width: right - left + 2, height: step)
        : Rect(x: at, y: top - 1, width: step, height: bottom - top + 2)
      for element in try content.trial.soundElements(in: slice) { found.insert(element.key) }
    }
    for element in whole where !found.contains(element.key) && !element.frame.isEmpty {
      throw .broken(
        "attributes_in_rect for slices of \(step) points gives \(element.name.text(subject.descriptor)), at "
          + "\(element.frame), in none of them")
    }
  }
}
