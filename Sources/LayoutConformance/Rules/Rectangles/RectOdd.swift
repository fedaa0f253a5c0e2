// SPDX-License-Identifier: Apache-2.0
//
// Any part of the plane may be asked for: the header says so.

import LayoutModel

struct RectOdd: LayoutRule {
  let id = "rect-odd"
  let sentence = "Empty, huge and far rectangles are answered like any other."

  func check(_ subject: Subject) throws(Finding) {
    let content = try Content(subject)
    let middle = Point(x: content.size.width / 2, y: content.size.height / 2)
    var rects = [
      Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9), Rect(x: 0, y: 1e12, width: 320, height: 480),
      Rect(x: -1e12, y: 0, width: 320, height: 480), Rect(x: 0, y: -1e12, width: 320, height: 480),
      Rect(x: 1e12, y: 1e12, width: 0, height: 0), Rect(x: 0, y: 0, width: 0, height: 0),
      // Any finite number will do, far beyond what an integer holds.
      Rect(x: 0, y: 0, width: 1e300, height: 1e300),
      Rect(x: -1e300, y: -1e300, width: 2e300, height: 2e300),
      Rect(x: 0, y: 1e300, width: 320, height: 480), Rect(x: -1e300, y: 0, width: 320, height: 480),
    ]
    for element in content.elements.prefix(40) {
      // A rectangle without extent counts where its corner lies.
      rects.append(Rect(origin: element.frame.origin, size: .zero))
      rects.append(Rect(origin: Point(x: element.frame.maxX, y: element.frame.maxY), size: .zero))
    }
    if middle.x.isFinite && middle.y.isFinite { rects.append(Rect(origin: middle, size: .zero)) }
    for rect in rects {
      try content.requireComplete(rect)
      try content.requireMinimal(rect)
    }
  }
}
