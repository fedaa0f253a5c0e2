// SPDX-License-Identifier: Apache-2.0
//
// Two scenes in one picture, with the differences marked.

import LayoutModel

/// Two scenes of the same data, for a comparison.
public struct ScenePair: Equatable, Sendable {
  /// The first scene; dashed lines mark its differing elements.
  public var first: Scene
  /// The second scene, drawn faded; solid lines mark its differing elements.
  public var second: Scene

  /// A pair of scenes.
  public init(_ first: Scene, _ second: Scene) {
    self.first = first
    self.second = second
  }

  /// One element of either scene; nil if a scene does not have it.
  struct Difference: Equatable {
    let first: SceneElement?
    let second: SceneElement?
  }

  /// The elements that differ, in the order of the first scene.
  ///
  /// Elements are paired by category and path, and by their order if several share both.
  var differences: [Difference] {
    let (mine, theirs) = (Self.named(first.elements), Self.named(second.elements))
    let partners = Dictionary(uniqueKeysWithValues: theirs)
    let known = Set(mine.map(\.0))
    let changed = mine.compactMap { name, element -> Difference? in
      let partner = partners[name]
      if let partner, isSame(element, partner) { return nil }
      return Difference(first: element, second: partner)
    }
    let added = theirs.filter { !known.contains($0.0) }
    return changed + added.map { Difference(first: nil, second: $0.1) }
  }

  /// The elements, each with category, path and its number among those with the same ones.
  private static func named(_ elements: [SceneElement]) -> [([Int], SceneElement)] {
    var counts: [[Int]: Int] = [:]
    return elements.map { element in
      let name = [Int(element.category.rawValue), element.path.section, element.path.item]
      defer { counts[name, default: 0] += 1 }
      return (name + [counts[name] ?? 0], element)
    }
  }

  /// Returns true when an element looks the same through both viewports.
  private func isSame(_ a: SceneElement, _ b: SceneElement) -> Bool {
    var moved = b
    moved.frame.x += first.viewport.x - second.viewport.x
    moved.frame.y += first.viewport.y - second.viewport.y
    return a == moved
  }

  /// Draws the second scene, faded, and the marks over it.
  func draw(_ brush: Brush) {
    second.draw(brush, outline: false)
    let canvas = brush.canvas
    canvas.saved {
      canvas.clip(Shape(Rect(origin: .zero, size: second.viewport.size)))
      canvas.paint(brush.theme.ground.withAlpha(0.6))
      for difference in differences { draw(difference, canvas) }
    }
  }

  private func draw(_ difference: Difference, _ canvas: Canvas) {
    canvas.saved {
      canvas.translate(-first.viewport.x, -first.viewport.y)
      difference.first?.drawFrame(on: canvas, Self.firstColor, width: 1.5, dash: [5, 4])
    }
    canvas.saved {
      canvas.translate(-second.viewport.x, -second.viewport.y)
      difference.second?.drawFrame(on: canvas, Self.secondColor, width: 1.5)
    }
    guard let start = difference.first?.frame.center, let end = difference.second?.frame.center
    else { return }
    let from = Point(x: start.x - first.viewport.x, y: start.y - first.viewport.y)
    let to = Point(x: end.x - second.viewport.x, y: end.y - second.viewport.y)
    canvas.stroke([from, to], Self.secondColor)
  }

  // Orange and blue, which are distinguishable with red-green colour blindness.
  private static let firstColor = Color(lightness: 0.62, chroma: 0.19, hue: 50)
  private static let secondColor = Color(lightness: 0.5, chroma: 0.2, hue: 262)
}

extension Renderer {
  /// Draws a pair into the file at `path`, whose extension gives the format: the second scene,
  /// faded, and over it each differing element, dashed at its place in the first scene, solid in
  /// the second, with a line between the two.
  ///
  /// - Throws: `unknown-format`, `picture-size`, `picture-failed` or `output-unwritable`.
  public func render(_ pair: ScenePair, to path: String) throws(LayoutError) {
    let format = try PictureFormat(path: path)
    let drawing = Drawing(size: pair.second.viewport.size, scale: options.scale, isOpaque: true)
    try OutputFile.write(
      try drawing.encode(format) { canvas in pair.draw(brush(on: canvas)) }, to: path)
  }
}
