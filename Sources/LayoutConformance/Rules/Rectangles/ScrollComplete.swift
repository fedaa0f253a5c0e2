// SPDX-License-Identifier: Apache-2.0
//
// Layouts that follow the viewport, or keep the last answer, have to be right in each frame.

import LayoutModel

struct ScrollComplete: LayoutRule {
  let id = "scroll-complete"
  let sentence = "While scrolling, each frame answers every element that its viewport meets."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    let size = try trial.makeReady()
    let container = trial.world.container
    let way = Vector(
      dx: max(0, min(size.width, 1e6) - container.width),
      dy: max(0, min(size.height, 1e6) - container.height))
    for step in 0...60 {
      // There in small steps, back in large ones.
      let part = step <= 40 ? Double(step) / 40 : Double(60 - step) / 20
      try trial.move(to: Point(x: way.dx * part, y: way.dy * part))
      let rect = trial.world.bounds
      let answer = try trial.soundElements(in: rect)
      let keys = Set(answer.map(\.key))
      let singles = trial.inspection(RawAnswer()).sound(try trial.singles())
      for element in singles where element.frame.intersects(rect) && !keys.contains(element.key) {
        throw .broken(
          "scrolled to \(rect), attributes_in_rect leaves out \(element.name.text(subject.descriptor)), "
            + "which is at \(element.frame)")
      }
    }
  }
}
