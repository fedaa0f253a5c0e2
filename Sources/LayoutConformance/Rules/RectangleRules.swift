// SPDX-License-Identifier: Apache-2.0
//
// Rules about answers to rectangles.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// A view that is missing at the edge of the screen is a hole.
struct RectComplete: LayoutRule {
  let id = "rect-complete"
  let sentence = "A rectangle query returns every element that meets the rectangle."

  func check(_ subject: Subject) throws(Finding) {
    let content = try Content(subject)
    for rect in content.randomRects(1000) { try content.requireComplete(rect) }
  }
}

/// Every element in an answer costs a view.
struct RectMinimal: LayoutRule {
  let id = "rect-minimal"
  let sentence = "A rectangle query returns no element that does not meet the rectangle."

  func check(_ subject: Subject) throws(Finding) {
    let content = try Content(subject)
    for rect in content.randomRects(1000) { try content.requireMinimal(rect) }
    for element in content.elements.prefix(60) {
      for rect in element.frame.neighbours { try content.requireMinimal(rect) }
    }
  }
}

extension Rect {
  /// Rectangles of 50 points that only share an edge with this one.
  fileprivate var neighbours: [Rect] {
    let side = 50.0
    return [
      Rect(x: x - side, y: y, width: side, height: height),
      Rect(x: maxX, y: y, width: side, height: height),
      Rect(x: x, y: y - side, width: width, height: side),
      Rect(x: x, y: maxY, width: width, height: side),
    ].filter { !intersects($0) && $0.isRound }
  }

  /// True when every order of additions gives the same edges.
  private var isRound: Bool {
    [x, y, maxX, maxY].allSatisfy { ($0 * 1024).rounded() == $0 * 1024 && abs($0) < 1e9 }
  }
}

/// The header allows any part of the plane.
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
      // Any finite number, far beyond the range of an integer.
      Rect(x: 0, y: 0, width: 1e300, height: 1e300),
      Rect(x: -1e300, y: -1e300, width: 2e300, height: 2e300),
      Rect(x: 0, y: 1e300, width: 320, height: 480), Rect(x: -1e300, y: 0, width: 320, height: 480),
    ]
    for element in content.elements.prefix(40) {
      // A rectangle without extent counts as its corner.
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

/// Tiled layouts and prefetching ask for parts, and put the answers together.
struct RectSlices: LayoutRule {
  let id = "rect-slices"
  let sentence =
    "The answers for thin slices of the content together equal the answer for all of it."

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

/// Layouts that follow the viewport, or keep the last answer, have to be right in each frame.
struct ScrollComplete: LayoutRule {
  let id = "scroll-complete"
  let sentence = "During scrolling, each frame returns every element that its viewport meets."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    let size = try trial.makeReady()
    let viewportSize = trial.world.viewportSize
    let way = Vector(
      dx: max(0, min(size.width, 1e6) - viewportSize.width),
      dy: max(0, min(size.height, 1e6) - viewportSize.height))
    for step in 0...60 {
      // Forward in small steps, back in large ones.
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

// MARK: - Rectangles to ask with
//
// Rectangles for queries, and the expected answers.

/// All elements of a layout, by single queries where possible, and a trial that is at rest.
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

  /// Throws when an element that meets `rect` is missing in the answer.
  func requireComplete(_ rect: Rect) throws(Finding) {
    let answer = Set(try trial.soundElements(in: rect).map(\.key))
    for element in elements where element.frame.intersects(rect) && !answer.contains(element.key) {
      throw .broken(
        "attributes_in_rect \(rect) leaves out \(element.name.text(trial.subject.descriptor)), which is at "
          + "\(element.frame)")
    }
  }

  /// Throws when an element that does not meet `rect` is in the answer.
  func requireMinimal(_ rect: Rect) throws(Finding) {
    for element in try trial.soundElements(in: rect) where !element.frame.intersects(rect) {
      throw .broken(
        "attributes_in_rect \(rect) gives \(element.name.text(trial.subject.descriptor)) at "
          + "\(element.frame), which does not meet it")
    }
  }

  /// Rectangles of 10 to 600 points a side, inside and around the content, the same in each run.
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
  /// A usable length, for any answer of the layout.
  fileprivate var clampedLength: Double { isFinite ? Swift.min(Swift.max(self, 0), 1e9) : 0 }
}
