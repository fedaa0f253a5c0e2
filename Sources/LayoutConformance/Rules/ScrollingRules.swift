// SPDX-License-Identifier: Apache-2.0
//
// Rules about the targets of scrolling.

import LayoutABI
import LayoutModel

/// Scrolling towards NaN or infinity never ends.
struct TargetFinite: LayoutRule {
  let id = "target-finite"
  let sentence = "Scroll targets are finite, at any speed, also without content."

  func check(_ subject: Subject) throws(Finding) {
    try check(try Targets(subject), "")
    // Content and viewport without extent: a division by a length is a division by 0.
    for counts: [UInt32] in [[], [0], [1]] {
      try check(subject, World(counts), ", with sections of \(counts) items")
    }
    var world = World.ordinary
    world.viewportSize = .zero
    try check(subject, world, ", in a viewport without extent")
  }

  /// A layout that refuses the world or returns no finite content breaks another rule.
  private func check(_ subject: Subject, _ world: World, _ place: String) throws(Finding) {
    guard let targets = try? Targets(subject, world), targets.end.x.isFinite, targets.end.y.isFinite
    else { return }
    try check(targets, place)
  }

  private func check(_ targets: Targets, _ place: String) throws(Finding) {
    for proposed in targets.proposals {
      for speed in [-50_000.0, -300, 0, 300, 50_000] {
        let velocity = Vector(dx: speed, dy: speed)
        let target = try targets.target(proposed, velocity)
        try require(
          target.x.isFinite && target.y.isFinite,
          "target for a proposed offset of \(proposed) at a velocity of \(velocity) is \(target)\(place)"
        )
      }
    }
  }
}

/// The host clamps an outside target to the edge, and the layout's choice is lost.
struct TargetInside: LayoutRule {
  let id = "target-inside"
  let sentence = "Scroll targets are inside the range of scrolling."

  func check(_ subject: Subject) throws(Finding) {
    let targets = try Targets(subject)
    for proposed in targets.proposals {
      for speed in [-300.0, 0, 300] {
        let target = try targets.target(proposed, Vector(dx: speed, dy: speed))
        guard target.x.isFinite, target.y.isFinite else { continue }
        try require(
          target.x >= -1e-6 && target.y >= -1e-6 && target.x <= targets.end.x + 1e-6
            && target.y <= targets.end.y + 1e-6,
          "target for a proposed offset of \(proposed) at a velocity of \(speed) is \(target), outside of [0, 0] "
            + "to \(targets.end)")
      }
    }
  }
}

/// Content at rest must stay at rest.
struct TargetIdempotent: LayoutRule {
  let id = "target-idempotent"
  let sentence = "The scroll target at a target, without velocity, is the same target."

  func check(_ subject: Subject) throws(Finding) {
    let targets = try Targets(subject)
    for proposed in targets.proposals {
      let target = try targets.target(proposed)
      // Targets outside belong to another rule.
      guard target.x.isFinite, target.y.isFinite, target.x <= targets.end.x, target.x >= 0,
        target.y >= 0, target.y <= targets.end.y
      else { continue }
      let again = try targets.target(target)
      try require(
        abs(again.x - target.x) < 1e-6 && abs(again.y - target.y) < 1e-6,
        "target for a proposed offset of \(proposed) is \(target), and for that it is \(again): content at rest "
          + "would move on")
    }
  }
}

/// A layout with scroll targets, prepared and at rest.
struct Targets {
  let trial: Trial
  private let call:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<layout_scroll>?, UnsafeMutablePointer<layout_point>?
    ) -> layout_status
  /// The largest content offset.
  let end: Point

  init(_ subject: Subject, _ world: World = .ordinary) throws(Finding) {
    trial = try Trial(subject, world)
    let size = try trial.makeReady()
    let table = trial.table(.scrollTarget, as: layout_scroll_target.self)
    guard let call = table?.pointee.target else {
      throw .skipped("the layout leaves scroll targets to the host")
    }
    self.call = call
    end = Point(
      x: max(0, size.width - trial.world.viewportSize.width),
      y: max(0, size.height - trial.world.viewportSize.height))
  }

  /// Offsets that a host may propose: inside the edges.
  var proposals: [Point] {
    (0...20).map { Point(x: end.x * Double($0) / 20, y: end.y * Double($0) / 20) }
  }

  /// Returns the target.
  func target(_ proposed: Point, _ velocity: Vector = .zero) throws(Finding) -> Point {
    var scroll = layout_scroll.sized()
    scroll.bounds = Rect(origin: proposed, size: trial.world.viewportSize)
    scroll.proposed = proposed
    scroll.velocity = velocity
    var point = Point(x: .nan, y: .nan)
    try trial.ok(trial.within(.target) { call(trial.own, &scroll, &point) }, "target")
    return point
  }
}
