// SPDX-License-Identifier: Apache-2.0
//
// Every element that is answered costs a view.

import LayoutModel

struct RectMinimal: LayoutRule {
  let id = "rect-minimal"
  let sentence = "A rectangle query answers no element that does not meet the rectangle."

  func check(_ subject: Subject) throws(Finding) {
    let content = try Content(subject)
    for rect in content.randomRects(1000) { try content.requireMinimal(rect) }
    for element in content.elements.prefix(60) {
      for rect in element.frame.neighbours { try content.requireMinimal(rect) }
    }
  }
}

extension Rect {
  /// Rectangles of 50 points that share an edge with this one, and no more than that.
  fileprivate var neighbours: [Rect] {
    let side = 50.0
    return [
      Rect(x: x - side, y: y, width: side, height: height),
      Rect(x: maxX, y: y, width: side, height: height),
      Rect(x: x, y: y - side, width: width, height: side),
      Rect(x: x, y: maxY, width: width, height: side),
    ].filter { !intersects($0) && $0.isRound }
  }

  /// True when its edges are sums that every way of adding gives.
  private var isRound: Bool {
    [x, y, maxX, maxY].allSatisfy { ($0 * 1024).rounded() == $0 * 1024 && abs($0) < 1e9 }
  }
}
