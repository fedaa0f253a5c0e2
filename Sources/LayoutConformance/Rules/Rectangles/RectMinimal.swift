// SPDX-License-Identifier: Apache-2.0
//
// Every element that is answered costs a view.

struct RectMinimal: LayoutRule {
  let id = "rect-minimal"
  let sentence = "A rectangle query answers no element that does not meet the rectangle."

  func check(_ subject: Subject) throws(Finding) {
    let content = try Content(subject)
    for rect in content.randomRects(1000) { try content.requireMinimal(rect) }
  }
}
