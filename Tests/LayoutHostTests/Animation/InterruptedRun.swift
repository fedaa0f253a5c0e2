// SPDX-License-Identifier: Apache-2.0
//
// One random run of changes that interrupt each other, watched frame by frame.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting

/// One run: an animated view, and a second view without animation that gives the final positions.
final class InterruptedRun {
  /// The visible state of one view.
  struct Sight {
    let text: String
    /// The position on screen, from the corner of the viewport.
    let frame: Rect
    let alpha: Double
    let isLeaving: Bool
    let key: String
  }

  private var dice: SeededGenerator
  private let images: [(PluginImage, String)]
  private var layout: Int
  let subject: ModelGallery
  let twin: ModelGallery
  var time = 0.0
  var last: [Int: Sight] = [:]
  /// The distances of the running changes and their start times, by text.
  var ways: [String: [(start: Double, distance: Double)]] = [:]
  var problems: [String] = []
  /// The order of events, for messages.
  private(set) var events: [String] = []

  /// The maximum slope of easeInOut, in distances per duration: halfway, where dy/ds is 1.5 and dx/ds 0.87.
  static let peak = 1.5 / 0.87
  static let course = 0.3

  init(seed: Int, first: Int, _ images: [(PluginImage, String)]) throws {
    dice = SeededGenerator(seed: UInt64(seed * 3 + first))
    self.images = images
    layout = first
    let model = ArrayModel.large(using: &dice)
    subject = try ModelGallery(model, try Self.make(images[first]))
    twin = try ModelGallery(model, try Self.make(images[first]))
    subject.view.animation.isEnabled = true
    for view in [subject.view, twin.view] {
      for kind in ["header", "footer"] {
        view.register(
          ReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: kind)
      }
    }
    let edges = subject.view.contentOffsetEdges
    let offset = Point(
      x: Double.random(in: edges.horizontal, using: &dice),
      y: Double.random(in: edges.vertical, using: &dice))
    try subject.view.setContentOffset(offset)
    try twin.view.setContentOffset(offset)
    last = sights()
  }

  private static func make(_ image: (PluginImage, String)) throws -> CollectionLayout {
    CollectionLayout(
      try InProcessConnection(image: image.0, layout: image.1, children: bundledChild))
  }

  /// Makes a change, runs frames, makes another change at a random instant, and runs frames to the
  /// end.
  func go() throws {
    for _ in 0..<3 {
      try change()
      for _ in 0..<Int.random(in: 1...12, using: &dice) {
        try frame(after: Double.random(in: 0.004...0.03, using: &dice))
      }
    }
    time += 1
    try subject.view.advance(to: time)
    try twin.view.advance(to: time)
    expect(!subject.view.isMoving, "nothing moves at the end")
    expect(
      subject.view.visibleElements.map(\.attributes) == twin.view.visibleElements.map(\.attributes),
      "every element is in its place at the end")
  }

  func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) {
    if !isTrue { problems.append(what()) }
  }

  // MARK: Changes

  private func change() throws {
    let before = places()
    let (offset, viewportSize) = (twin.view.contentOffset, twin.view.viewportSize)
    var moved = Vector.zero
    let which = Int.random(in: 0..<5, using: &dice)
    events.append("\(["batch", "batch", "swap", "resize", "drag"][which]) at \(time)")
    switch which {
    case 0, 1: try batch()
    case 2:
      layout = (layout + Int.random(in: 1...2, using: &dice)) % 3
      try subject.view.setLayout(try Self.make(images[layout]), animated: true)
      try twin.view.setLayout(try Self.make(images[layout]))
    case 3:
      let size = Size(
        width: Double.random(in: 200...400, using: &dice),
        height: Double.random(in: 150...350, using: &dice))
      try subject.view.resize(to: size, animated: true)
      try twin.view.resize(to: size)
    default:
      try drag()
      moved = Vector(
        dx: twin.view.contentOffset.x - offset.x, dy: twin.view.contentOffset.y - offset.y)
    }
    expect(subject.view.contentOffset == twin.view.contentOffset, "the offsets differ")
    if moved == .zero { note(before) }
    compare(moved: moved, old: viewportSize)
  }

  private func batch() throws {
    let change = RandomChange(subject.model, using: &dice)
    for gallery in [subject, twin] {
      try gallery.view.performBatchUpdates { batch in
        gallery.model = change.result
        batch = change.batch
      }
    }
  }

  private func drag() throws {
    let (edges, offset) = (twin.view.contentOffsetEdges, twin.view.contentOffset)
    let target = Point(
      x: Double.random(in: edges.horizontal, using: &dice),
      y: min(
        max(offset.y + Double.random(in: -150...150, using: &dice), edges.vertical.lowerBound),
        edges.vertical.upperBound))
    for view in [subject.view, twin.view] {
      try view.drag(by: Vector(dx: offset.x - target.x, dy: offset.y - target.y))
      try view.release(velocity: .zero)
    }
  }
}
