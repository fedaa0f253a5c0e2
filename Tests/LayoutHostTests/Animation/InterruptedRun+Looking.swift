// SPDX-License-Identifier: Apache-2.0
//
// The checks of the screen during a random run.

import LayoutHost
import LayoutModel
import LayoutTesting

extension InterruptedRun {
  /// Returns the expected screen position of every element, visible or not, by its content.
  func places() -> [String: Point] {
    var places: [String: Point] = [:]
    let offset = twin.view.contentOffset
    for attributes in (try? twin.view.elements(in: nil)) ?? [] {
      guard let text = twin.text(for: attributes) else { continue }
      places[attributes.kind + text] = Point(
        x: attributes.frame.x - offset.x, y: attributes.frame.y - offset.y)
    }
    return places
  }

  /// Records the distance that each element has to move because of a change.
  func note(_ before: [String: Point]) {
    for (text, place) in places() {
      guard let old = before[text] else { continue }
      let distance = max(abs(place.x - old.x), abs(place.y - old.y))
      ways[text, default: []].append((time, distance))
    }
  }

  /// Returns the longest distance that a view may move in `seconds`.
  private func reach(_ text: String, _ seconds: Double) -> Double {
    let ways = (ways[text] ?? []).filter { $0.start + Self.course >= time - seconds }
    return ways.reduce(1e-6) { $0 + $1.distance * Self.peak / Self.course * seconds }
  }

  func sights() -> [Int: Sight] {
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

  private func isInSight(_ frame: Rect, _ viewportSize: Size, margin: Double = 1e-6) -> Bool {
    Rect(origin: .zero, size: viewportSize).grown(by: -margin).intersects(frame)
  }

  /// Checks that nothing jumps at the instant of a change, except by the finger's movement.
  func compare(moved: Vector, old viewportSize: Size) {
    let now = sights()
    for (serial, sight) in last {
      let before = sight.frame.offset(by: Vector(dx: -moved.dx, dy: -moved.dy))
      if let after = now[serial], after.text == sight.text {
        let jump = max(abs(after.frame.x - before.x), abs(after.frame.y - before.y))
        expect(jump < 1e-6, "\(sight.text) jumps by \(jump) at \(time)")
        expect(abs(after.alpha - sight.alpha) < 1e-6, "\(sight.text) flashes at \(time)")
      } else if moved == .zero {
        expect(
          sight.alpha < 1e-6 || !isInSight(before, viewportSize), "\(sight.text) is lost at \(time)"
        )
      }
    }
    for (serial, sight) in now where last[serial]?.text != sight.text && moved == .zero {
      expect(
        sight.alpha < 1e-6 || !isInSight(sight.frame, viewportSize),
        "\(sight.text) appears abruptly at \(time)")
    }
    check(now)
    last = now
  }

  /// Checks that between two frames no view moves faster than the sum of its movements allows.
  func frame(after seconds: Double) throws {
    time += seconds
    let offset = twin.view.contentOffset
    try subject.view.advance(to: time)
    try twin.view.advance(to: time)
    // A layout may have its own target for the finger's release.
    let moved = Vector(
      dx: twin.view.contentOffset.x - offset.x, dy: twin.view.contentOffset.y - offset.y)
    let now = sights()
    for (serial, sight) in last {
      let reach = reach(sight.text, seconds)
      let before = sight.frame.offset(by: Vector(dx: -moved.dx, dy: -moved.dy))
      guard let after = now[serial], after.text == sight.text else {
        // A view that is gone was almost transparent before.
        expect(
          sight.alpha < Self.peak / Self.course * seconds * 3
            || !isInSight(before, subject.view.viewportSize, margin: reach),
          "\(sight.text) vanishes at \(time)")
        continue
      }
      let step = max(abs(after.frame.x - before.x), abs(after.frame.y - before.y))
      expect(step <= reach, "\(sight.text) moves by \(step), not \(reach), at \(time)")
    }
    for (serial, sight) in now where last[serial]?.text != sight.text {
      let before = sight.frame.offset(by: moved)
      expect(
        !isInSight(before, subject.view.viewportSize), "\(sight.text) comes from nowhere at \(time)"
      )
    }
    check(now)
    last = now
  }

  /// Checks that each visible element is shown by one view, with the right content.
  private func check(_ now: [Int: Sight]) {
    let present = now.values.filter { !$0.isLeaving }.map(\.key)
    expect(Set(present).count == present.count, "an element has two views at \(time)")
    let wanted = twin.view.visibleElements.map { "\($0.attributes.kind) \($0.attributes.path)" }
    expect(Set(present) == Set(wanted), "other elements are in sight than belong there at \(time)")
    expect(subject.view.visibleElements.count == now.count, "a view shows two at \(time)")
  }
}
