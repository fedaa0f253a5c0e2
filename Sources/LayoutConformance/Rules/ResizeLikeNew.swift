// SPDX-License-Identifier: Apache-2.0
//
// Windows are dragged larger and smaller, devices are turned, keyboards take room.

import LayoutABI
import LayoutModel

struct ResizeLikeNew: LayoutRule {
  let id = "resize-like-new"
  let sentence =
    "After the viewport or its inset changed size, a layout answers what a new one of that size answers."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    try trial.makeReady()
    for (container, inset) in Self.rooms {
      var world = trial.world
      (world.container, world.contentInset) = (container, inset)
      try trial.resize(to: world)
      try subject.checkLikeNew(trial, "after a resize to \(container) with the inset \(inset)")
      world.offset = Point(x: 0, y: 60)
      try trial.resize(to: world)
      world.offset = .zero
      try trial.resize(to: world)
    }
  }

  /// One side at a time, both, smaller and larger, and room around the content.
  private static let rooms: [(Size, Insets)] = {
    let inset = Insets(top: 20, left: 12, bottom: 34, right: 8)
    let (plain, wide) = (Size(width: 320, height: 480), Size(width: 1000, height: 700))
    return [
      (Size(width: 200, height: 480), .zero), (Size(width: 640, height: 480), .zero),
      (Size(width: 640, height: 300), .zero), (Size(width: 640, height: 900), .zero),
      (wide, .zero), (plain, .zero), (plain, inset), (wide, inset), (wide, .zero), (plain, .zero),
    ]
  }()
}

extension Subject {
  /// Compares with a new layout, but for elements that move by themselves.
  fileprivate func checkLikeNew(_ trial: Trial, _ what: String) throws(Finding) {
    if trial.extensionTable(LAYOUT_EXT_DYNAMICS) != nil {
      _ = try trial.elements()
    } else {
      try trial.requireLikeNew(trial.world, what)
    }
  }
}

extension Trial {
  /// Changes the room as a frame does: the layout says what a new viewport costs it; an inset is
  /// told of in any case.
  fileprivate func resize(to next: World) throws(Finding) {
    let old = world
    let (status, asked) = shouldInvalidate(from: old.bounds, to: next.bounds)
    try ok(status, "should_invalidate")
    world = next
    // Marks that nobody knows are another rule's business.
    let isKnown = asked < LAYOUT_MARK_PROPERTIES << 1
    var marks = isKnown ? asked : LAYOUT_MARK_BOUNDS
    if old.contentInset != next.contentInset { marks |= LAYOUT_MARK_BOUNDS }
    if marks != LAYOUT_MARK_NOTHING { try prepareFrame(marks) }
    // A tenth of a second of what moves: it is not compared, only to run.
    for _ in 0..<6 {
      if let (status, _) = advance(by: 1.0 / 60) { try ok(status, "advance") }
    }
  }
}
