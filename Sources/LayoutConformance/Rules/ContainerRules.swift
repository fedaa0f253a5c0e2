// SPDX-License-Identifier: Apache-2.0
//
// Rules about the room that a layout is given, and its direction.

import LayoutABI
import LayoutModel

/// A window has no size before it is shown.
struct ContainerZero: LayoutRule {
  let id = "container-zero"
  let sentence = "A viewport without extent is laid out."

  func check(_ subject: Subject) throws(Finding) {
    for size in [Size.zero, Size(width: 320, height: 0), Size(width: 0, height: 480)] {
      var world = World.ordinary
      world.viewportSize = size
      try subject.requireSound(world, "in a viewport of \(size)")
    }
  }
}

/// Hosts ask for everything at once, to print it or to find its size.
struct ContainerHuge: LayoutRule {
  let id = "container-huge"
  let sentence = "A viewport of a billion points is laid out."

  func check(_ subject: Subject) throws(Finding) {
    for size in [Size(width: 1e9, height: 1e9), Size(width: 1e9, height: 480)] {
      var world = World.ordinary
      world.viewportSize = size
      try subject.requireSound(world, "in a viewport of \(size)")
    }
  }
}

/// A layout that says that the host mirrors answers left to right all the same.
struct DirectionScale: LayoutRule {
  let id = "direction-scale"
  let sentence = "Right-to-left reading, any scale and any inset are laid out."

  func check(_ subject: Subject) throws(Finding) {
    var world = World.ordinary
    world.isRightToLeft = true
    try subject.requireSound(world, "right to left")
    if subject.descriptor.hostMirrors {
      let (one, other) = (try Trial.ready(subject), try Trial.ready(subject, world))
      try subject.requireSame(
        try other.elements(), as: try one.elements(),
        "right to left, though the descriptor leaves mirroring to the host")
    }
    world = .ordinary
    for scale in [0.5, 1.25, 3] {
      world.scale = scale
      try subject.requireSound(world, "at scale \(scale)")
    }
    world.contentInset = Insets(top: 30, left: 20, bottom: 10, right: 5)
    try subject.requireSound(world, "with a content inset")
  }
}

/// A layout that mirrors frames looks for them at their mirrored places.
struct DirectionComplete: LayoutRule {
  let id = "direction-complete"
  let sentence =
    "Right to left, a rectangle query returns only elements that meet the rectangle, and all are inside the content."

  func check(_ subject: Subject) throws(Finding) {
    try skip(
      subject.descriptor.hostMirrors, "LAYOUT_DESCRIPTOR_HOST_MIRRORS leaves that to the host")
    var world = World.ordinary
    world.isRightToLeft = true
    do throws(Finding) {
      let content = try Content(subject, world)
      for rect in content.randomRects(200) {
        try content.requireComplete(rect)
        try content.requireMinimal(rect)
      }
      try content.trial.requireInside(content.size)
    } catch { throw error.about("right to left") }
  }
}

// MARK: - Resized like new
//
// Windows are dragged larger and smaller, devices are turned, keyboards take room.

struct ResizeLikeNew: LayoutRule {
  let id = "resize-like-new"
  let sentence =
    "After a change of the viewport or its inset, the answers equal those of a new layout of that size."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    try trial.makeReady()
    for (viewportSize, inset) in Self.rooms {
      var world = trial.world
      (world.viewportSize, world.contentInset) = (viewportSize, inset)
      try trial.resize(to: world)
      try subject.checkLikeNew(trial, "after a resize to \(viewportSize) with the inset \(inset)")
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
  /// Compares with a new layout, except for elements that move by themselves.
  fileprivate func checkLikeNew(_ trial: Trial, _ what: String) throws(Finding) {
    if trial.extensionTable(LAYOUT_EXT_DYNAMICS) != nil {
      _ = try trial.elements()
    } else {
      try trial.requireLikeNew(trial.world, what)
    }
  }
}

extension Trial {
  /// Changes the room as a frame does: the layout names the marks for a new viewport; a change of
  /// insets always marks.
  fileprivate func resize(to next: World) throws(Finding) {
    let old = world
    let (status, asked) = shouldInvalidate(from: old.bounds, to: next.bounds)
    try ok(status, "should_invalidate")
    world = next
    // Unknown marks belong to another rule.
    let isKnown = asked < LAYOUT_MARK_PROPERTIES << 1
    var marks = isKnown ? asked : LAYOUT_MARK_BOUNDS
    if old.contentInset != next.contentInset { marks |= LAYOUT_MARK_BOUNDS }
    if marks != LAYOUT_MARK_NOTHING { try prepareFrame(marks) }
    // Runs dynamics for a tenth of a second. Its result is not compared.
    for _ in 0..<6 {
      if let (status, _) = advance(by: 1.0 / 60) { try ok(status, "advance") }
    }
  }
}
