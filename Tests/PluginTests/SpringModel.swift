// SPDX-License-Identifier: Apache-2.0
//
// Springs of a textbook, one for each element of the content, each moved in every step.

import Foundation
import LayoutABI
import LayoutModel

/// The displacements of elements from their base's frames, by path.
struct SpringModel {
  private struct Swing {
    var place = 0.0
    var velocity = 0.0
  }

  let isHorizontal: Bool
  let stands: (Look) -> Bool
  private var swings: [String: Swing] = [:]

  init(isHorizontal: Bool, stands: @escaping (Look) -> Bool) {
    (self.isHorizontal, self.stands) = (isHorizontal, stands)
  }

  /// Advances by the solution of the damped oscillator below critical damping.
  mutating func advance(by time: Double) {
    let (z, w) = (0.8, 2 * Double.pi)
    let wd = w * (1 - z * z).squareRoot()
    for (key, swing) in swings {
      let (a, b) = (swing.place, (swing.velocity + z * w * swing.place) / wd)
      let (fade, c, s) = (exp(-z * w * time), cos(wd * time), sin(wd * time))
      let place = fade * (a * c + b * s)
      swings[key] = Swing(place: place, velocity: -z * w * place + fade * wd * (b * c - a * s))
    }
  }

  /// Moves the content by a finger: every movable element is dragged.
  mutating func drag(_ rest: [Look], by delta: Double, touch: Point) {
    for look in rest where !stands(look) {
      swings[look.key, default: Swing()].place += SpringTests.dragged(
        look.frame, by: delta, touch: touch)
    }
  }

  /// Moves the cells of section 0 through a batch; `item` gives the old index of each item.
  mutating func follow(itemCount: Int, from item: (Int) -> Int?) {
    let old = swings
    swings = swings.filter { !$0.key.hasPrefix("cell 0.") }
    for new in 0..<itemCount { swings["cell 0.\(new)"] = item(new).flatMap { old["cell 0.\($0)"] } }
  }

  /// The largest displacement of an element.
  var reach: Double { swings.values.map { abs($0.place) }.max() ?? 0 }

  /// The present positions of all of them.
  func displaced(_ rest: [Look]) -> [Look] {
    rest.map { look in
      var look = look
      let way = swings[look.key]?.place ?? 0
      if isHorizontal { look.frame.x += way } else { look.frame.y += way }
      return look
    }
  }
}
