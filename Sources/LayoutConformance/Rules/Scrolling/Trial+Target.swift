// SPDX-License-Identifier: Apache-2.0
//
// Where a layout lets scrolling rest.

import LayoutABI
import LayoutModel

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
      x: max(0, size.width - trial.world.container.width),
      y: max(0, size.height - trial.world.container.height))
  }

  /// Offsets that a host may propose: inside the edges.
  var proposals: [Point] {
    (0...20).map { Point(x: end.x * Double($0) / 20, y: end.y * Double($0) / 20) }
  }

  /// The target.
  func target(_ proposed: Point, _ velocity: Vector = .zero) throws(Finding) -> Point {
    var scroll = layout_scroll.sized()
    scroll.bounds = Rect(origin: proposed, size: trial.world.container)
    scroll.proposed = proposed
    scroll.velocity = velocity
    var point = Point(x: .nan, y: .nan)
    try trial.ok(trial.within(.target) { call(trial.own, &scroll, &point) }, "target")
    return point
  }
}
