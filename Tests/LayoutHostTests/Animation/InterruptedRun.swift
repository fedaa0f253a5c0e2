// SPDX-License-Identifier: Apache-2.0
//
// One random run of changes that interrupt each other, watched frame by frame.

import LayoutHost
import LayoutModel
import LayoutTesting

/// One run: a view that is animated, and its twin that is not and so knows where everything belongs.
final class InterruptedRun {
  /// What is seen of one view.
  struct Sight {
    let text: String
    /// On screen, from the corner of the viewport.
    let frame: Rect
    let alpha: Double
    let isLeaving: Bool
    let key: String
  }

  private var dice: SeededGenerator
  private let images: [(PluginImage, String)]
  private var layout: Int
  private let subject: ModelGallery
  private let twin: ModelGallery
  private var time = 0.0
  private var last: [Int: Sight] = [:]
  /// By text, the distances of the changes under way and when they began.
  private var ways: [String: [(start: Double, distance: Double)]] = [:]
  var problems: [String] = []
  /// What came when, for messages.
  private(set) var events: [String] = []

  /// The steepest slope of easeInOut, in distances a course: halfway, where dy/ds is 1.5 and dx/ds 0.87.
  private static let peak = 1.5 / 0.87
  private static let course = 0.3

  init(seed: Int, first: Int, _ images: [(PluginImage, String)]) throws {
    dice = SeededGenerator(state: UInt64(seed * 3 + first))
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
    CollectionLayout(try InProcessConnection(image: image.0, layout: image.1))
  }

  /// A change, frames, at a random instant another one, frames, and to the end.
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
      "everything is where it belongs at the end")
  }

  private func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) {
    if !isTrue { problems.append(what()) }
  }

  // MARK: Changes

  private func change() throws {
    let before = places()
    let (offset, container) = (twin.view.contentOffset, twin.view.container)
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
    compare(moved: moved, old: container)
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

  // MARK: Looking

  /// Where every element belongs on screen, seen or not, by what it shows.
  private func places() -> [String: Point] {
    var places: [String: Point] = [:]
    let offset = twin.view.contentOffset
    for attributes in (try? twin.view.elements(in: nil)) ?? [] {
      guard let text = twin.text(for: attributes) else { continue }
      places[attributes.kind + text] = Point(
        x: attributes.frame.x - offset.x, y: attributes.frame.y - offset.y)
    }
    return places
  }

  /// Notes how far each element has to go because of a change.
  private func note(_ before: [String: Point]) {
    for (text, place) in places() {
      guard let old = before[text] else { continue }
      let distance = max(abs(place.x - old.x), abs(place.y - old.y))
      ways[text, default: []].append((time, distance))
    }
  }

  /// How far a view may come in `seconds`.
  private func reach(_ text: String, _ seconds: Double) -> Double {
    let ways = (ways[text] ?? []).filter { $0.start + Self.course >= time - seconds }
    return ways.reduce(1e-6) { $0 + $1.distance * Self.peak / Self.course * seconds }
  }

  private func sights() -> [Int: Sight] {
    var found: [Int: Sight] = [:]
    let offset = subject.view.contentOffset
    for element in subject.view.visibleElements {
      guard case .text(let text) = element.view.content else { continue }
      let attributes = element.attributes
      found[element.view.serialNumber] = Sight(
        text: attributes.kind + text,
        frame: attributes.frame.offset(by: Vector(dx: -offset.x, dy: -offset.y)),
        alpha: attributes.alpha, isLeaving: element.isLeaving,
        key: "\(attributes.kind) \(attributes.path)")
    }
    return found
  }

  private func isInSight(_ frame: Rect, _ container: Size, margin: Double = 1e-6) -> Bool {
    Rect(origin: .zero, size: container).grown(by: -margin).intersects(frame)
  }

  /// At the instant of a change nothing jumps, but for the finger's movement.
  private func compare(moved: Vector, old container: Size) {
    let now = sights()
    for (serial, sight) in last {
      let before = sight.frame.offset(by: Vector(dx: -moved.dx, dy: -moved.dy))
      if let after = now[serial], after.text == sight.text {
        let jump = max(abs(after.frame.x - before.x), abs(after.frame.y - before.y))
        expect(jump < 1e-6, "\(sight.text) jumps by \(jump) at \(time)")
        expect(abs(after.alpha - sight.alpha) < 1e-6, "\(sight.text) flashes at \(time)")
      } else if moved == .zero {
        expect(
          sight.alpha < 1e-6 || !isInSight(before, container), "\(sight.text) is lost at \(time)")
      }
    }
    for (serial, sight) in now where last[serial]?.text != sight.text && moved == .zero {
      expect(
        sight.alpha < 1e-6 || !isInSight(sight.frame, container),
        "\(sight.text) comes from nowhere at \(time)")
    }
    check(now)
    last = now
  }

  /// Between two frames nothing is faster than its ways together allow.
  private func frame(after seconds: Double) throws {
    time += seconds
    let offset = twin.view.contentOffset
    try subject.view.advance(to: time)
    try twin.view.advance(to: time)
    // A layout may have a target of its own for the finger's release.
    let moved = Vector(
      dx: twin.view.contentOffset.x - offset.x, dy: twin.view.contentOffset.y - offset.y)
    let now = sights()
    for (serial, sight) in last {
      let reach = reach(sight.text, seconds)
      let before = sight.frame.offset(by: Vector(dx: -moved.dx, dy: -moved.dy))
      guard let after = now[serial], after.text == sight.text else {
        // What is gone was all but gone.
        expect(
          sight.alpha < Self.peak / Self.course * seconds * 3
            || !isInSight(before, subject.view.container, margin: reach),
          "\(sight.text) vanishes at \(time)")
        continue
      }
      let step = max(abs(after.frame.x - before.x), abs(after.frame.y - before.y))
      expect(step <= reach, "\(sight.text) moves by \(step), not \(reach), at \(time)")
    }
    for (serial, sight) in now where last[serial]?.text != sight.text {
      let before = sight.frame.offset(by: moved)
      expect(
        !isInSight(before, subject.view.container), "\(sight.text) comes from nowhere at \(time)")
    }
    check(now)
    last = now
  }

  /// Each element in sight is shown by one view, and by the right one.
  private func check(_ now: [Int: Sight]) {
    let present = now.values.filter { !$0.isLeaving }.map(\.key)
    expect(Set(present).count == present.count, "an element has two views at \(time)")
    let wanted = twin.view.visibleElements.map { "\($0.attributes.kind) \($0.attributes.path)" }
    expect(Set(present) == Set(wanted), "other elements are in sight than belong there at \(time)")
    expect(subject.view.visibleElements.count == now.count, "a view shows two at \(time)")
  }
}
