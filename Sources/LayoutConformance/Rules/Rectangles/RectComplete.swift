// SPDX-License-Identifier: Apache-2.0
//
// A view that is missing at the edge of the screen is a hole.

struct RectComplete: LayoutRule {
  let id = "rect-complete"
  let sentence = "A rectangle query answers every element that meets the rectangle."

  func check(_ subject: Subject) throws(Finding) {
    let content = try Content(subject)
    for rect in content.randomRects(1000) { try content.requireComplete(rect) }
  }
}
