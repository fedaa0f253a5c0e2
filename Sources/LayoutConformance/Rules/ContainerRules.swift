// SPDX-License-Identifier: Apache-2.0
//
// Rules about the room that a layout is given, and its direction.

import LayoutModel

/// A window has no size before it is shown.
struct ContainerZero: LayoutRule {
  let id = "container-zero"
  let sentence = "A viewport without extent is laid out."

  func check(_ subject: Subject) throws(Finding) {
    for size in [Size.zero, Size(width: 320, height: 0), Size(width: 0, height: 480)] {
      var world = World.ordinary
      world.container = size
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
      world.container = size
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
    "Right to left, a rectangle query answers just what meets the rectangle, and all lies inside the content."

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
