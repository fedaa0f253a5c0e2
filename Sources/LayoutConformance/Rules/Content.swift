// SPDX-License-Identifier: Apache-2.0
//
// Rectangles to ask with, and what they have to give.

import LayoutABI
import LayoutModel

/// All that a layout has, asked for one by one where that can be, and a trial that is at rest.
struct Content {
  let trial: Trial
  let size: Size
  /// Every cell and supplementary by single queries; decorations, whose paths only the layout knows,
  /// from a query for everything.
  let elements: [Element]

  init(_ subject: Subject, _ world: World = .ordinary) throws(Finding) {
    trial = try Trial(subject, world)
    size = try trial.makeReady()
    let decorations = try trial.soundElements().filter { $0.record.category == LAYOUT_DECORATION }
    let singles = trial.inspection(RawAnswer()).sound(try trial.singles())
    elements = singles + decorations
  }

  /// Throws when an element that meets `rect` is missing in the answer to it.
  func requireComplete(_ rect: Rect) throws(Finding) {
    let answer = Set(try trial.soundElements(in: rect).map(\.key))
    for element in elements where element.frame.intersects(rect) && !answer.contains(element.key) {
      throw .broken(
        "attributes_in_rect \(rect) leaves out \(element.name.text(trial.subject.descriptor)), which is at "
          + "\(element.frame)")
    }
  }

  /// Throws when an element that does not meet `rect` is in the answer to it.
  func requireMinimal(_ rect: Rect) throws(Finding) {
    for element in try trial.soundElements(in: rect) where !element.frame.intersects(rect) {
      throw .broken(
        "attributes_in_rect \(rect) gives \(element.name.text(trial.subject.descriptor)) at "
          + "\(element.frame), which does not meet it")
    }
  }

  /// Rectangles of 10 to 600 points a side, inside and around the content, the same ones each time.
  func randomRects(_ count: Int) -> [Rect] {
    var generator = Randomness(seed: 20)
    return (0..<count).map { _ in
      let (width, height) = (generator.number(in: 10...600), generator.number(in: 10...600))
      return Rect(
        x: generator.number(in: -width...size.width.clampedLength),
        y: generator.number(in: -height...size.height.clampedLength), width: width, height: height)
    }
  }
}

extension Double {
  /// A length that rectangles can be drawn from, whatever the layout says.
  fileprivate var clampedLength: Double { isFinite ? Swift.min(Swift.max(self, 0), 1e9) : 0 }
}
